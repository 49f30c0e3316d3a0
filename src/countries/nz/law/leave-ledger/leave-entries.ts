import { addDays, addYears, type CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, isZero, ONE, sum, toPlaces, ZERO } from '../../../../kernel/values/money.ts'
import type { LeaveType } from '../../../../payroll/input.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import type { LeaveBalance, LeaveMovement } from '../../../../payroll/result.ts'
import { anniversariesUpTo } from '../input/anniversaries.ts'
import type { NzPayInput } from '../input/input.ts'
import { isAlternativeType, isCashedUpType, isClosedownType, isWeeklyPayType } from '../input/leave-types.ts'
import { leaveDayCount } from '../leave/leave-days.ts'
import { annualYearsSince, sickYearsSince, type YearOfLeave } from '../leave/leave-years.ts'
import { weeksPaidOutBefore } from '../leave/weeks-paid-out.ts'
import { publicHolidaysWorked } from '../public-holidays/public-holiday-work.ts'
import { holidaysActOn } from '../rates/next-act.ts'
import type { NzRates } from '../rates/rates.ts'

/* The leave movements of a stored pay, each on the day it belongs to. */

/** In hours under the Employment Leave Act 2026. */
const IN_HOURS = ['annual_leave_hours', 'sick_leave_hours', 'alt_leave_hours'] as const
export const LEDGER_BALANCES = [
  'annual_holidays_weeks',
  'sick_days',
  'alt_holiday_days',
  ...IN_HOURS,
] as const satisfies readonly LeaveBalance[]
export type LeaveBalanceName = (typeof LEDGER_BALANCES)[number]
type HoursName = (typeof IN_HOURS)[number]

export const isInHours = (balance: LeaveBalanceName): balance is HoursName =>
  IN_HOURS.some((each) => each === balance)

/**
 * `reversed`: weeks granted for an anniversary that the employment did not reach. `lapsed`: sick leave that ended with the
 * employment. `converted`: weeks and days that became hours on the first day of the Employment Leave Act 2026.
 */
export type EntryKind =
  | 'opening'
  | 'arisen'
  | 'taken'
  | 'cashed-up'
  | 'paid-out'
  | 'reversed'
  | 'lapsed'
  | 'converted'

export type LeaveEntry = {
  balance: LeaveBalanceName
  kind: EntryKind
  date: CivilDate
  /** Signed: leave that arises is positive, leave that is used is negative. */
  amount: Decimal
  payId: number | null
}

type Part = { date: CivilDate; weight: Decimal; kind: EntryKind }

export function leaveEntriesOf(
  { id, input, movements }: { id: number; input: NzPayInput; movements: readonly LeaveMovement[] },
  rates: NzRates,
): LeaveEntry[] {
  const moved = movements.flatMap(({ balance: moved, kind, amount }) => {
    const balance = LEDGER_BALANCES.find((each) => each === moved)
    if (!balance) return []
    const parts = partsOf(balance, kind, amount, input, rates)
    return spread(amount, parts.length > 0 ? parts : [wholeOf(kind, input)]).map((entry) => ({
      ...entry,
      balance,
      payId: id,
    }))
  })
  return [...paidOutBefore(id, input, rates), ...moved]
}

/** Weeks of a year that an earlier final pay of the same service has paid: they arise, and are paid out already. */
function paidOutBefore(payId: number, input: NzPayInput, rates: NzRates): LeaveEntry[] {
  if (!input.holidayHistory.weeksSettled) return []
  const since = input.annualHolidaysFrom ?? periodStartFor(input.payPeriod, input.periodEnd)
  const table = holidaysActOn(input.payDate, rates).value
  const granted = new Set(annualYearsSince(since, input, table).map(({ day }) => day))
  return weeksPaidOutBefore(input, since, table)
    .filter(({ anniversary }) => granted.has(anniversary))
    .flatMap(({ anniversary: date, weeks }) => [
      { balance: 'annual_holidays_weeks', kind: 'arisen', date, amount: weeks, payId },
      { balance: 'annual_holidays_weeks', kind: 'paid-out', date, amount: weeks.times('-1'), payId },
    ])
}

