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
import { type WorkDays, workDayCount, workDayIndex } from '../../../../payroll/work-days.ts'

/* Spells of leave: rows that follow each other with no working day between them. */

export type LeaveDay = { date: CivilDate; hours: Decimal }
/** `start` is the index of its first working day, as `workDayIndex` counts them. */
export type LeaveSpell = { first: CivilDate; start: Decimal; days: Decimal }

/** A row of several days counts from its date. Rows may be in any order. */
export function leaveSpellsOf(rows: readonly LeaveDay[], hoursPerDay: Decimal, days: WorkDays): LeaveSpell[] {
  if (isZero(hoursPerDay) || workDayCount(days) === 0) return []
  const spells: (LeaveSpell & { end: Decimal })[] = []
  for (const { date, hours } of rows.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    const start = whole(workDayIndex(days, date))
    const length = hours.div(hoursPerDay)
    const last = spells.at(-1)
    if (last && start.lte(upToWhole(last.end))) {
      last.days = last.days.plus(length)
      last.end = greater(last.end, start).plus(length)
    } else spells.push({ first: date, start, days: length, end: start.plus(length) })
  }
  return spells.map(({ end: _, ...spell }) => spell)
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
export function weeksBeyondTheFirst(
  spells: readonly LeaveSpell[],
  daysPerWeek: Decimal,
  from: { day: CivilDate; days: WorkDays },
): Decimal {
  let weeks = ZERO
  if (isZero(daysPerWeek)) return weeks
  const since = whole(workDayIndex(from.days, from.day))
  for (const { start, days } of spells) {
    const beyond = start.plus(days).minus(greater(start.plus(daysPerWeek), since))
    if (beyond.gt(ZERO)) weeks = weeks.plus(upToWhole(beyond.div(daysPerWeek)))
  }
  return weeks
}

export function upToWhole(value: Decimal): Decimal {
  const down = toWholeDown(value)
  return down.lt(value) ? down.plus(ONE) : down
}
