import { addDays, type CivilDate, completedYears } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  decimal,
  isZero,
  notBelowZero,
  sum,
  toPlaces,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { type PastQuestion, WHOLE_HISTORY_DAYS } from '../../../../payroll/history.ts'
import type { HoursLine, LeaveLine } from '../../../../payroll/input.ts'
import type { PayPeriod } from '../../../../payroll/pay-periods.ts'
import { Trace } from '../../../../payroll/trace.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import { holidayHistory } from '../history/holiday-history.ts'
import type { NzHolidayInput, NzTerminationInput } from '../input/input.ts'
import { publicHolidaysWorked } from '../public-holidays/public-holiday-work.ts'
import { holidaysActOn } from '../rates/next-act.ts'
import type { HolidayRates, NzRates } from '../rates/rates.ts'
import { eightPercentOwed, entitledHolidays } from '../termination/holidays.ts'
import { checkCalendar } from './calendar.ts'
import {
  type EmployeeHistory,
  type HistoryFinal,
  type HistoryLeave,
  type HistoryPeriod,
  pastPaysOf,
  periodOf,
  REGULAR,
  weeksTaken,
} from './history-pays.ts'
import { arrearsOf, type CheckedPayment, checkPayments } from './payments.ts'
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
  for (const [index, period] of periods.entries()) {
    const takenBefore = taken
    taken = taken.plus(weeksTaken(period))
    if (isNothingOwed(period)) continue
    while ((past[first]?.periodEnd ?? period.end) < addDays(period.end, -WHOLE_HISTORY_DAYS)) first += 1
    const about = { startDate, payPeriod, period, id: index + 1, rates, past, first, periods, takenBefore }
    const rows = checkRows(about)
    const own = past[index]
    if (own) {
      own.holidayGross = decimal(own.holidayGross).plus(arrearsOf(rows)).toFixed()
      // An amount claimed for the week is not claimed again at the end of the employment.
      const ofWages = rows.filter(({ type }) => type === 'HOLIDAY_PAY_WITH_WAGES')
      own.holidayPayWithWages = decimal(own.holidayPayWithWages).plus(arrearsOf(ofWages)).toFixed()
    }
    const payments = [...rows, ...checkFinal(about)]
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

type About = {
  startDate: CivilDate
  payPeriod: PayPeriod
  period: HistoryPeriod
  id: number
  rates: NzRates
  past: readonly NzPastPay[]
  /** The index of the first past pay that may matter. */
  first: number
  periods: readonly HistoryPeriod[]
  /** Weeks of annual holidays taken in earlier periods. */
  takenBefore: Decimal
}

function checkRows(about: About): CheckedPayment[] {
  const { period, rates } = about
  const leave = period.leave.map(leaveLineOf)
  const input = inputOf(about, leave, null, about.past.slice(about.first, about.id - 1))
  const paid = {
    leave: period.leave.map((row) => row.paid),
    hours: [...period.worked.map((row) => row.paid), ZERO],
  }
  const rows = [...checkPayments(input, paid, rates), ...checkHolidayPayWithWages(period, rates)]
  if (period.workPattern === null) return rows
  return [...rows, ...checkCalendar(input, paid, rates), ...checkAlternativeDays(input, period, rates)]
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
      ...{ hours: null, owed: ZERO, paid: ZERO, rule: 'Holidays Act 2003 s 56', steps: [] },
    }))
}

/** The number of whole days granted. */
function toWhole(days: Decimal): number {
  let count = 0
  while (whole(count + 1).lte(days)) count += 1
  return count
}

/** Checks final holiday pay: the weeks not taken, and the 8%. */
function checkFinal(about: About): CheckedPayment[] {
  const { final } = about.period
  if (final === null) return []
  const termination = { ...NOTHING_ELSE, terminationDate: final.lastDay }
  const input = inputOf(about, [], termination, about.past.slice(about.first))
  const table = holidaysActOn(final.lastDay, about.rates)
  const trace = new Trace()
  const moves = {
    movements: [],
    entitledWeeks: entitledWeeks(about, final, table.value),
    altDays: ZERO,
    hasAnniversary: false,
  }
  const ending = { termination, input, moves, table, rates: about.rates, warnings: [] }
  const unusedHoliday = entitledHolidays(ending, trace)
  const eightPercent = eightPercentOwed(ending, { rows: ZERO, unusedHoliday, inAdvance: ZERO }, trace)
  return [
    {
      type: 'FINAL_HOLIDAY_PAY',
      description: 'Holidays not taken and 8% of gross earnings',
      date: final.lastDay,
      hours: final.hours,
      owed: sum([unusedHoliday, eightPercent]),
      paid: final.paid,
      rule: 'Holidays Act 2003 ss 23 to 27 and 40',
      steps: trace.steps,
    },
  ]
}

