import type { CivilDate } from '../kernel/values/dates.ts'
import type { AnyFigures } from '../payroll/figures.ts'
import { australia } from './au/index.ts'
import { AU_FIGURES } from './au/law/figures/figures.ts'
import type { Country } from './contract/country.ts'
import { newZealand } from './nz/index.ts'
import { NZ_FIGURES } from './nz/law/figures/figures.ts'

export type { Country } from './contract/country.ts'
export type { Rates } from './contract/rates.ts'

/** The countries that the service ships with. */
export const SHIPPED: readonly Country[] = [australia, newZealand]

/** The figure lists from which the row type and the read model of a pay are derived. */
export const FIGURES = { AU: AU_FIGURES, NZ: NZ_FIGURES } as const satisfies Record<string, AnyFigures>

/** The country codes that requests and settings accept. */
export const COUNTRY_CODES: readonly string[] = SHIPPED.map(({ code }) => code)

let registry: ReadonlyMap<string, Country> = byCode(SHIPPED)

function byCode(countries: readonly Country[]): Map<string, Country> {
  return new Map(countries.map((country) => [country.code, country]))
}

/** Sets the countries of this process. `create-service.ts` calls it once, before the first request. */
export function setCountries(countries: readonly Country[]): void {
  registry = byCode(countries)
}

/** All registered countries, in registration order. */
export function allCountries(): Country[] {
  return [...registry.values()]
}

export function findCountry(code: string): Country | undefined {
  return registry.get(code)
}

/** The country of a company's `jurisdiction`. */
export function countryOf(code: string): Country {
  const country = registry.get(code)
  if (!country) throw new Error(`There is no country ${code}: register it in src/countries/index.ts.`)
  return country
}

/** Today's date in the company's country. */
export function todayOf(
  { clock }: { clock: { today(timeZone: string): CivilDate } },
  { jurisdiction }: { jurisdiction: string },
): CivilDate {
  return clock.today(countryOf(jurisdiction).timeZone)
}

/** The country whose authority has this code. */
export function countryOfAuthority(code: string): Country {
  const country = allCountries().find(({ authority }) => authority.code === code)
  if (!country) throw new Error(`No country reports to ${code}.`)
  return country
}
