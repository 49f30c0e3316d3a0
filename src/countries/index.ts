import type { AnyFigures } from '../payroll/figures.ts'
import type { Country } from '../payroll/words.ts'
import { AU_FIGURES } from './au/figures.ts'
import { au } from './au/law/index.ts'
import type { AuRates } from './au/law/rates.ts'
import type { CountryRules, CountryTypes } from './country.ts'
import { NZ_FIGURES } from './nz/figures.ts'
import { nz } from './nz/law/index.ts'
import type { NzRates } from './nz/law/rates.ts'

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

/** The lists that the row type and the read model of a pay are derived from. */
export const FIGURES = { AU: AU_FIGURES, NZ: NZ_FIGURES } as const satisfies Record<Country, AnyFigures>

export const LAWS: Readonly<Record<Country, CountryLaw>> = { AU: au, NZ: nz }
