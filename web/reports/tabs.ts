import { paths } from '../paths.ts'

/** The tabs for the accountant: reports and journals. */
export const reportTabs = (company: number) => [
  { to: paths.reports(company), text: 'Reports' },
  { to: paths.journals(company), text: 'Journals' },
]
