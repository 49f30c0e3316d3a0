import { countryOf } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'

/* What an authority would refuse once the company reports: the warning repeats until it is fixed, and the value is accepted anyway. */

type Reported = Pick<
  Company,
  | 'jurisdiction'
  | 'legal_name'
  | 'abn'
  | 'ird_number'
  | 'country'
  | 'postcode'
  | 'contact_name'
  | 'email_address'
  | 'phone'
  | 'is_stp_enabled'
  | 'is_payday_filing_enabled'
>

export function refusedLater(company: Reported): string[] {
  return countryOf(company.jurisdiction).authority.companyAdvice(company)
}