const KINDS = { accrued: 'arisen', taken: 'taken', 'paid-out': 'paid-out' } as const

/** Without a row or an anniversary, the entry is dated by the pay. */
const wholeOf = (kind: LeaveMovement['kind'], { termination, periodEnd }: NzPayInput): Part => ({
  date: termination?.terminationDate ?? periodEnd,
  weight: ONE,
  kind: KINDS[kind],
})

function partsOf(
  balance: LeaveBalanceName,
  kind: LeaveMovement['kind'],
  amount: Decimal,
  input: NzPayInput,
  rates: NzRates,
): Part[] {
  if (kind === 'paid-out') return []
  if (kind === 'accrued' && isInHours(balance)) return []
  if (kind === 'accrued' && input.convertsLeave)
    return [{ date: periodStartFor(input.payPeriod, input.periodEnd), weight: ONE, kind: 'converted' }]
  if (kind === 'accrued' && amount.lt(ZERO))
    return balance === 'annual_holidays_weeks'
      ? [{ date: nextAnniversary(input), weight: ONE, kind: 'reversed' }]
      : [{ ...wholeOf(kind, input), kind: 'lapsed' }]
  if (kind === 'accrued') {
    if (balance === 'alt_holiday_days')
      return publicHolidaysWorked(input, rates).map((date) => ({ date, weight: ONE, kind: 'arisen' }))
    return yearsBegun(balance, input, rates).map(({ day: date, granted: weight }) => ({
      date,
      weight,
      kind: 'arisen',
    }))
  }
  return input.leave
    .filter((line) => isTakenFrom(balance, line.leaveType) && line.hours.gt(ZERO))
    .map((line) => ({
      date: line.date,
      weight: balance === 'sick_days' ? leaveDayCount(line, input) : line.hours,
      kind:
        isCashedUpType(line.leaveType) || line.leaveType === 'NZ_ALT_HOLIDAY_EXCHANGED'
          ? 'cashed-up'
          : 'taken',
    }))
}

function isTakenFrom(balance: LeaveBalanceName, type: LeaveType | null): boolean {
  if (balance === 'sick_days' || balance === 'sick_leave_hours') return type === 'SICK'
  if (balance === 'alt_holiday_days' || balance === 'alt_leave_hours') return isAlternativeType(type)
  return isWeeklyPayType(type) || (balance === 'annual_leave_hours' && isClosedownType(type))
}

/** The anniversaries that granted weeks with this pay, or the years of sick leave that began. */
function yearsBegun(balance: LeaveBalanceName, input: NzPayInput, rates: NzRates): YearOfLeave[] {
  const start = periodStartFor(input.payPeriod, input.periodEnd)
  const table = holidaysActOn(input.payDate, rates).value
  if (balance === 'annual_holidays_weeks')
    return annualYearsSince(input.annualHolidaysFrom ?? start, input, table)
  // Days up to the maximum are granted once, even for several years.
  return sickYearsSince(input.sickLeaveFrom ?? start, input, table.sick).slice(-1)
}

/** The anniversary that the employment did not reach. The weeks were granted for that day. */
function nextAnniversary(input: NzPayInput): CivilDate {
  const { yearStart, yearMoves } = input.holidayHistory
  const last = input.termination?.terminationDate ?? input.periodEnd
  const days = anniversariesUpTo(yearStart ?? input.startDate, addYears(last, 1), yearMoves)
  return days.find((day) => day > addDays(last, 1)) ?? last
}

/** Splits an amount by weight, to six places. The last part takes the rest. */
function spread(total: Decimal, parts: readonly Part[]): Pick<LeaveEntry, 'date' | 'kind' | 'amount'>[] {
  const weights = sum(parts.map(({ weight }) => weight))
  let left = total
  return parts.map(({ date, kind, weight }, index) => {
    const isLast = index === parts.length - 1
    const amount = isLast || isZero(weights) ? left : toPlaces(total.times(weight).div(weights), 6)
    left = left.minus(amount)
    return { date, kind, amount }
  })
}
