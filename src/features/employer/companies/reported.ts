import { countryOf } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'

/*
 * Warns about values that an authority would reject in a report. The values are accepted, and the warning repeats until
 * they are fixed.
 */

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
