import { addDays } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  decimal,
  isZero,
  notBelowZero,
  sum,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { WHOLE_HISTORY_DAYS } from '../../../../payroll/history.ts'
import type { NzHolidayInput } from '../input/input.ts'
import { publicHolidaysWorked } from '../public-holidays/public-holiday-work.ts'
import type { NzRates } from '../rates/rates.ts'
import { ANNUAL_ON_HOLIDAY, checkCalendar } from './calendar.ts'
import { checkFinal } from './history-final.ts'
import { type About, type Found, inputOf, leaveLineOf } from './history-input.ts'
import { type EmployeeHistory, type HistoryPeriod, pastPaysOf, periodOf, weeksTaken } from './history-pays.ts'
import { arrearsOf, type CheckedPayment, checkPayments, withoutLeaveAfter } from './payments.ts'
import { checkHolidayPayWithWages } from './with-wages.ts'

/* Checks the pay history of another system, without its employee records, tax rates or settings. */

/** Checks the payments of each period, oldest first. An amount owed for one holiday counts in the look-back of the next. */
export function* checkHistory(
  { startDate, periods }: EmployeeHistory,
  rates: NzRates,
): Generator<{ period: HistoryPeriod; payments: CheckedPayment[] }> {
  const payPeriod = periodOf(periods)
  const past = pastPaysOf({ startDate, periods }, payPeriod)
  let first = 0
  let taken = ZERO
  let found: Found = { weeksBack: ZERO, alternativeDays: 0 }
  for (const [index, period] of periods.entries()) {
    const takenBefore = taken
    taken = taken.plus(weeksTaken(period))
    if (isNothingOwed(period)) continue
    while ((past[first]?.periodEnd ?? period.end) < addDays(period.end, -WHOLE_HISTORY_DAYS)) first += 1
    const about = {
      startDate,
      payPeriod,
      period,
      id: index + 1,
      rates,
      past,
      first,
      periods,
      takenBefore: takenBefore.minus(found.weeksBack),
      found,
    }
    const rows = checkRows(about)
    const own = past[index]
    if (own) {
      // A public holiday that used up leave was no holiday in advance.
      const asLeave = rows.filter(({ rule }) => rule === ANNUAL_ON_HOLIDAY)
      own.inAdvance = notBelowZero(
        decimal(own.inAdvance).minus(sum(asLeave.map(({ paid }) => paid))),
      ).toFixed()
      own.holidayGross = decimal(own.holidayGross).plus(arrearsOf(rows)).toFixed()
      // An amount claimed for the week is not claimed again at the end of the employment.
      const ofWages = rows.filter(({ type }) => type === 'HOLIDAY_PAY_WITH_WAGES')
      own.holidayPayWithWages = decimal(own.holidayPayWithWages).plus(arrearsOf(ofWages)).toFixed()
    }
    found = alsoFound(found, rows, period)
    const payments = [...rows, ...checkFinal({ ...about, found })]
    yield { period, payments: payments.map((payment) => withAssumptions(payment, period)) }
  }
}

/** Adds the assumptions that affect a payment. */
function withAssumptions(payment: CheckedPayment, { assumes }: HistoryPeriod): CheckedPayment {
  const { type, assumes: own = [] } = payment
  if (type === 'HOLIDAY_PAY_WITH_WAGES') return payment
  const isWeekly = type === 'ANNUAL_HOLIDAYS' || type === 'FINAL_HOLIDAY_PAY'
  const isWorked = type === 'PUBLIC_HOLIDAY_WORKED'
  const open = [...assumes.everyone, ...(isWeekly ? assumes.weekly : []), ...(isWorked ? assumes.worked : [])]
  return open.length === 0 ? payment : { ...payment, assumes: [...own, ...open] }
}

/** Without a work pattern, only rows of leave and of work on public holidays can be checked. */
const isNothingOwed = ({ final, leave, worked, workPattern, holidayPay }: HistoryPeriod): boolean =>
  final === null &&
  holidayPay === null &&
  worked.length === 0 &&
  workPattern === null &&
  leave.every(({ type }) => type === 'UNPAID')

function checkRows(about: About): CheckedPayment[] {
  const { period, rates } = about
  const leave = period.leave.map(leaveLineOf)
  const input = inputOf(about, leave, null, about.past.slice(about.first, about.id - 1))
  const paid = {
    leave: period.leave.map((row) => row.paid),
    hours: [...period.worked.map((row) => row.paid), ZERO],
  }
  const rows = [...checkPayments(input, paid, rates), ...checkHolidayPayWithWages(period, rates)]
  const ofDays =
    period.workPattern === null
      ? []
      : [...checkCalendar(input, paid, rates, period.start), ...checkAlternativeDays(input, period, rates)]
  return withoutLeaveAfter(input.leaveSettings.endedOn, [...rows, ...ofDays])
}

/** A whole day for each public holiday worked that is otherwise a working day (s 56). */
function checkAlternativeDays(
  input: NzHolidayInput,
  { alternativeDays }: HistoryPeriod,
  rates: NzRates,
): CheckedPayment[] {
  if (alternativeDays === null) return []
  return publicHolidaysWorked(input, rates)
    .slice(toWhole(alternativeDays))
    .map((date) => ({
      type: 'ALTERNATIVE_DAY_NOT_GRANTED',
      description: 'One alternative holiday is owed',
      date,
      hours: null,
      owed: ZERO,
      paid: ZERO,
      rule: 'Holidays Act 2003 s 56',
      steps: [],
    }))
}

/** The number of whole days granted. */
function toWhole(days: Decimal): number {
  let count = 0
  while (whole(count + 1).lte(days)) count += 1
  return count
}

function alsoFound(before: Found, rows: readonly CheckedPayment[], { hoursPerWeek }: HistoryPeriod): Found {
  const hours = sum(rows.flatMap((row) => (row.rule === ANNUAL_ON_HOLIDAY ? (row.hours ?? []) : [])))
  const missed = rows.filter(({ type }) => type === 'ALTERNATIVE_DAY_NOT_GRANTED')
  return {
    weeksBack: isZero(hoursPerWeek) ? before.weeksBack : before.weeksBack.plus(hours.div(hoursPerWeek)),
    alternativeDays: before.alternativeDays + missed.length,
  }
}
