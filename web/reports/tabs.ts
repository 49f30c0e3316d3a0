import { paths } from '../paths.ts'

/** What the accountant takes: reports, and the journals of the books. */
export const reportTabs = (company: number) => [
  { to: paths.reports(company), text: 'Reports' },
  { to: paths.journals(company), text: 'Journals' },
]
