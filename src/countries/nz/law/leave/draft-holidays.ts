import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, isZero, whole } from '../../../../kernel/values/money.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import { fixedPattern, hoursOn } from '../../../../payroll/work-pattern.ts'
import type { DraftHolidays, HolidayWork } from '../../../contract/country.ts'
import { termsOn } from '../input/day-terms.ts'
import type { NzPayInput } from '../input/input.ts'
import { isSchedular } from '../input/tax-code.ts'
import { holidayWords, type PublicHoliday } from '../public-holidays/public-holiday-dates.ts'
import {
  holidaysIn,
  holidaysOfRows,
  isByTheHour,
  isWorkingDay,
  publicHolidaysWorked,
  workDaysSource,
} from '../public-holidays/public-holiday-work.ts'
import { holidaysActOn } from '../rates/next-act.ts'
import type { NzRates } from '../rates/rates.ts'
import { leastHolidayWorkRate, ordinaryRateOf } from './holiday-rates.ts'
import { daysOfLeave } from './leave-days.ts'

/* Proposes rows for the public holidays in a draft's period (Holidays Act 2003 ss 12, 49, 50 and 56). */

/** The public holidays to pay, and the hours rows on a public holiday without their own rate. */
export function draftHolidays(input: NzPayInput, rates: NzRates): DraftHolidays {
  if (!input.leaveSettings.isLeaveEnabled || isSchedular(input) || input.termination) return NOTHING
  const start = periodStartFor(input.payPeriod, input.periodEnd)
  const from = input.startDate > start ? input.startDate : start
  const holidays = holidaysIn(input, { from, to: input.periodEnd }, rates)
  const settled = settledDays(input, rates)
  const open = holidays.filter(({ date }) => !settled.has(date))
  const paid = open.flatMap((holiday) => paidHoliday(holiday, input))
  return {
    paid,
    notes: open
      .filter(({ date }) => !paid.some((each) => each.date === date))
      .map((each) => whyNot(each, input)),
    worked: workedRows(input, rates),
  }
}

const NOTHING: DraftHolidays = { paid: [], notes: [], worked: new Map() }

/** Days that already have a row: worked, paid or on leave. */
function settledDays(input: NzPayInput, rates: NzRates): ReadonlySet<CivilDate> {
  return new Set([
    ...input.hours.flatMap(({ date }) => date ?? []),
    ...publicHolidaysWorked(input, rates),
    ...input.leave.flatMap((line) => daysOfLeave(line, input).map(({ date }) => date)),
  ])
}

/** A number of days below five a week does not say which days they are. */
function areDaysKnown(input: NzPayInput): boolean {
  if (workDaysSource(input) !== 'number') return true
  return !input.leaveSettings.isCasual && input.daysPerWeek.gte(whole(FULL_WEEK))
}
const FULL_WEEK = 5

function paidHoliday(holiday: PublicHoliday, input: NzPayInput): DraftHolidays['paid'] {
  const { date } = holiday
  const hours = hoursOfDay(input, date)
  if (!areDaysKnown(termsOn(input, date)) || !isWorkingDay(input, date) || isZero(hours)) return []
  const words = holidayWords(holiday)
  return [
    {
      date,
      hours,
      holiday: words,
      note: `${date} (${words}) is otherwise a working day: ${hours.toFixed()} hours are drafted in a row of type PAID_PUBLIC_HOLIDAY instead of ordinary hours (Holidays Act 2003 s 49). If the day was worked, replace the row with an hours row of that date.`,
    },
  ]
}

function whyNot(holiday: PublicHoliday, given: NzPayInput): string {
  const input = termsOn(given, holiday.date)
  const day = `${holiday.date} (${holidayWords(holiday)})`
  return areDaysKnown(input)
    ? `${day} is not otherwise a working day (${SOURCES[workDaysSource(input)]}): nothing is drafted for it (Holidays Act 2003 s 49).`
    : `${day} is a public holiday, and the record does not show whether it is otherwise a working day: nothing is drafted for it. Record nz_work_pattern, or add a row of type PAID_PUBLIC_HOLIDAY (Holidays Act 2003 s 12).`
}

const SOURCES = {
  pattern: 'by nz_work_pattern',
  record: 'by nz_work_days',
  dates: 'by the rows of the last thirteen weeks',
  number: 'counted from Monday',
} as const

/** The hours of the day from the pattern, or else of a standard day. */
function hoursOfDay(given: NzPayInput, date: CivilDate): Decimal {
  const input = termsOn(given, date)
  const pattern = fixedPattern(input.leaveSettings.workPattern)
  return pattern ? hoursOn(pattern, date) : input.hoursPerDay
}

/** Hours rows on a public holiday that pay less than time and a half and regular allowances (s 50), by row index. */
function workedRows(input: NzPayInput, rates: NzRates): ReadonlyMap<number, HolidayWork> {
  const holidays = holidaysOfRows(input, rates)
  const factor = holidaysActOn(input.payDate, rates).value.publicHolidayWorkedFactor
  return new Map(
    input.hours.flatMap((line, place) => {
      const holiday = holidays.find(({ date }) => date === line.date)
      if (!holiday) return []
      const least = leastHolidayWorkRate(input, line, factor)
      const isTimes = least.eq(ordinaryRateOf(line, input).times(factor))
      if (isZero(least) || !isByTheHour(line) || line.ratePerUnit.gte(least)) return []
      const earns = isWorkingDay(input, holiday.date) ? ' and earns an alternative holiday' : ''
      const work: HolidayWork = {
        rate: least,
        multiplier: isTimes ? factor : null,
        note: `"${line.description}" was worked on the public holiday ${holiday.date} (${holidayWords(holiday)}): it is drafted at ${least.toFixed(2)} an hour${earns} (Holidays Act 2003 ss 50 and 56).`,
      }
      return [[place, work] as const]
    }),
  )
}
