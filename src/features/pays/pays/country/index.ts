import { present } from '../../../../kernel/values/present.ts'
import type { Country } from '../../../../payroll/words.ts'
import { australia } from './au.ts'
import { newZealand } from './nz.ts'
import type { PayCountry } from './types.ts'

const COUNTRIES = new Map([australia, newZealand].map((country) => [country.country, country]))

/** The one place where a pay's country is chosen. */
export function countryOf(company: { jurisdiction: Country }): PayCountry {
  return present(COUNTRIES.get(company.jurisdiction))
}
