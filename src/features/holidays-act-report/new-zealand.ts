import type { Company } from '../../database/tables/companies.ts'
import { LAWS } from '../../payroll/index.ts'
import { badRequest } from '../../problem.ts'

export function requireNewZealand(company: Company): void {
  if (LAWS[company.jurisdiction].retirement !== 'KiwiSaver')
    throw badRequest('The Holidays Act 2003 is New Zealand law: this company is Australian.')
}
