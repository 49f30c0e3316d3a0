import { LAWS } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { badRequest } from '../../../kernel/problem.ts'

export function requireNewZealand(company: Company): void {
  if (LAWS[company.jurisdiction].retirement !== 'KiwiSaver')
    throw badRequest('The Holidays Act 2003 is New Zealand law: this company is Australian.')
}
