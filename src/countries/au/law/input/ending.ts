import { CalculationError } from '../../../../kernel/values/calculation-error.ts'
import { type Decimal, ZERO } from '../../../../kernel/values/money.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { AuLeaveBalances, AuPayInput, AuTerminationInput, TerminationReason } from './input.ts'

/** The inputs for the amounts of a termination. */
export type EndingFacts = {
  input: AuPayInput
  ending: AuTerminationInput
  /** The balances after the rows of this pay. */
  balances: AuLeaveBalances
  trace: Trace
}

/** Long service leave by era, because the law taxes each era differently. */
export type EraSplit = { preAugust1978: Decimal; august1978ToAugust1993: Decimal; postAugust1993: Decimal }

/** The hourly rate for valuing hours. A missing rate is an error, so that the hours do not silently become worth nothing. */
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

/** Whether the reason makes the flat rate apply to all unused leave. */
export function isConcessional(reason: TerminationReason): boolean {
  return reason === 'REDUNDANCY' || reason === 'INVALIDITY'
}
