import { addDays, type CivilDate, dayNumber, dayOfWeek } from '../../../kernel/values/dates.ts'
import { type Decimal, whole } from '../../../kernel/values/money.ts'

/* The days of the week on which somebody works: what is "otherwise a working day" (Holidays Act 2003 s 12). */

/** Days of the week, 0 is Sunday. */
export type WorkDays = ReadonlySet<number>

/** Where the days are known from: the employee's record, the dates of past rows, or only how many they are. */
export type WorkDaysKnownFrom = 'record' | 'dates' | 'number'

export const DAY_WORDS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const
const WEEK_FROM_MONDAY = [1, 2, 3, 4, 5, 6, 0]

/** The days of the week that somebody who works so many days usually works, counted from Monday. */
export function workDaysFor(daysPerWeek: Decimal): WorkDays {
  return new Set(WEEK_FROM_MONDAY.filter((_, index) => daysPerWeek.gt(whole(index))))
}

/** `MO,WE,FR` as days of the week. */
export function readWorkDays(text: string): WorkDays {
  const words = text.split(',')
  return new Set(DAY_WORDS.flatMap((word, day) => (words.includes(word) ? [day] : [])))
}

export function writeWorkDays(days: WorkDays): string {
  return WEEK_FROM_MONDAY.filter((day) => days.has(day))
    .map((day) => DAY_WORDS[day])
    .join(',')
}

/** The days that dated rows of the last weeks fall on most often, as many as are worked in a week; null: too few rows. */
export function workDaysSeen(dates: readonly CivilDate[], daysPerWeek: Decimal): WorkDays | null {
  const wanted = workDaysFor(daysPerWeek).size
  const counts = new Map<number, number>()
  for (const date of new Set(dates)) counts.set(dayOfWeek(date), (counts.get(dayOfWeek(date)) ?? 0) + 1)
  if (wanted === 0 || counts.size < wanted) return null
  const byCount = [...counts].sort(([a, n], [b, m]) => m - n || ((a + 6) % 7) - ((b + 6) % 7))
  return new Set(byCount.slice(0, wanted).map(([day]) => day))
}

/** Working days from one day to another, both included. */
export function countWorkDays(days: WorkDays, from: CivilDate, to: CivilDate): number {
  return from > to ? 0 : workDayIndex(days, addDays(to, 1)) - workDayIndex(days, from)
}

/** How many working days lie before a day, counted from a Sunday long ago. */
export function workDayIndex(days: WorkDays, date: CivilDate): number {
  const sinceSunday = dayNumber(date) + 4
  const weekDay = dayOfWeek(date)
  let before = 0
  for (const day of days) if (day < weekDay) before += 1
  return ((sinceSunday - weekDay) / 7) * days.size + before
}
