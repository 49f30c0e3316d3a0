import { type CivilDate, dayOfWeek, partsOf } from '../../../kernel/values/dates.ts'
import { ZERO } from '../../../kernel/values/money.ts'
import type { HoursLine } from '../../../payroll/input.ts'
import { periodStartFor } from '../../../payroll/pay-periods.ts'
import { leastHolidayWorkRate } from './holiday-rates.ts'
import type { NzHolidayInput } from './input.ts'
import { isAnnualHolidayType } from './leave-types.ts'
import { isListedYear } from './public-holiday-dates.ts'
import { goodTransfers, observedHolidays } from './public-holidays.ts'
import type { NzRates } from './rates.ts'
import type { Transfer } from './transfers.ts'
import { readWorkDays, type WorkDays, workDaysFor } from './work-days.ts'

/* Work on public holidays (Holidays Act 2003 ss 50 and 56), and annual holidays that fall on one (s 40). */

/** The days of the week worked: as the record or the past says, else counted from Monday. */
export function workDaysOf({ holidayHistory, leaveSettings, daysPerWeek }: NzHolidayInput): WorkDays {
  const said = leaveSettings.workDays ?? holidayHistory.workDays
  return said ? readWorkDays(said) : workDaysFor(daysPerWeek)
}

/** Whose public holidays somebody observes: the regional anniversary, and the days that an agreement moved (ss 44A and 44B). */
export function observanceOf({ leaveSettings }: NzHolidayInput): {
  region: string | null
  transfers: readonly Transfer[]
} {
  return { region: leaveSettings.anniversaryRegion, transfers: leaveSettings.transferredHolidays ?? [] }
}

/** The public holidays of the period that are otherwise working days (s 12). */
function workingHolidays(input: NzHolidayInput, rates: NzRates): CivilDate[] {
  const start = periodStartFor(input.payPeriod, input.periodEnd)
  const days = workDaysOf(input)
  const years = new Set([partsOf(start).year, partsOf(input.periodEnd).year])
  const { region, transfers } = observanceOf(input)
  return [...years]
    .flatMap((year) => observedHolidays(year, days, region, rates, transfers))
    .filter((day) => day >= start && day <= input.periodEnd && days.has(dayOfWeek(day)))
}

/**
 * The public holidays that were worked: rows of their day, and rows at time and a half to triple time that name no day and are
 * not overtime, one for each holiday of the period that nothing else is paid for.
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

/** Most pays have no such row: the calendar is not looked at for them. */
function mayBePublicHoliday(input: NzHolidayInput, rates: NzRates): boolean {
  return input.hours.some((line) => line.date !== undefined || isTimeAndAHalf(line, input, rates))
}

function isTimeAndAHalf(line: HoursLine, { ratePerHour, payDate }: NzHolidayInput, rates: NzRates): boolean {
  if (line.isOvertime || ratePerHour.lte(ZERO) || line.ratePerUnit.lt(ratePerHour)) return false
  if (!isByTheHour(line) || line.ratePerUnit.gt(ratePerHour.times(MOST_PENAL))) return false
  return line.ratePerUnit.gte(ratePerHour.times(rates.holidays.at(payDate).value.publicHolidayWorkedFactor))
}
/** More than three times the rate is a sum for something else. */
const MOST_PENAL = '3'
const HOUR_UNITS = /^\s*(h|hrs?|hours?)?\s*$/i

/** Whether a row counts in hours. */
export const isByTheHour = ({ units }: Pick<HoursLine, 'units'>): boolean => HOUR_UNITS.test(units)

/** What the Act asks of work and leave on public holidays that the rows do not show. */
export function publicHolidayWarnings(
  input: NzHolidayInput,
  worked: readonly CivilDate[],
  rates: NzRates,
): string[] {
  const factor = rates.holidays.at(input.payDate).value.publicHolidayWorkedFactor
  const least = leastHolidayWorkRate(input, factor)
  const underpaid = input.hours.filter(
    (line) => line.date && worked.includes(line.date) && isByTheHour(line) && line.ratePerUnit.lt(least),
  )
  const annual = input.leave.filter((line) => isAnnualHolidayType(line.leaveType))
  const unlisted = unlistedYears(input, rates)
  const holidays = annual.length > 0 ? new Set(workingHolidays(input, rates)) : new Set<CivilDate>()
  return [
    ...(unlisted.length === 0
      ? []
      : [
          `The public holidays of ${unlisted.join(' and ')} are not listed (those of 2015 to 2052 are). Check which days of this pay are public holidays.`,
        ]),
    ...failedTransfers(input, rates),
    ...underpaid.map(
      (line) =>
        `"${line.description}" was worked on the public holiday ${line.date}: at least ${least.toFixed(2)} an hour is owed (Holidays Act 2003 s 50).`,
    ),
    ...annual
      .filter((line) => holidays.has(line.date))
      .map(
        (line) =>
          `"${line.description}" takes annual holidays on the public holiday ${line.date}; a row of type PAID_PUBLIC_HOLIDAY pays it and uses up none (Holidays Act 2003 s 40).`,
      ),
  ]
}

/** Years that the pay's rows fall into and whose holidays are known by the rules of the calendar alone. */
function unlistedYears({ hours, leave }: NzHolidayInput, rates: NzRates): number[] {
  const days = [...hours, ...leave].flatMap(({ date }) => (date === undefined ? [] : [date]))
  return [...new Set(days.map((day) => partsOf(day).year))]
    .filter((year) => !isListedYear(year, rates))
    .sort()
}

/** Agreements about a day of this period that the Act does not know: the holiday stays where it is. */
function failedTransfers(input: NzHolidayInput, rates: NzRates): string[] {
  const start = periodStartFor(input.payPeriod, input.periodEnd)
  const isIn = (day: CivilDate) => day >= start && day <= input.periodEnd
  const { region, transfers } = observanceOf(input)
  const near = transfers.filter(({ from, to }) => isIn(from) || isIn(to))
  if (near.length === 0) return []
  const good = goodTransfers(transfers, workDaysOf(input), region, rates)
  return near
    .filter((each) => !good.includes(each))
    .map(({ from, to, startsAt }) =>
      startsAt === undefined
        ? `The public holiday of ${from} was not moved to ${to}: both must be working days of the employee, the first a public holiday and the second none (Holidays Act 2003 s 44B).`
        : `The public holiday of ${from} was not moved to the 24 hours from ${startsAt} on ${to}: they must begin on the holiday or the day before it, on a day that the employee works and that is no other public holiday (Holidays Act 2003 s 44A).`,
    )
}
