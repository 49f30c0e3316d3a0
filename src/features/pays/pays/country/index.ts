import type { Country } from '../../../../payroll/words.ts'
import { australia } from './au.ts'
import { newZealand } from './nz.ts'
import type { PayCountry } from './types.ts'

const COUNTRIES: Readonly<Record<Country, PayCountry>> = { AU: australia, NZ: newZealand }

/** The one place where a pay's country is chosen. */
export function countryOf(company: { jurisdiction: Country }): PayCountry {
  return COUNTRIES[company.jurisdiction]
}
