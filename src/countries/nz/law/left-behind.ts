import { type Decimal, notBelowZero, sum, toCent, toPlaces, ZERO } from '../../../kernel/values/money.ts'
import { type PayTiming, pastLinesOf } from '../../../payroll/history.ts'
import type { LeaveMovement } from '../../../payroll/result.ts'
import { isPaidByTheWeek } from './holiday-rates.ts'
import type { NzPayInput } from './input.ts'
import type { NzPastPay } from './past-pay.ts'
import type { NzPayResult } from './result.ts'

/** What the Holidays Act will count of a pay: one-off earnings, days paid, weeks of unpaid leave, holidays in advance. */
export type HolidayCounts = {
  irregular: Decimal
  daysPaid: Decimal
  unpaidWeeks: Decimal
  inAdvance: Decimal
}

export function holidayCounts(input: NzPayInput, result: NzPayResult): HolidayCounts {
  const { hoursPerDay, daysPerWeek } = input
  const unpaid = sum(input.leave.filter((line) => line.leaveType === 'UNPAID').map((line) => line.hours))
  return {
    irregular: sum([...result.lines.bonuses, ...result.lines.backPayments]),
    daysPaid: inUnits(result.figures.hoursPaid, hoursPerDay),
    unpaidWeeks: inUnits(unpaid, hoursPerDay.times(daysPerWeek)),
    inAdvance: paidInAdvance(input, result.lines.leave, result.leaveMovements),
  }
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

/** What later pays will see of this one. */
export function leaveBehind(timing: PayTiming, input: NzPayInput, result: NzPayResult): NzPastPay {
  const { figures } = result
  const counts = holidayCounts(input, result)
  return {
    ...timing,
    id: 0,
    isTermination: input.termination !== null,
    gross: figures.gross.toFixed(),
    levyLiable: figures.levyLiable.toFixed(),
    ordinary: figures.ordinary.toFixed(),
    payeOrdinary: figures.payeOrdinary.toFixed(),
    studentLoanBase: figures.studentLoanBase.toFixed(),
    studentLoan: figures.nzStudentLoan.toFixed(),
    studentLoanCir: figures.studentLoanCir.toFixed(),
    holidayGross: figures.holidayGrossEarnings.toFixed(),
    irregular: counts.irregular.toFixed(),
    daysPaid: counts.daysPaid.toFixed(),
    unpaidWeeks: counts.unpaidWeeks.toFixed(),
    inAdvance: counts.inAdvance.toFixed(),
    annualHolidaysFrom: input.annualHolidaysFrom ?? timing.periodStart,
    annualWeeksEarned: annualWeeks(result.leaveMovements, 'accrued').toFixed(),
    sickLeaveFrom: input.sickLeaveFrom ?? timing.periodStart,
    sickHoursEarned: sickHoursEarned(result.leaveMovements).toFixed(),
    advances: result.advances,
    isLeaveEnabled: input.leaveSettings.isLeaveEnabled,
    lastDay: input.termination?.terminationDate ?? null,
    details: {
      ratePerHour: input.ratePerHour.toFixed(),
      hoursPerDay: input.hoursPerDay.toFixed(),
      daysPerWeek: input.daysPerWeek.toFixed(),
      hoursPaid: figures.hoursPaid.toFixed(),
      lines: pastLinesOf(input, result.lines),
    },
  }
}
