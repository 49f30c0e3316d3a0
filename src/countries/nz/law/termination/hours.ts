import { type Decimal, notBelowZero, toCent, ZERO } from '../../../../kernel/values/money.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { NzPayInput } from '../input/input.ts'
import { agreedHourly, leaveHourlyRate } from '../leave/employment-leave-pay.ts'
import type { LeaveMoves } from '../leave/leave.ts'
import { compensationOwed } from '../leave/leave-compensation.ts'
import type { EmploymentLeaveRates, NzRates } from '../rates/rates.ts'

/** Leave that a final pay owes, each part calculated when it is asked for. */
export type LeaveAtEnd = {
  /** The name of the amount that `since` pays, for formulas. */
  words: string
  unusedHoliday(): Decimal
  /** The 8%, or the leave compensation of the final pay. */
  since(unusedHoliday: Decimal): Decimal
  altHoliday(): Decimal
  warnings: readonly string[]
}

/** Annual and alternative leave in hours at the leave hourly rate (Employment Leave Act 2026 s 123). Sick leave is not paid. */
export function hoursAtTheEnd(
  input: NzPayInput,
  { hours }: LeaveMoves,
  table: Dated<EmploymentLeaveRates>,
  rates: NzRates,
  trace: Trace,
): LeaveAtEnd {
  const annual = hours?.annual ?? ZERO
  const paid = (name: string, of: Decimal) => {
    if (of.lte(ZERO)) return ZERO
    const rate = leaveHourlyRate(input, table, rates, trace)
    return trace.product({
      name,
      formula: 'hours that are left × leave hourly rate, to the cent',
      multiply: { hours: notBelowZero(of), rate },
      to: toCent,
      rule: 'Employment Leave Act 2026 s 123',
      source: cite(table),
    })
  }
  return {
    words: 'leave compensation',
    unusedHoliday: () => paid('termination.unused-holiday', annual),
    since: () =>
      trace.sum({
        name: 'termination.eight-percent',
        formula: 'leave compensation of this pay; there is no 8% any more',
        add: { compensation: compensationOwed(input, agreedHourly(input), table, trace) },
        rule: 'Employment Leave Act 2026 s 126',
        source: cite(table),
      }),
    altHoliday: () => paid('termination.alternative-holidays', hours?.alternative ?? ZERO),
    warnings: annual.lt(ZERO)
      ? [
          'Annual leave was taken in advance, and the rules of the Employment Leave Act 2026 for it were not read.',
        ]
      : [],
  }
}
