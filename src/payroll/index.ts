import { au } from './au/index.ts'
import type { AuRates } from './au/rates.ts'
import type { CountryRules, CountryTypes } from './country.ts'
import { nz } from './nz/index.ts'
import type { NzRates } from './nz/rates.ts'
import type { Country } from './words.ts'

export type Rates = { au: AuRates; nz: NzRates }

/** What can be asked of a country without a pay. */
export type CountryLaw = Pick<
  CountryRules<CountryTypes>,
  | 'country'
  | 'name'
  | 'standardHoursPerDay'
  | 'isFutureFinalPayStaged'
  | 'isServiceStartedAgain'
  | 'reportsTo'
  | 'retirement'
  | 'looksBackFor'
  | 'isAllowanceCategoryNeeded'
  | 'isRateNeededOnPayslip'
  | 'taxYear'
>

export const LAWS: Readonly<Record<Country, CountryLaw>> = { AU: au, NZ: nz }
