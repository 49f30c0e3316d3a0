import { addDays, type CivilDate, dayNumber, dayOfWeek, isCivilDate } from '../kernel/values/dates.ts'
import { type Decimal, decimal, sum, toPlaces, whole, ZERO } from '../kernel/values/money.ts'
import { DAY_WORDS, isWorkDay, placeOf, type WorkDays, workDayCount } from './work-days.ts'

/*
 * The agreed working times: days with their hours in a repeating cycle of one to four weeks, or irregular work. Written as
 *
 *   MO 8,TU 8,WE 8,TH 8,FR 4
 *   2026-10-05: MO 12,TU 12,WE 12; TH 12,FR 12
 *   IRREGULAR: rostered two weeks ahead, 20 to 30 hours
 *
 * The date before the colon is a day in the first week. A pattern of several weeks needs one.
 */

/** Fixed days: the hours of each day, starting on the Monday of the first week. */
export type FixedPattern = WorkDays & { readonly hours: readonly Decimal[] }
export type WorkPattern = FixedPattern | { readonly irregular: string }

const WEEKS = /^(?:(\d{4}-\d{2}-\d{2}):\s*)?(.+)$/
const DAY = /^(MO|TU|WE|TH|FR|SA|SU)\s+(\d{1,2}(?:\.\d{1,2})?)$/i
const IRREGULAR = /^IRREGULAR:\s*(\S.*)$/i
const DAYS_OF_WEEK = 7
const MOST_WEEKS = 4
const HOURS_OF_DAY = 24
const SOME_MONDAY = 4
const WORDS: readonly string[] = DAY_WORDS

/** Reads a pattern from text. `problem` says what is wrong with an invalid one. */
export function readWorkPattern(text: string): WorkPattern | { problem: string } {
  const irregular = IRREGULAR.exec(text)?.[1]
  if (irregular !== undefined) return { irregular }
  const [, first, list = ''] = WEEKS.exec(text) ?? []
  const weeks = list.split(';').map((week) => week.trim())
  if (weeks.length > MOST_WEEKS) return { problem: `has at most ${MOST_WEEKS} weeks` }
  if (first !== undefined && !isCivilDate(first)) return { problem: `${first} is not a valid date` }
  if (weeks.length > 1 && first === undefined)
    return { problem: 'needs a day of its first week where it has several weeks, such as 2026-10-05:' }
  const hours: Decimal[] = []
  for (const week of weeks) {
    const read = weekOf(week)
    if ('problem' in read) return read
    hours.push(...read)
  }
  if (hours.every((each) => each.eq(ZERO))) return { problem: 'names no day that is worked' }
  return {
    hours,
    cycle: hours.map((each) => each.gt(ZERO)),
    firstDay: first === undefined ? SOME_MONDAY : mondayOf(first),
  }
}

/** The hours of each day from Monday. A week without work is written as `-`. */
function weekOf(week: string): Decimal[] | { problem: string } {
  const hours = Array.from({ length: DAYS_OF_WEEK }, () => ZERO)
  if (week === '-') return hours
  for (const part of week.split(',')) {
    const [, word, text] = DAY.exec(part.trim()) ?? []
    if (word === undefined || text === undefined)
      return { problem: `"${part.trim()}" is not a day with hours, such as MO 8 or FR 4.5` }
    const place = (WORDS.indexOf(word.toUpperCase()) + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK
    if (hours[place]?.gt(ZERO)) return { problem: `names ${word.toUpperCase()} twice in a week` }
    const value = decimal(text)
    if (value.lte(ZERO) || value.gt(whole(HOURS_OF_DAY)))
      return { problem: `${part.trim()}: hours are above 0 and at most ${HOURS_OF_DAY}` }
    hours[place] = value
  }
  return hours
}

function mondayOf(date: CivilDate): number {
  return dayNumber(date) - ((dayOfWeek(date) + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK)
}

/** The fixed pattern of a record, or null when there is none or the work is irregular. */
export function fixedPattern(text: string | null | undefined): FixedPattern | null {
  if (!text) return null
  const pattern = readWorkPattern(text)
  return 'hours' in pattern ? pattern : null
}

/** The hours of a day in the pattern, zero when it is not worked. */
export function hoursOn(pattern: FixedPattern, date: CivilDate): Decimal {
  return isWorkDay(pattern, date) ? (pattern.hours[placeOf(pattern, date)] ?? ZERO) : ZERO
}

/** The total hours from one day to another, both included. */
export function hoursBetween(pattern: FixedPattern, from: CivilDate, to: CivilDate): Decimal {
  let hours = ZERO
  for (let day = from; day <= to; day = addDays(day, 1)) hours = hours.plus(hoursOn(pattern, day))
  return hours
}

/** The average days per week and hours per day. */
export function averagesOf(pattern: FixedPattern): { daysPerWeek: Decimal; hoursPerDay: Decimal } {
  const days = whole(workDayCount(pattern))
  const weeks = whole(pattern.cycle.length / DAYS_OF_WEEK)
  return {
    daysPerWeek: toPlaces(days.div(weeks), 6),
    hoursPerDay: toPlaces(sum(pattern.hours).div(days), 6),
  }
}
