import { paths } from '../paths.ts'

export const companyTabs = (company: number) => [
  { to: paths.company(company), text: 'Details' },
  { to: paths.allowances(company), text: 'Allowances' },
  { to: paths.payRates(company), text: 'Pay rates' },
  { to: paths.calendars(company), text: 'Pay calendars' },
  { to: paths.payees(company), text: 'Payees' },
  { to: paths.import(company), text: 'Import' },
]
