import { CalculationError } from '../../../../kernel/values/calculation-error.ts'
import { type Decimal, ZERO } from '../../../../kernel/values/money.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { AuLeaveBalances, AuPayInput, AuTerminationInput, TerminationReason } from '../input.ts'

/** What the amounts of an ending are worked out from. */
export type EndingFacts = {
  input: AuPayInput
  ending: AuTerminationInput
  /** The balances left after the rows of this pay. */
  balances: AuLeaveBalances
  trace: Trace
}

/** Long service leave by the eras that the law taxes apart. */
export type EraSplit = { preAugust1978: Decimal; august1978ToAugust1993: Decimal; postAugust1993: Decimal }

/** The rate that values hours; without a rate, the hours must not silently become worth nothing. */
export function rateFor(hours: Decimal, { ratePerHour, isRateFromPays }: AuPayInput): Decimal {
  if (isRateFromPays && hours.gt(ZERO) && ratePerHour.lte(ZERO)) {
    throw new CalculationError(
      'The employee has no hourly rate and no earlier pay to take one from: set pay_rate_per_hour, or send the amounts with is_manual_leave_amounts.',
    )
  }
  return ratePerHour
}

export function isDeath(reason: TerminationReason): boolean {
  return reason.startsWith('DEATH')
}

/** Whether the reason takes the whole leave to the flat rate. */
export function isConcessional(reason: TerminationReason): boolean {
  return reason === 'REDUNDANCY' || reason === 'INVALIDITY'
}
