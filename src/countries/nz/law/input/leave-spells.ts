import type { CivilDate } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  decimal,
  greater,
  isZero,
  ONE,
  toWholeDown,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'
import type { PastLine } from '../../../../payroll/history.ts'
import { isWorkDay, workDayCount, workDayIndex } from '../../../../payroll/work-days.ts'
import { isSameWeek, type WorkWeek } from './work-week.ts'

/* Spells of leave: rows that follow each other with no working day between them. */

/**
 * `week` and `periodStart` are those of the pay that has the row. A public holiday off work is no working day: it joins the leave
 * before and after it, and is no part of the leave.
 */
export type LeaveDay = {
  date: CivilDate
  hours: Decimal
  week?: WorkWeek
  periodStart?: CivilDate
  isPublicHoliday?: true
  /** A public holiday of the calendar. Within a row of leave, the hours of the row already go beyond it. */
  hasNoRow?: true
}
/** `start` is the index of its first working day, as `workDayIndex` counts them. `days` are days of the week agreed then. */
export type LeaveSpell = { first: CivilDate; start: Decimal; days: Decimal; week: WorkWeek }
type OpenSpell = LeaveSpell & { end: Decimal; endWeek: WorkWeek }

/** A row of several days counts from its date. Rows may be in any order. */
export function leaveSpellsOf(rows: readonly LeaveDay[], current: WorkWeek): LeaveSpell[] {
  if (isZero(current.hoursPerDay) || workDayCount(current.days) === 0) return []
  const spells: OpenSpell[] = []
  for (const row of rows.toSorted(byDay)) {
    const week = row.week ?? current
    const start = whole(workDayIndex(week.days, row.date))
    const length = lengthOf(row, week)
    const counted = row.isPublicHoliday ? ZERO : length
    const last = spells.at(-1)
    if (row.hasNoRow && last && start.lt(last.end)) continue
    if (last && isSameWeek(last.endWeek, week) && start.lte(upToWhole(last.end))) {
      last.days = last.days.plus(isSameWeek(last.week, week) ? counted : inDaysOf(last.week, counted, week))
      last.end = greater(last.end, start).plus(length)
    } else if (last && !isSameWeek(last.endWeek, week) && hasNoWorkBetween(last, row, week)) {
      last.days = last.days.plus(inDaysOf(last.week, counted, week))
      last.end = start.plus(length)
      last.endWeek = week
    } else if (!row.isPublicHoliday)
      spells.push({ first: row.date, start, days: length, week, end: start.plus(length), endWeek: week })
  }
  return spells.map(({ end: _, endWeek: __, ...spell }) => spell)
}

/** Leave comes before a public holiday of the same day: a row that starts on the holiday covers the days after it. */
function byDay(a: LeaveDay, b: LeaveDay): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1
  if (a.isPublicHoliday === b.isPublicHoliday) return 0
  return a.isPublicHoliday ? 1 : -1
}

/** The working days of a row. A public holiday is one, unless the day is not worked anyway. */
function lengthOf({ date, hours, isPublicHoliday }: LeaveDay, { days, hoursPerDay }: WorkWeek): Decimal {
  if (!isPublicHoliday) return hours.div(hoursPerDay)
  return isWorkDay(days, date) ? ONE : ZERO
}

/** Days of one week as days of another. */
const inDaysOf = (to: WorkWeek, days: Decimal, from: WorkWeek): Decimal =>
  isZero(from.daysPerWeek) ? days : days.times(to.daysPerWeek).div(from.daysPerWeek)

/**
 * Whether a spell continues in a row with another agreed week. The agreed week is that of the row's own
 * period.
 */
function hasNoWorkBetween(
  { end, endWeek }: OpenSpell,
  { date, periodStart }: LeaveDay,
  week: WorkWeek,
): boolean {
  const changed = periodStart !== undefined && periodStart < date ? periodStart : date
  return (
    whole(workDayIndex(endWeek.days, changed)).lte(upToWhole(end)) &&
    workDayIndex(week.days, changed) === workDayIndex(week.days, date)
  )
}

/** The leave rows of past pays that are of the given kind. */
export function leaveDaysOf(lines: readonly PastLine[], isOfKind: (line: PastLine) => boolean): LeaveDay[] {
  return lines.flatMap((line) =>
    line.kind === 'leave' && line.date !== null && isOfKind(line)
      ? [{ date: line.date, hours: decimal(line.quantity ?? '0') }]
      : [],
  )
}

/**
 * Whole or part weeks beyond the first of each spell longer than a week, counted on or after a day. They shorten the divisor
 * where unpaid leave counts as service (s 16(2) and (3)). The first week is that of the whole spell, even if it is before the
 * day.
 */
export function weeksBeyondTheFirst(spells: readonly LeaveSpell[], from: CivilDate): Decimal {
  let weeks = ZERO
  for (const { start, days, week } of spells) {
    const { daysPerWeek } = week
    if (isZero(daysPerWeek)) continue
    const since = whole(workDayIndex(week.days, from))
    const beyond = start.plus(days).minus(greater(start.plus(daysPerWeek), since))
    if (beyond.gt(ZERO)) weeks = weeks.plus(upToWhole(beyond.div(daysPerWeek)))
  }
  return weeks
}

export function upToWhole(value: Decimal): Decimal {
  const down = toWholeDown(value)
  return down.lt(value) ? down.plus(ONE) : down
}
