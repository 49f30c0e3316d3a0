import { addDays, type CivilDate } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  isZero,
  notBelowZero,
  percent,
  sum,
  toCentOfQuotient,
  toPlaces,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import { isWorkDay, writeWorkDays } from '../../../../payroll/work-days.ts'
import { fixedPattern, hoursOn } from '../../../../payroll/work-pattern.ts'
import { shareFrom } from '../history/holiday-history.ts'
import { anniversariesUpTo } from '../input/anniversaries.ts'
import { exactWeeks } from '../input/exact-weeks.ts'
import type { NzHolidayInput, NzTerminationInput } from '../input/input.ts'
import { payDays } from '../leave/daily-pay.ts'
import { averagedAs, dailyPayOf, isDailyPayAveraged } from '../leave/holiday-rates.ts'
import { annualHolidayPay, holidayWeek, shareOfGross } from '../leave/holidays.ts'
import type { LeaveMoves } from '../leave/leave.ts'
import { averagedAmong } from '../leave/parental-years.ts'
import { observanceOf, workDaysOf, workDaysSource } from '../public-holidays/public-holiday-work.ts'
import { holidaysAfterLastDay } from '../public-holidays/public-holidays.ts'
import type { HolidayRates, NzRates } from '../rates/rates.ts'

/** The inputs of a termination: the request, the pay it comes with, and the balances after the pay. */
export type Ending = {
  termination: NzTerminationInput
  input: NzHolidayInput
  moves: LeaveMoves
  table: Dated<HolidayRates>
  rates: NzRates
  warnings: string[]
}

/** The entitled weeks that were not taken, and the public holidays that would fall within them. */
export function entitledHolidays(ending: Ending, trace: Trace): Decimal {
  const { termination, input, moves, table, rates, warnings } = ending
  const weeks = weeksWithoutRemainder(moves.entitledWeeks, input)
  if (weeks.lte(ZERO) || isSettledBefore(input)) return ZERO
  const holidays = weeksLeftPay(ending, weeks, trace)
  const after = holidaysAfterLastDay(
    termination.terminationDate,
    toPlaces(weeks.times(input.daysPerWeek), 4),
    workDaysOf(input),
    observanceOf(input),
    rates,
  )
  if (after.unlistedYears.length > 0) {
    warnings.push(
      `The public holidays of ${after.unlistedYears.join(', ')} are not listed: check which of them fall in the remaining weeks.`,
    )
  }
  const publicHolidays =
    after.dates.length === 0
      ? ZERO
      : payForDays(
          whole(after.dates.length),
          after.dates,
          { name: 'termination.public-holidays', rule: 'Holidays Act 2003 s 40(2) and (3)' },
          ending,
          trace,
        )
  return trace.sum({
    name: 'termination.unused-holiday',
    formula: 'entitled weeks + the public holidays that would fall in them',
    add: { holidays, publicHolidays },
    about: {
      dates: after.dates.join(' '),
      workDays: writeWorkDays(workDaysOf(input)),
      workDaysKnownFrom: workDaysSource(input),
    },
    rule: 'Holidays Act 2003 ss 24 and 40',
    source: cite(table),
  })
}

/**
 * Days at what they would have paid: the hours of each day by the pattern. Where daily pay is an average (s 9A), all days are worth
 * the same.
 */
function payForDays(
  count: Decimal,
  dates: readonly CivilDate[],
  words: { name: string; rule: string },
  { input, table }: Ending,
  trace: Trace,
): Decimal {
  const { hoursPerDay } = input
  const pattern = fixedPattern(input.leaveSettings.workPattern)
  const daily = dailyPayOf(input, table, trace)
  const lengths = pattern ? dates.map((date) => hoursOn(pattern, date)) : []
  const isOneLength = lengths.every((hours) => isZero(hours) || hours.eq(hoursPerDay))
  if (isOneLength || isDailyPayAveraged(input)) return payDays(count, daily, words, table, trace)
  // A day off by the pattern counts as a day of average length.
  const hours = sum(lengths.map((length) => (isZero(length) ? hoursPerDay : length)))
  return trace.product({
    ...words,
    formula: 'hours of the days by the work pattern × daily pay ÷ hours of a day, to the cent',
    multiply: { hours: toPlaces(hours.times(count).div(whole(dates.length)), 4), daily },
    divide: { hoursPerDay },
    about: { dates: dates.join(' ') },
    to: toCentOfQuotient,
    source: cite(table),
  })
}

/** The last day of the employment, or the working day before it. An alternative holiday is paid at its rate (s 60(2)(b)). */
function lastWorkingDay({ termination, input }: Ending): CivilDate {
  const days = workDaysOf(input)
  let day = termination.terminationDate
  for (let back = 0; back < DAYS_OF_PATTERN && !isWorkDay(days, day); back++) day = addDays(day, -1)
  return day
}
/** Four weeks, after which every pattern repeats. */
const DAYS_OF_PATTERN = 28

/**
 * The weeks left as a number of days of some week, or else of hours. The remainder of a rounded balance would count as one more
 * day, which may be a public holiday.
 */
function weeksWithoutRemainder(rounded: Decimal, { hoursPerDay, daysPerWeek }: NzHolidayInput): Decimal {
  const weeks = exactWeeks(rounded)
  const hoursPerWeek = hoursPerDay.times(daysPerWeek)
  if (!weeks.eq(rounded) || isZero(hoursPerWeek)) return weeks
  return toPlaces(toPlaces(weeks.times(hoursPerWeek), 3).div(hoursPerWeek), 12)
}

