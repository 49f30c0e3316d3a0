import { countryOf } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { badRequest } from '../../../kernel/problem.ts'

export function requireNewZealand(company: Company): void {
  const { leave, words } = countryOf(company.jurisdiction)
  if (!leave.isUnderHolidaysAct)
    throw badRequest(`The Holidays Act 2003 is New Zealand law: this company is ${words.adjective}.`)
}
