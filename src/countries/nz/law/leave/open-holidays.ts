import { type CivilDate, partsOf } from '../../../../kernel/values/dates.ts'
import { type Decimal, isZero, sum, whole, ZERO } from '../../../../kernel/values/money.ts'
import type { LeaveLine } from '../../../../payroll/input.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import { termsOn } from '../input/day-terms.ts'
import type { NzHolidayInput, NzPayInput } from '../input/input.ts'
import { isInsteadOfTimeOff } from '../input/leave-types.ts'
import { holidayWords, isListedYear, type PublicHoliday } from '../public-holidays/public-holiday-dates.ts'
import {
  holidaysIn,
  isByTheHour,
  isWorkingDay,
  publicHolidaysWorked,
  workDaysSource,
} from '../public-holidays/public-holiday-work.ts'
import type { NzRates } from '../rates/rates.ts'
import { daysOfLeave } from './leave-days.ts'
import { lastDayOfService } from './leave-years.ts'
import { type Days, hoursOfDay, missingHours } from './period-hours.ts'

/* The public holidays of a period without a row that pays them. Checks and pays read their rows in the same way. */

/** Whether the employee's working days are known. A number of days below five does not say which days they are. */
export function areDaysKnown(input: NzHolidayInput): boolean {
  if (workDaysSource(input) !== 'number') return true
  return input.leaveSettings.isCasual !== true && input.daysPerWeek.gte(whole(FULL_WEEK))
}
const FULL_WEEK = 5

export type LeaveOn = { line: LeaveLine; place: number; hours: Decimal }

export function leaveOn(date: CivilDate, input: NzHolidayInput): LeaveOn | null {
  for (const [place, line] of input.leave.entries()) {
    const day = daysOfLeave(line, input).find((each) => each.date === date)
    if (day && !isInsteadOfTimeOff(line.leaveType)) return { line, place, hours: day.hours }
  }
  return null
}

export type OpenHoliday = { holiday: PublicHoliday; row: LeaveOn | null }

export const withoutRow = (open: readonly OpenHoliday[]) =>
  open.flatMap(({ holiday, row }) => (row ? [] : [holiday]))

/** The public holidays on working days without a row that pays them, each with the leave taken on it. */
export function openHolidays(input: NzHolidayInput, { from, to }: Days, rates: NzRates): OpenHoliday[] {
  const isPaidRow = new Set(
    input.leave
      .filter((line) => line.leaveType === 'PAID_PUBLIC_HOLIDAY')
      .flatMap((line) => daysOfLeave(line, input).map(({ date }) => date)),
  )
  const worked = new Set([
    ...publicHolidaysWorked(input, rates),
    ...input.hours.flatMap(({ date }) => date ?? []),
  ])
  return holidaysIn(input, { from, to }, rates)
    .filter(
      ({ date }) =>
        areDaysKnown(termsOn(input, date)) &&
        isWorkingDay(input, date) &&
        isListedYear(partsOf(date).year, rates) &&
        !isPaidRow.has(date) &&
        !worked.has(date),
    )
    .map((holiday) => ({ holiday, row: leaveOn(holiday.date, input) }))
}

/** The days of the period that are within the employment. */
export function daysOf(input: NzHolidayInput, start: CivilDate) {
  const { periodEnd, startDate, termination } = input
  const lastDay = termination?.terminationDate ?? lastDayOfService(input)
  return { from: startDate > start ? startDate : start, to: lastDay < periodEnd ? lastDay : periodEnd }
}

/** The hours of the period without these public holidays. Null when the missing hours cannot be derived. */
export function hoursWithout(holidays: readonly PublicHoliday[], input: NzHolidayInput, days: Days) {
  const rows = input.hours.filter((line) => !line.isOvertime)
  if (holidays.length === 0 || rows.some((line) => !isByTheHour(line))) return null
  const leave = input.leave.filter((line) => !isInsteadOfTimeOff(line.leaveType))
  const paid = sum([...rows.map(({ value }) => value), ...leave.map(({ hours }) => hours)])
  if (isZero(paid)) return null
  const lengths = holidays.map(({ date }) => hoursOfDay(input, date))
  return { paid, ...missingHours(input, days, { found: paid, lengths }) }
}

/** The public holidays that no row pays, in a period whose hours are complete but for them. */
function forgottenHolidays(input: NzHolidayInput, rates: NzRates): PublicHoliday[] {
  const days = daysOf(input, periodStartFor(input.payPeriod, input.periodEnd))
  const holidays = withoutRow(openHolidays(input, days, rates))
  const hours = hoursWithout(holidays, input, days)
  return hours?.isExact ? holidays.filter((_, place) => !isZero(hours.missing[place] ?? ZERO)) : []
}

/** Warns about public holidays that the only pay of a period leaves out. Another pay of the period may have them. */
export function forgottenHolidayWarnings(input: NzPayInput, rates: NzRates): string[] {
  if (!input.leaveSettings.isLeaveEnabled || !isZero(input.periodSoFar.ordinary)) return []
  const since = workDaysSource(input) === 'number' ? ' where the week is counted from Monday' : ''
  return forgottenHolidays(input, rates).map(
    (holiday) =>
      `No row pays ${holiday.date} (${holidayWords(holiday)}), and the other hours of the period are complete. It is otherwise a working day${since}: enter a row of type PAID_PUBLIC_HOLIDAY, or the hours worked with their date (Holidays Act 2003 ss 49 and 50).`,
  )
}
