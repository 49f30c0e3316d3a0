import { addDays, type CivilDate, dayOfWeek, periodEndFor, periodStartFor } from '../dates.ts'
import { standardHours } from '../earnings.ts'
import type { LeaveLine } from '../input.ts'
import { type Decimal, isZero, notBelowZero, smaller, sum, toCent, ZERO } from '../money.ts'
import type { NzPayInput } from './input.ts'
import { isAnnualHolidayType } from './leave-types.ts'
import { workDaysOf } from './public-holiday-work.ts'

/*
 * Holiday pay that goes out before its holiday. Inland Revenue knows two ways: taxed in the pay periods that the holiday falls into,
 * or in one sum as an extra pay.
 */

/** What of a pay belongs to a later period. */
export type LaterPeriod = { periodEnd: CivilDate; amount: Decimal }

/** The annual holidays of a pay by the later periods that they fall into, oldest first. */
export function laterHolidays(input: NzPayInput, amounts: readonly Decimal[]): LaterPeriod[] {
  const byPeriod = new Map<CivilDate, Decimal>()
  for (const [index, line] of input.leave.entries()) {
    if (!isAnnualHolidayType(line.leaveType) || isZero(line.hours)) continue
    const parts = hoursByPeriod(line, input)
    for (const [periodEnd, hours] of parts) {
      const amount = toCent((amounts[index] ?? ZERO).times(hours).div(line.hours))
      byPeriod.set(periodEnd, (byPeriod.get(periodEnd) ?? ZERO).plus(amount))
    }
  }
  return [...byPeriod]
    .map(([periodEnd, amount]) => ({ periodEnd, amount }))
    .sort((a, b) => (a.periodEnd < b.periodEnd ? -1 : 1))
}

/** A row lies in later periods when it is dated there, or is longer than a period. */
function hoursByPeriod(line: LeaveLine, input: NzPayInput): Map<CivilDate, Decimal> {
  const { payPeriod, periodEnd, hoursPerDay } = input
  const parts = new Map<CivilDate, Decimal>()
  const isLong = line.hours.gt(standardHours(payPeriod, input))
  if (line.date <= periodEnd && !isLong) return parts
  const days = workDaysOf(input)
  if (isZero(hoursPerDay) || days.size === 0) return parts
  const start = periodStartFor(payPeriod, periodEnd)
  let left = line.hours
  for (let day = line.date < start ? start : line.date; left.gt(ZERO); day = addDays(day, 1)) {
    if (!days.has(dayOfWeek(day))) continue
    const hours = smaller(left, hoursPerDay)
    left = notBelowZero(left.minus(hours))
    const end = periodEndFor(payPeriod, day, periodEnd)
    if (end > periodEnd) parts.set(end, (parts.get(end) ?? ZERO).plus(hours))
  }
  return parts
}

export function totalLater(later: readonly LaterPeriod[]): Decimal {
  return sum(later.map(({ amount }) => amount))
}
