import { type CivilDate, partsOf } from '../../../../kernel/values/dates.ts'
import { ZERO } from '../../../../kernel/values/money.ts'
import type { HoursLine } from '../../../../payroll/input.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import {
  isWorkDay,
  readWorkDays,
  type WorkDays,
  type WorkDaysKnownFrom,
  workDaysFor,
} from '../../../../payroll/work-days.ts'
import { fixedPattern } from '../../../../payroll/work-pattern.ts'
import { spansOf, termsOn } from '../input/day-terms.ts'
import type { NzHolidayInput } from '../input/input.ts'
import type { Transfer } from '../input/transfers.ts'
import { holidaysActOn } from '../rates/next-act.ts'
import type { NzRates } from '../rates/rates.ts'
import type { PublicHoliday } from './public-holiday-dates.ts'
import { observedByName } from './public-holidays.ts'

/* Work on public holidays (Holidays Act 2003 ss 50 and 56), and annual holidays that fall on one (s 40). */

/** Working days from the pattern, or else from the record or past rows, or else counted from Monday. */
export function workDaysOf({
  holidayHistory,
  leaveSettings,
  daysPerWeek,
}: Pick<NzHolidayInput, 'holidayHistory' | 'leaveSettings' | 'daysPerWeek'>): WorkDays {
  const pattern = fixedPattern(leaveSettings.workPattern)
  if (pattern) return pattern
  const said = leaveSettings.workDays ?? holidayHistory.workDays
  return said ? readWorkDays(said) : workDaysFor(daysPerWeek)
}

/** Whether a day is otherwise a working day (s 12), by the terms of that day. */
export const isWorkingDay = (input: NzHolidayInput, date: CivilDate): boolean =>
  isWorkDay(workDaysOf(termsOn(input, date)), date)

/** The source of the working days. */
export function workDaysSource({
  holidayHistory,
  leaveSettings,
}: Pick<NzHolidayInput, 'holidayHistory' | 'leaveSettings'>): WorkDaysKnownFrom {
  return fixedPattern(leaveSettings.workPattern) ? 'pattern' : (holidayHistory.workDaysKnownFrom ?? 'number')
}

/**
 * The public holidays that an employee observes: the regional anniversary, and the days that an agreement moved (ss 44A and 44B).
 */
export function observanceOf({ leaveSettings }: Pick<NzHolidayInput, 'leaveSettings'>): {
  region: string | null
  transfers: readonly Transfer[]
} {
  return { region: leaveSettings.anniversaryRegion, transfers: leaveSettings.transferredHolidays ?? [] }
}

/** The public holidays in a range as the employee observes them, with their names. */
export function holidaysIn(
  input: NzHolidayInput,
  range: { from: CivilDate; to: CivilDate },
  rates: NzRates,
): PublicHoliday[] {
  const found = spansOf(input, range).flatMap(({ input: own, from, to }) => {
    const { region, transfers } = observanceOf(own)
    const years = new Set([partsOf(from).year, partsOf(to).year])
    return [...years]
      .flatMap((year) => observedByName(year, workDaysOf(own), region, rates, transfers))
      .filter(({ date }) => date >= from && date <= to)
  })
  return found.filter(({ date }, index) => found.findIndex((each) => each.date === date) === index)
}

/** The public holidays of the period that are otherwise working days (s 12). */
export function workingHolidays(input: NzHolidayInput, rates: NzRates): CivilDate[] {
  const from = periodStartFor(input.payPeriod, input.periodEnd)
  return holidaysIn(input, { from, to: input.periodEnd }, rates)
    .map(({ date }) => date)
    .filter((date) => isWorkingDay(input, date))
}

/**
 * The public holidays that were worked. Rows dated on a holiday count. So do rows without a day that pay time and a half to
 * triple time and are not overtime: one for each holiday of the period without other pay.
 */
export function publicHolidaysWorked(input: NzHolidayInput, rates: NzRates): CivilDate[] {
  if (!input.leaveSettings.isLeaveEnabled || !mayBePublicHoliday(input, rates)) return []
  const holidays = workingHolidays(input, rates)
  const dated = new Set(input.hours.flatMap((line) => (line.date ? [line.date] : [])))
  const notWorked = new Set(
    input.leave.filter((line) => line.leaveType === 'PAID_PUBLIC_HOLIDAY').map((line) => line.date),
  )
  const byDate = holidays.filter((day) => dated.has(day))
  const open = holidays.filter((day) => !dated.has(day) && !notWorked.has(day))
  const undated = input.hours.filter((line) => !line.date && isTimeAndAHalf(line, input, rates))
  return [...byDate, ...open.slice(0, undated.length)].sort()
}

/** The public holidays of dated rows, whether or not the day is otherwise a working day, because s 50 pays for any of them. */
export function holidaysOfRows(input: NzHolidayInput, rates: NzRates): PublicHoliday[] {
  const dated = input.hours.flatMap(({ date }) => date ?? []).sort()
  const [from, to] = [dated[0], dated.at(-1)]
  if (from === undefined || to === undefined || !input.leaveSettings.isLeaveEnabled) return []
  return holidaysIn(input, { from, to }, rates).filter(({ date }) => dated.includes(date))
}

/** Most pays have no such row, and skip the calendar. */
function mayBePublicHoliday(input: NzHolidayInput, rates: NzRates): boolean {
  return input.hours.some((line) => line.date !== undefined || isTimeAndAHalf(line, input, rates))
}

function isTimeAndAHalf(line: HoursLine, { ratePerHour, payDate }: NzHolidayInput, rates: NzRates): boolean {
  if (line.isOvertime || ratePerHour.lte(ZERO) || line.ratePerUnit.lt(ratePerHour)) return false
  if (!isByTheHour(line) || line.ratePerUnit.gt(ratePerHour.times(MOST_PENAL))) return false
  return line.ratePerUnit.gte(
    ratePerHour.times(holidaysActOn(payDate, rates).value.publicHolidayWorkedFactor),
  )
}
/** More than three times the rate is a payment for something else. */
const MOST_PENAL = '3'
const HOUR_UNITS = /^\s*(h|hrs?|hours?)?\s*$/i

/** Whether a row counts in hours. */
export const isByTheHour = ({ units }: Pick<HoursLine, 'units'>): boolean => HOUR_UNITS.test(units)
