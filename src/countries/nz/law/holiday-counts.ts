import { type Decimal, notBelowZero, sum, toCent, toPlaces, ZERO } from '../../../kernel/values/money.ts'
import type { LeaveMovement } from '../../../payroll/result.ts'
import { isPaidByTheWeek } from './holiday-rates.ts'
import type { NzPayInput } from './input.ts'
import type { NzPayResult } from './result.ts'

/* What the Holidays Act will count of a pay. */

/** One-off earnings. */
export const irregularIn = ({ lines }: Pick<NzPayResult, 'lines'>): Decimal =>
  sum([...lines.bonuses, ...lines.backPayments])

export const daysPaidIn = ({ hoursPerDay }: NzPayInput, { figures }: Pick<NzPayResult, 'figures'>): Decimal =>
  inUnits(figures.hoursPaid, hoursPerDay)

/** Weeks of unpaid leave. */
export function unpaidWeeksIn({ leave, hoursPerDay, daysPerWeek }: NzPayInput): Decimal {
  const unpaid = sum(leave.filter((line) => line.leaveType === 'UNPAID').map((line) => line.hours))
  return inUnits(unpaid, hoursPerDay.times(daysPerWeek))
}

const inUnits = (hours: Decimal, unit: Decimal) => (unit.eq(ZERO) ? ZERO : toPlaces(hours.div(unit), 6))

/** What was paid for the annual holidays in this pay that go beyond the weeks owed. */
export function paidInAdvance(
  { leaveBalances }: Pick<NzPayInput, 'leaveBalances'>,
  leave: NzPayResult['lines']['leave'],
  movements: readonly LeaveMovement[],
): Decimal {
  const taken = annualWeeks(movements, 'taken').times('-1')
  const entitled = leaveBalances.annualHolidaysWeeks.plus(annualWeeks(movements, 'accrued'))
  const beyond = taken.minus(notBelowZero(entitled))
  if (beyond.lte(ZERO) || taken.lte(ZERO)) return ZERO
  const paid = sum(leave.filter(isPaidByTheWeek).map((row) => row.amount))
  return toCent(paid.times(beyond).div(taken))
}

export function annualWeeks(movements: readonly LeaveMovement[], kind: LeaveMovement['kind']): Decimal {
  return sum(
    movements
      .filter((move) => move.balance === 'annual_holidays_weeks' && move.kind === kind)
      .map((move) => move.amount),
  )
}

export function sickHoursEarned(movements: readonly LeaveMovement[]): Decimal {
  const given = movements.filter((move) => move.balance === 'sick' && move.kind === 'accrued')
  return sum(given.map((move) => move.amount))
}
