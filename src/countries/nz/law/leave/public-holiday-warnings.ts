import { addDays, type CivilDate, daysBetween, partsOf } from '../../../../kernel/values/dates.ts'
import { ONE, sum, whole, ZERO } from '../../../../kernel/values/money.ts'
import type { HoursLine } from '../../../../payroll/input.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import type { NzHolidayInput } from '../input/input.ts'
import { isAnnualHolidayType, isInsteadOfTimeOff, isPricedByLaw } from '../input/leave-types.ts'
import { holidayWords, isListedYear, type PublicHoliday } from '../public-holidays/public-holiday-dates.ts'
import {
  holidaysIn,
  holidaysOfRows,
  isByTheHour,
  isWorkingDay,
  observanceOf,
  workDaysOf,
  workDaysSource,
  workingHolidays,
} from '../public-holidays/public-holiday-work.ts'
import { goodTransfers } from '../public-holidays/public-holidays.ts'
import { holidaysActOn } from '../rates/next-act.ts'
import type { NzRates } from '../rates/rates.ts'
import { leastHolidayWorkRate } from './holiday-rates.ts'
import { daysOfLeave } from './leave-days.ts'

/** Warns where the rows do not meet the Act for work and leave on public holidays. */
export function publicHolidayWarnings(
  input: NzHolidayInput,
  worked: readonly CivilDate[],
  rates: NzRates,
): string[] {
  const factor = holidaysActOn(input.payDate, rates).value.publicHolidayWorkedFactor
  const least = (line: HoursLine) => leastHolidayWorkRate(input, line, factor)
  const atWork = new Set([...worked, ...holidaysOfRows(input, rates).map(({ date }) => date)])
  const underpaid = input.hours.filter(
    (line) => line.date && atWork.has(line.date) && isByTheHour(line) && line.ratePerUnit.lt(least(line)),
  )
  const annual = input.leave.filter((line) => isAnnualHolidayType(line.leaveType))
  const ownRows = new Set(
    input.leave.filter((line) => line.leaveType === 'PAID_PUBLIC_HOLIDAY').map(({ date }) => date),
  )
  const unlisted = unlistedYears(input, rates)
  const holidays = annual.length > 0 ? new Set(workingHolidays(input, rates)) : new Set<CivilDate>()
  return [
    ...(unlisted.length === 0
      ? []
      : [
          `The public holidays of ${unlisted.join(' and ')} are not listed (those of 2015 to 2052 are). Check which days of this pay are public holidays.`,
        ]),
    ...failedTransfers(input, rates),
    ...guessedDays(input, worked, rates),
    ...input.leave.flatMap((line) => wrongHolidayRow(line, input, rates)),
    ...alternativeOnHoliday(input, rates),
    ...leaveTwice(input),
    ...underpaid.map(
      (line) =>
        `"${line.description}" was worked on the public holiday ${line.date}: at least ${least(line).toFixed(2)} an hour is owed (Holidays Act 2003 s 50).`,
    ),
    ...annual
      .filter((line) => holidays.has(line.date) && !ownRows.has(line.date))
      .map(
        (line) =>
          `"${line.description}" takes annual holidays on the public holiday ${line.date}; a row of type PAID_PUBLIC_HOLIDAY pays it and uses up none (Holidays Act 2003 s 40).`,
      ),
  ]
}

/** An alternative holiday is another day off (s 57). On a public holiday it would be used up for a day that is paid anyway. */
function alternativeOnHoliday(input: NzHolidayInput, rates: NzRates): string[] {
  return input.leave
    .filter(({ leaveType, hours }) => leaveType === 'ALT_HOLIDAY' && hours.gt(ZERO))
    .flatMap((line) => {
      const days = daysOfLeave(line, input).map(({ date }) => date)
      const [from, to] = [days[0], days.at(-1)]
      if (from === undefined || to === undefined) return []
      return holidaysIn(input, { from, to }, rates)
        .filter(({ date }) => days.includes(date) && isWorkingDay(input, date))
        .map(
          (holiday) =>
            `"${line.description}" takes an alternative holiday on the public holiday ${holiday.date} (${holidayWords(holiday)}): a row of type PAID_PUBLIC_HOLIDAY pays the day and uses up none (Holidays Act 2003 ss 49 and 57).`,
        )
    })
}

/** Warns about days that two leave rows of the pay take, together for more than the day. */
function leaveTwice(input: NzHolidayInput): string[] {
  // A day with a row of its own is not part of a longer row.
  const own = new Set([
    ...input.hours.flatMap(({ date }) => date ?? []),
    ...input.leave.filter((line) => line.leaveType === 'PAID_PUBLIC_HOLIDAY').map(({ date }) => date),
  ])
  const rows = input.leave
    .filter(({ leaveType }) => isPricedByLaw(leaveType) && !isInsteadOfTimeOff(leaveType))
    .flatMap((line) => {
      const except = line.leaveType === 'PAID_PUBLIC_HOLIDAY' ? undefined : own
      return daysOfLeave(line, input, except).map((day) => ({ ...day, description: line.description }))
    })
  return [...Map.groupBy(rows, ({ date }) => date)].flatMap(([date, ofDay]) => {
    const share = sum(ofDay.map((day) => day.share))
    if (ofDay.length < 2 || share.lte(ONE)) return []
    return `${ofDay.map(({ description }) => `"${description}"`).join(' and ')} take ${date} twice: together the rows are longer than the day.`
  })
}

