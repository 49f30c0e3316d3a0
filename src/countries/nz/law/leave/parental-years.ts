import { addDays, addYears, type CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, greater, notBelowZero, smaller, sum, ZERO } from '../../../../kernel/values/money.ts'
import { anniversariesUpTo, type YearMove } from '../input/anniversaries.ts'
import type { NzHolidayInput } from '../input/input.ts'
import type { LeaveDay } from '../input/leave-spells.ts'
import { isWeeklyPayType } from '../input/leave-types.ts'
import type { HolidayRates } from '../rates/rates.ts'
import { annualYearsSince } from './leave-years.ts'

/*
 * Weeks that arose on parental leave, or within twelve months of returning, are paid at average weekly earnings alone: Parental
 * Leave and Employment Protection Act 1987 s 42(2). Weeks of other years are not, whenever they are taken or paid out. Weeks are
 * used first in, first out, so the weeks left are those that arose last.
 */

const DAYS_OF_WEEK = 7

/** The anniversaries up to a day whose weeks are averaged, oldest first, based on the rows of parental leave. */
export function averagedYearsOf(
  rows: readonly LeaveDay[],
  { start, upTo, moves }: { start: CivilDate; upTo: CivilDate; moves: readonly YearMove[] },
  hoursPerWeek: Decimal,
): CivilDate[] {
  if (rows.length === 0) return []
  return anniversariesUpTo(start, upTo, moves).filter((day) => isAveragedYear(day, rows, hoursPerWeek))
}

/** Whether weeks that arose on a day are averaged. */
export function isAveragedYear(day: CivilDate, rows: readonly LeaveDay[], hoursPerWeek: Decimal): boolean {
  return rows.some((row) => row.date <= day && day <= addYears(lastWeekOf(row, hoursPerWeek), 1))
}

/** A row of several weeks counts up to its last week. */
function lastWeekOf({ date, hours, week }: LeaveDay, currentHours: Decimal): CivilDate {
  const hoursPerWeek = week ? week.hoursPerDay.times(week.daysPerWeek) : currentHours
  let last = date
  if (hoursPerWeek.lte(ZERO)) return last
  for (let left = hours.minus(hoursPerWeek); left.gte(hoursPerWeek); left = left.minus(hoursPerWeek))
    last = addDays(last, DAYS_OF_WEEK)
  return last
}

/** The averaged weeks among the entitled weeks left, or null when the input does not say which years are averaged. */
export function averagedAmong(
  left: Decimal,
  input: NzHolidayInput,
  table: HolidayRates,
  reached: CivilDate,
): Decimal | null {
  const { averagedYears, yearStart, yearMoves } = input.holidayHistory
  if (!averagedYears) return null
  const perYear = greater(input.leaveSettings.annualWeeksPerYear ?? ZERO, table.annualWeeksPerYear)
  let open = notBelowZero(left)
  let averaged = ZERO
  for (const day of anniversariesUpTo(yearStart ?? input.startDate, reached, yearMoves).toReversed()) {
    const weeks = smaller(open, perYear)
    if (averagedYears.includes(day)) averaged = averaged.plus(weeks)
    open = open.minus(weeks)
  }
  return averaged
}

/** The weeks that this pay takes and the averaged ones among them, or null when the averaged years are unknown. */
export function averagedTaken(
  input: NzHolidayInput,
  table: HolidayRates,
): { weeks: Decimal; averaged: Decimal } | null {
  const { leaveBalances, annualHolidaysFrom, hoursPerDay, daysPerWeek, holidayHistory } = input
  const hoursPerWeek = hoursPerDay.times(daysPerWeek)
  if (!leaveBalances || !holidayHistory.averagedYears || hoursPerWeek.lte(ZERO)) return null
  const reached = input.termination ? addDays(input.termination.terminationDate, 1) : input.periodEnd
  const given = annualHolidaysFrom ? annualYearsSince(annualHolidaysFrom, input, table) : []
  const before = leaveBalances.annualHolidaysWeeks.plus(sum(given.map(({ granted }) => granted)))
  const taken = input.leave.filter((line) => isWeeklyPayType(line.leaveType))
  const weeks = sum(taken.map(({ hours }) => hours)).div(hoursPerWeek)
  const among = (left: Decimal) => averagedAmong(left, input, table, reached) ?? ZERO
  return { weeks, averaged: among(before).minus(among(before.minus(weeks))) }
}
