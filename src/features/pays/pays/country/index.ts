import { present } from '../../../../kernel/values/present.ts'
import { australia } from './au.ts'
import { newZealand } from './nz.ts'
import type { PayCountry } from './types.ts'

const COUNTRIES = new Map([australia, newZealand].map((country) => [country.country, country]))

/** Adds the mapping of a country that is not built in. Called by `create-service.ts`. */
export function addPayCountry(country: PayCountry): void {
  COUNTRIES.set(country.country, country)
}

/** The only place that selects a pay's country. */
export function countryOf(company: { jurisdiction: string }): PayCountry {
  return present(COUNTRIES.get(company.jurisdiction))
}