/** Years of the pay's rows whose holidays are known only from calendar rules. */
function unlistedYears({ hours, leave }: NzHolidayInput, rates: NzRates): number[] {
  const days = [...hours, ...leave].flatMap(({ date }) => (date === undefined ? [] : [date]))
  return [...new Set(days.map((day) => partsOf(day).year))]
    .filter((year) => !isListedYear(year, rates))
    .sort()
}

/** Agreements about a day of this period that the Act does not allow. The holiday keeps its day. */
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
        ? `The public holiday of ${from} was not moved to ${to}: both must be working days of the employee, the first a public holiday and the second not (Holidays Act 2003 s 44B).`
        : `The public holiday of ${from} was not moved to the 24 hours from ${startsAt} on ${to}: they must begin on the holiday or the day before it, on a day that the employee works and that is not another public holiday (Holidays Act 2003 s 44A).`,
    )
}

/** Warns when working days counted from Monday decide about a public holiday of this pay. */
function guessedDays(input: NzHolidayInput, worked: readonly CivilDate[], rates: NzRates): string[] {
  const isCertain = input.daysPerWeek.gte(whole(7)) || input.daysPerWeek.eq(whole(0))
  if (isCertain || workDaysSource(input) !== 'number' || !input.leaveSettings.isLeaveEnabled) return []
  const from = periodStartFor(input.payPeriod, input.periodEnd)
  const rows = new Set([
    ...worked,
    ...input.hours.flatMap(({ date }) => date ?? []),
    ...input.leave.flatMap((line) => daysOfLeave(line, input).map(({ date }) => date)),
  ])
  return holidaysIn(input, { from, to: input.periodEnd }, rates)
    .filter(({ date }) => rows.has(date))
    .map((holiday) => {
      const is = isWorkingDay(input, holiday.date) ? 'is' : 'is not'
      return `It is a guess that ${holiday.date} (${holidayWords(holiday)}) ${is} otherwise a working day: ${input.daysPerWeek.toFixed()} days a week, counted from Monday. Record nz_work_pattern (Holidays Act 2003 s 12).`
    })
}

const NEAR_DAYS = 31

/**
 * Warns about a row that pays a public holiday on the wrong day: no public holiday, not a working day, or worked according to
 * other rows.
 */
function wrongHolidayRow(
  line: NzHolidayInput['leave'][number],
  input: NzHolidayInput,
  rates: NzRates,
): string[] {
  if (line.leaveType !== 'PAID_PUBLIC_HOLIDAY') return []
  const days = daysOfLeave(line, input).map(({ date }) => date)
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const near = holidaysIn(input, { from: addDays(first, -NEAR_DAYS), to: addDays(last, NEAR_DAYS) }, rates)
  return days.flatMap((date) => {
    const holiday = near.find((each) => each.date === date)
    if (!holiday)
      return `"${line.description}" pays a public holiday on ${date}, which is not a public holiday.${nearest(date, near)}`
    if (!isWorkingDay(input, date))
      return `"${line.description}" pays ${date} (${holidayWords(holiday)}), which is not otherwise a working day: nothing is owed for it (Holidays Act 2003 s 49).`
    if (input.hours.some((hours) => hours.date === date))
      return `"${line.description}" pays ${date} (${holidayWords(holiday)}) as a day off, and another row says it was worked: one of the two is owed (Holidays Act 2003 ss 49 and 50).`
    return []
  })
}

/** The days on which these holidays lie before a weekend moves them (ss 44 and 45). */
const CALENDAR_DAYS: Partial<Record<PublicHoliday['name'], string>> = {
  new_year: '01-01',
  day_after_new_year: '01-02',
  waitangi: '02-06',
  anzac: '04-25',
  christmas: '12-25',
  boxing_day: '12-26',
}

function nearest(date: CivilDate, near: readonly PublicHoliday[]): string {
  const moved = near.find(
    (each) => date.endsWith(CALENDAR_DAYS[each.name] ?? 'none') && distance(each.date, date) <= MOST_MOVED,
  )
  if (moved) return ` ${capital(holidayWords(moved))} is observed on ${moved.date}.`
  const [closest] = near.toSorted((a, b) => distance(a.date, date) - distance(b.date, date))
  return closest ? ` The nearest is ${holidayWords(closest)}, ${closest.date}.` : ''
}

/** A holiday on a Sunday after one on a Saturday moves to the Tuesday. */
const MOST_MOVED = 2
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
const distance = (a: CivilDate, b: CivilDate) => Math.abs(daysBetween(a, b))
