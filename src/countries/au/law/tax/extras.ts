import type { Decimal } from '../../../../kernel/values/money.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { AuPayInput } from '../input/input.ts'
import type { AuRates, Schedule5 } from '../rates/rates.ts'
import type { Withholder } from './withholder.ts'

/** The common inputs of the Schedule 5 methods. */
export type ExtraFacts = {
  /** The period's earnings so far. */
  normal: Decimal
  by: Withholder
  input: AuPayInput
  rates: AuRates
  schedule: Dated<Schedule5>
  trace: Trace
}
