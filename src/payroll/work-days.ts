import { addDays, type CivilDate, dayNumber, dayOfWeek } from '../kernel/values/dates.ts'
import { type Decimal, whole } from '../kernel/values/money.ts'

/* An employee's working days, which decide what is "otherwise a working day" (Holidays Act 2003 s 12). */

/** A flag for each day of a repeating cycle of one to four weeks, starting on the Monday with this day number. */
export type WorkDays = { readonly cycle: readonly boolean[]; readonly firstDay: number }

/** The source of working days: the pattern, the days on the record, the dates of past rows, or only the number of days. */
export const WORK_DAYS_KNOWN_FROM = ['pattern', 'record', 'dates', 'number'] as const
export type WorkDaysKnownFrom = (typeof WORK_DAYS_KNOWN_FROM)[number]

export const DAY_WORDS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const
const WEEK_FROM_MONDAY = [1, 2, 3, 4, 5, 6, 0]
const DAYS_OF_WEEK = 7
/** Monday 5 January 1970. */
const FIRST_MONDAY = 4

const everyWeek = (isWorked: (weekDay: number) => boolean): WorkDays => ({
  cycle: WEEK_FROM_MONDAY.map(isWorked),
  firstDay: FIRST_MONDAY,
})

/** The usual working days for a number of days a week, counted from Monday. */
export function workDaysFor(daysPerWeek: Decimal): WorkDays {
  return everyWeek((day) => daysPerWeek.gt(whole((day + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK)))
}

/** `MO,WE,FR` as days of the week. */
export function readWorkDays(text: string): WorkDays {
  const words = text.split(',')
  return everyWeek((day) => words.includes(DAY_WORDS[day] ?? ''))
}

/** The days of each week, with a semicolon between weeks. */
export function writeWorkDays({ cycle }: WorkDays): string {
  const weeks: string[] = []
  for (let start = 0; start < cycle.length; start += DAYS_OF_WEEK)
    weeks.push(
      WEEK_FROM_MONDAY.filter((_, index) => cycle[start + index])
        .map((day) => DAY_WORDS[day])
        .join(','),
    )
  return weeks.join(';')
}

/** The most frequent days of the week among dated rows, as many as are worked in a week. Null when there are too few rows. */
export function workDaysSeen(dates: readonly CivilDate[], daysPerWeek: Decimal): WorkDays | null {
  const wanted = workDayCount(workDaysFor(daysPerWeek))
  const counts = new Map<number, number>()
  for (const date of new Set(dates)) counts.set(dayOfWeek(date), (counts.get(dayOfWeek(date)) ?? 0) + 1)
  if (wanted === 0 || counts.size < wanted) return null
  const byCount = [...counts].sort(([a, n], [b, m]) => m - n || ((a + 6) % 7) - ((b + 6) % 7))
  const seen = new Set(byCount.slice(0, wanted).map(([day]) => day))
  return everyWeek((day) => seen.has(day))
}

export function isWorkDay(days: WorkDays, date: CivilDate): boolean {
  return days.cycle[placeOf(days, date)] === true
}

/** The position of a day in the cycle. */
export function placeOf({ cycle, firstDay }: WorkDays, date: CivilDate): number {
  const since = dayNumber(date) - firstDay
  return ((since % cycle.length) + cycle.length) % cycle.length
}

/** The number of days worked in the cycle. */
export function workDayCount({ cycle }: WorkDays): number {
  return cycle.filter((isWorked) => isWorked).length
}

/** Working days from one day to another, both included. */
export function countWorkDays(days: WorkDays, from: CivilDate, to: CivilDate): number {
  return from > to ? 0 : workDayIndex(days, addDays(to, 1)) - workDayIndex(days, from)
}

/** The number of working days before a day, counted from the first day of the cycle. */
export function workDayIndex(days: WorkDays, date: CivilDate): number {
  const place = placeOf(days, date)
  const rounds = (dayNumber(date) - days.firstDay - place) / days.cycle.length
  let before = 0
  for (let index = 0; index < place; index++) if (days.cycle[index]) before += 1
  return rounds * workDayCount(days) + before
}