const NOTHING_ELSE: Omit<NzTerminationInput, 'terminationDate'> = {
  isManualLeaveAmounts: false,
  isPaymentInLieuPaid: false,
  paymentInLieuAmount: null,
  redundancyAmount: null,
  nonEtpAmount: null,
  unusedHolidayAmount: null,
  unusedAltHolidayAmount: null,
  nzYtdTaxable: ZERO,
}

/** The hours given in the history, or else four weeks for each anniversary reached, less all weeks taken. */
function entitledWeeks({ startDate, periods }: About, final: HistoryFinal, table: HolidayRates): Decimal {
  const { hoursPerWeek } = periods.findLast((period) => period.end <= final.lastDay) ?? periods[0] ?? NO_HOURS
  if (isZero(hoursPerWeek)) return ZERO
  if (final.hours !== null) return final.hours.div(hoursPerWeek)
  const years = completedYears(startDate, addDays(final.lastDay, 1))
  const taken = sum(periods.map(weeksTaken))
  return toPlaces(table.annualWeeksPerYear.times(whole(years)).minus(taken), 6)
}
const NO_HOURS = { hoursPerWeek: ZERO }

function inputOf(
  about: About,
  leave: readonly LeaveLine[],
  termination: NzTerminationInput | null,
  past: readonly NzPastPay[],
): NzHolidayInput {
  const { startDate, payPeriod, period, id, rates } = about
  const { hoursPerWeek, daysPerWeek, weeklyPay } = period
  const hoursPerDay = isZero(daysPerWeek) ? ZERO : toPlaces(hoursPerWeek.div(daysPerWeek), 12)
  const asked: PastQuestion = {
    timing: { payDate: period.end, payPeriod, periodStart: period.start, periodEnd: period.end },
    beforeId: id,
    startDate,
    dateOfBirth: null,
    lastDay: termination?.terminationDate ?? null,
    mayHaveExtras: true,
    leaveTypes: leave.map(({ leaveType }) => leaveType),
  }
  const settings = {
    ...{ workDays: null, isUnpaidLeaveService: true, isCasual: false },
    workPattern: period.workPattern,
  }
  return {
    startDate,
    ...{ payDate: period.end, payPeriod, periodEnd: period.end, termination },
    ratePerHour: isZero(hoursPerWeek) ? ZERO : toPlaces(weeklyPay.div(hoursPerWeek), 12),
    ...{ hoursPerDay, daysPerWeek, hours: hoursOf(period), leave },
    ...balancesBefore(about),
    holidayHistory: holidayHistory(past, {
      ...{ past: asked, leave, hoursPerDay, daysPerWeek, settings },
      regularNames: [REGULAR],
    }),
    leaveSettings: {
      isLeaveEnabled: true,
      isHolidayPayPaidWithWages: period.holidayPay !== null,
      annualWeeksPerYear: null,
      sickDaysPerYear: holidaysActOn(period.end, rates).value.sick.daysPerYear,
      ordinaryWeeklyPay: isZero(weeklyPay) ? null : weeklyPay,
      anniversaryRegion: period.region,
      alternativeDaysEarned: ZERO,
      ...settings,
    },
  }
}

/**
 * Weeks left before the period. They show in which years the weeks it takes arose. Unknown when the history starts after the
 * employment.
 */
function balancesBefore({
  startDate,
  period,
  rates,
  periods,
  takenBefore,
}: About): Pick<NzHolidayInput, 'leaveBalances'> {
  if ((periods[0]?.start ?? startDate) > startDate) return {}
  const { annualWeeksPerYear } = holidaysActOn(period.end, rates).value
  const given = annualWeeksPerYear.times(whole(completedYears(startDate, period.end)))
  return {
    leaveBalances: { annualHolidaysWeeks: given.minus(takenBefore), altHolidayDays: ZERO, sickDays: ZERO },
  }
}

/** One row for each public holiday worked, and one for all other hours. */
function hoursOf({ hours, leave, worked }: HistoryPeriod): HoursLine[] {
  const counted = sum([...leave.map((row) => row.hours), ...worked.map((row) => row.hours)])
  const row = { units: 'hours', ratePerUnit: ZERO, isOvertime: false }
  return [
    ...worked.map(({ date, hours: value }) => ({
      ...row,
      description: 'Work on a public holiday',
      value,
      date,
    })),
    { ...row, description: 'Other hours', value: notBelowZero(hours.minus(counted)) },
  ]
}

function leaveLineOf({ type, date, hours }: HistoryLeave): LeaveLine {
  return {
    description: type,
    leaveType: type,
    date,
    hours,
    ratePerHour: ZERO,
    loadingAmount: null,
  }
}
