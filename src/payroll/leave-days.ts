import { addDays, type CivilDate } from '../kernel/values/dates.ts'
import { type Decimal, isZero, toPlaces, ZERO } from '../kernel/values/money.ts'
import { isWorkDay, type WorkDays } from './work-days.ts'
import { type FixedPattern, hoursOn } from './work-pattern.ts'

/* The days that a leave row covers. */

/** One day of a row, with its hours and the share of the day that they make up. */
export type DayOfLeave = { date: CivilDate; hours: Decimal; share: Decimal }

export type LeaveWeek = { pattern: FixedPattern | null; workDays: WorkDays; hoursPerDay: Decimal }

const NONE: ReadonlySet<CivilDate> = new Set()
/** Limits a very long row to a year of days. */
const MOST_DAYS = 366

/**
 * The days of a row, starting on its date, by the agreed week of each day. Each working day takes the hours of the pattern, or else
 * of a standard day. The last day takes the rest. A row that begins on a non-working day includes that day, because the employee was
 * due to work on it.
 */
export function daysOfRow(
  row: { date: CivilDate; hours: Decimal },
  weekOn: (day: CivilDate) => LeaveWeek,
  except: ReadonlySet<CivilDate> = NONE,
): DayOfLeave[] {
  const days: DayOfLeave[] = []
  let left = row.hours
  for (let date = row.date, count = 0; left.gt(ZERO) && count < MOST_DAYS; date = addDays(date, 1), count++) {
    const { pattern, workDays, hoursPerDay } = weekOn(date)
    if (except.has(date) || (count > 0 && !isWorkDay(workDays, date))) continue
    const byPattern = pattern ? hoursOn(pattern, date) : ZERO
    const whole = isZero(byPattern) ? hoursPerDay : byPattern
    if (isZero(whole)) return days
    const hours = left.lt(whole) ? left : whole
    days.push({ date, hours, share: toPlaces(hours.div(whole), 6) })
    left = left.minus(hours)
  }
  return days
}
