import type { CivilDate } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  notBelowZero,
  sum,
  toCentOfQuotient,
  toPlaces,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { hoursBehind } from '../../../../payroll/earnings.ts'
import type { LeaveMovement } from '../../../../payroll/result.ts'
import { hasOtherTerms } from '../input/day-terms.ts'
import { exactWeeks } from '../input/exact-weeks.ts'
import type { NzPayInput } from '../input/input.ts'
import { isInsteadOfTimeOff } from '../input/leave-types.ts'
import type { NzPayResult } from '../input/result.ts'
import { isPaidByTheWeek } from './holiday-rates.ts'
import { daysOfLeave, weeksOfRow } from './leave-days.ts'

/* The figures of a pay that the Holidays Act counts. */

/** One-off earnings. */
export const irregularIn = ({ lines }: Pick<NzPayResult, 'lines'>): Decimal =>
  sum([...lines.bonuses, ...lines.backPayments])

/**
 * Whole or part days worked or on paid leave (s 9A(2)). Each day that a row names counts once, however long it was. Hours that
 * name no day, or exceed the hours of a day, are converted by the hours of a standard day.
 */
export function daysPaidIn(input: NzPayInput): Decimal {
  const named = new Set<CivilDate>()
  let other = ZERO
  for (const line of input.hours) {
    const hours = hoursBehind(line, input.hoursPerDay)
    if (hours.lte(ZERO)) continue
    if (line.date !== undefined && hours.lte(HOURS_OF_DAY)) named.add(line.date)
    else other = other.plus(inUnits(hours, input.hoursPerDay))
  }
  for (const line of input.leave) {
    if (line.leaveType === 'UNPAID' || isInsteadOfTimeOff(line.leaveType)) continue
    const days = daysOfLeave(line, input)
    // Part of a day next to work on the same day makes one day. A part day alone is also a day.
    for (const { date } of days) named.add(date)
  }
  return other.plus(whole(named.size))
}
const HOURS_OF_DAY = whole(24)

/** Weeks of unpaid leave. */
export function unpaidWeeksIn(input: NzPayInput): Decimal {
  const { leave, hoursPerDay, daysPerWeek } = input
  const unpaid = leave.filter((line) => line.leaveType === 'UNPAID')
  if (hasOtherTerms(input)) return toPlaces(sum(unpaid.map((line) => weeksOfRow(line, input))), 6)
  return inUnits(sum(unpaid.map((line) => line.hours)), hoursPerDay.times(daysPerWeek))
}

const inUnits = (hours: Decimal, unit: Decimal) => (unit.eq(ZERO) ? ZERO : toPlaces(hours.div(unit), 6))

/** The amount paid for annual holidays in this pay that exceed the weeks owed. */
export function paidInAdvance(
  { leaveBalances }: Pick<NzPayInput, 'leaveBalances'>,
  leave: NzPayResult['lines']['leave'],
  movements: readonly LeaveMovement[],
): Decimal {
  const taken = annualWeeks(movements, 'taken').times('-1')
  const entitled = leaveBalances.annualHolidaysWeeks.plus(annualWeeks(movements, 'accrued'))
  const beyond = exactWeeks(taken.minus(notBelowZero(entitled)))
  if (beyond.lte(ZERO) || taken.lte(ZERO)) return ZERO
  const paid = sum(leave.filter(isPaidByTheWeek).map((row) => row.amount))
  return toCentOfQuotient(paid.times(beyond).div(exactWeeks(taken)))
}

export function annualWeeks(movements: readonly LeaveMovement[], kind: LeaveMovement['kind']): Decimal {
  return sum(
    movements
      .filter((move) => move.balance === 'annual_holidays_weeks' && move.kind === kind)
      .map((move) => move.amount),
  )
}

/** Sick leave granted, in hours of a standard day. */
export function sickHoursEarned({ hoursPerDay }: NzPayInput, movements: readonly LeaveMovement[]): Decimal {
  const given = movements.filter((move) => move.balance === 'sick_days' && move.kind === 'accrued')
  return sum(given.map((move) => move.amount)).times(hoursPerDay)
}