/** Pay for the weeks left. Weeks that arose on parental leave or in the year after it are paid at the average alone. */
function weeksLeftPay({ termination, input, table }: Ending, left: Decimal, trace: Trace): Decimal {
  const reached = addDays(termination.terminationDate, 1)
  const averaged = averagedAmong(left, input, table.value, reached)
  const payFor = (weeks: Decimal, own: NzHolidayInput) => {
    const { ordinary, average } = holidayWeek(own, table, trace)
    return annualHolidayPay(weeks, ordinary, average, table, trace)
  }
  if (averaged === null) return payFor(left, input)
  const parts = [
    [left.minus(averaged), false],
    [averaged, true],
  ] as const
  return sum(
    parts
      .filter(([weeks]) => weeks.gt(ZERO))
      .map(([weeks, isAveraged]) => payFor(weeks, averagedAs(input, isAveraged))),
  )
}

/** Earlier versions relied on the setting alone: nothing was owed where it said that holiday pay was paid with wages. */
function isSettledBefore({ leaveSettings, holidayHistory }: NzHolidayInput): boolean {
  return leaveSettings.isHolidayPayPaidWithWages && holidayHistory.paidWithWages === undefined
}

/**
 * 8% of gross earnings since the last anniversary (including the s 24 payment, s 26), less amounts paid in advance or with the
 * wages. Holiday pay paid with the wages is not part of the base.
 */
export function eightPercentOwed(
  ending: Ending,
  gross: { rows: Decimal; unusedHoliday: Decimal; inAdvance: Decimal; withWages?: Decimal },
  trace: Trace,
): Decimal {
  const { termination, input, moves, table, warnings } = ending
  if (isSettledBefore(input)) return ZERO
  const isFirstYear = anniversariesOf(input, termination).length === 0
  const rowsCounted = rowsSinceAnniversary(ending, gross.rows, trace)
  const grossOfThisPay = rowsCounted.plus(gross.unusedHoliday)
  if (input.leaveSettings.isCasual && !input.leaveSettings.isHolidayPayPaidWithWages)
    warnings.push(
      `A casual employee without holiday pay in the wages (is_holiday_pay_paid_with_wages): ${percent(table.value.holidayPayRate)} of gross earnings is paid at the end.`,
    )
  const before = moves.hasAnniversary ? ZERO : input.holidayHistory.grossSinceAnniversary
  const earlier = moves.hasAnniversary ? ZERO : input.holidayHistory.paidInAdvance
  const advance = earlier.plus(gross.inAdvance)
  const withWages = (input.holidayHistory.paidWithWages ?? ZERO).plus(gross.withWages ?? ZERO)
  const rule = isFirstYear ? 'Holidays Act 2003 s 23' : 'Holidays Act 2003 ss 25 and 26'
  const rate = percent(table.value.holidayPayRate)
  const share = shareOfGross(before.plus(grossOfThisPay).minus(withWages), rule, table, trace)
  if (advance.gt(share)) {
    warnings.push(
      `Holidays taken in advance exceed the ${rate} owed by ${advance.minus(share).toFixed(2)}; use manual amounts to recover them.`,
    )
  }
  return trace.sum({
    name: 'termination.eight-percent',
    formula: `${rate} of gross earnings since the last anniversary − holidays paid in advance${withWages.eq(ZERO) ? '' : ' − holiday pay paid with wages'}, not below zero`,
    add: { share },
    subtract: { paidInAdvance: advance, ...(withWages.eq(ZERO) ? {} : { paidWithWages: withWages }) },
    about: { before, thisPay: grossOfThisPay },
    to: notBelowZero,
    rule,
    source: cite(table),
  })
}

/** Alternative holidays that were not taken. */
export function alternativeHolidays(ending: Ending, trace: Trace): Decimal {
  const { altDays } = ending.moves
  if (altDays.lte(ZERO)) return ZERO
  return payForDays(
    altDays,
    [lastWorkingDay(ending)],
    { name: 'termination.alternative-holidays', rule: 'Holidays Act 2003 s 60(2)(b)' },
    ending,
    trace,
  )
}

/** Twelve months are complete at the end of their last day. */
function anniversariesOf(
  { startDate, holidayHistory }: NzHolidayInput,
  { terminationDate }: NzTerminationInput,
) {
  const start = holidayHistory.yearStart ?? startDate
  return anniversariesUpTo(start, addDays(terminationDate, 1), holidayHistory.yearMoves)
}

/** The final pay's rows since the anniversary. A period that contains it is prorated by working days. */
function rowsSinceAnniversary({ termination, input, table }: Ending, rows: Decimal, trace: Trace): Decimal {
  const { startDate, periodEnd, payPeriod } = input
  const lastDay = termination.terminationDate
  const reached = anniversariesOf(input, termination)
  const periodStart = periodStartFor(payPeriod, periodEnd)
  const anniversary = reached.at(-1) ?? input.holidayHistory.yearStart ?? startDate
  const { isCasual, isHolidayPayPaidWithWages } = input.leaveSettings
  if (isCasual || isHolidayPayPaidWithWages || anniversary <= periodStart || rows.eq(ZERO)) return rows
  // Pays made before version 0.2.0 counted the whole period.
  if (anniversary === startDate || input.holidayHistory.countedTo === undefined) return rows
  const share = shareFrom(anniversary, { periodStart, periodEnd }, { startDate, lastDay }, workDaysOf(input))
  return trace.product({
    name: 'holidays.gross-since-anniversary',
    formula:
      'gross earnings of the final pay × working days from the anniversary on ÷ working days of it, to the cent',
    multiply: { gross: rows, share },
    about: { anniversary },
    to: toCentOfQuotient,
    rule: 'Holidays Act 2003 s 25',
    source: cite(table),
  })
}
