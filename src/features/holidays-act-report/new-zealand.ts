import type { Company } from '../../database/tables/companies.ts'
import { badRequest } from '../../problem.ts'

export function requireNewZealand(company: Company): void {
  if (company.jurisdiction !== 'NZ')
    throw badRequest('The Holidays Act 2003 is New Zealand law: this company is Australian.')
}
