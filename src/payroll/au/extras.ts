import type { CivilDate } from '../dates.ts'
import type { TaxMethod } from '../input.ts'
import type { Decimal } from '../money.ts'
import type { Dated } from '../rates/timeline.ts'
import type { Trace } from '../trace.ts'
import type { AuPayInput } from './input.ts'
import type { AuRates, Schedule5 } from './rates.ts'
import type { Withholder } from './withholder.ts'

/** An additional payment: a bonus or back payment that is not taxed as this period's normal earnings. */
export type Extra = {
  description: string
  amount: Decimal
  taxMethod: Exclude<TaxMethod, 'NORMAL_EARNINGS'>
  startDate: CivilDate | null
  endDate: CivilDate | null
}

/** What every method of Schedule 5 starts from. */
export type ExtraFacts = {
  /** The period's earnings so far. */
  normal: Decimal
  by: Withholder
  input: AuPayInput
  rates: AuRates
  schedule: Dated<Schedule5>
  trace: Trace
}
