/** A civil date, `YYYY-MM-DD`. Compares correctly as text. */
export type CivilDate = string & { readonly __civilDate: unique symbol }

const PATTERN = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000

/** Reads a civil date. Throws a RangeError when there is no such day. */
export function civilDate(text: string): CivilDate {
  if (!isCivilDate(text)) throw new RangeError(`${text} is not a date of the form YYYY-MM-DD`)
  return text
}

/** Reads a date that a record may not have. */
export function civilDateOrNone(text: string | null): CivilDate | null {
  return text === null ? null : civilDate(text)
}

export function isCivilDate(text: string): text is CivilDate {
  if (!PATTERN.test(text)) return false
  const { year, month, day } = partsOf(text as CivilDate)
  if (year < 1 || month < 1 || month > 12 || day < 1) return false
  return day <= daysInMonth(year, month)
}

export function makeDate(year: number, month: number, day: number): CivilDate {
  return `${year > 999 ? year : pad(year, 4)}-${twoDigits(month)}-${twoDigits(day)}` as CivilDate
}

export function partsOf(date: CivilDate): { year: number; month: number; day: number } {
  return { year: digits(date, 0, 4), month: digits(date, 5, 7), day: digits(date, 8, 10) }
}

/** Reads digits at a known position without creating a substring, because dates are parsed for every pay. */
function digits(text: string, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at++) value = value * 10 + (text.charCodeAt(at) - 48)
  return value
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Days since 1970-01-01. All date arithmetic goes through this number. */
export function dayNumber(date: CivilDate): number {
  const { year, month, day } = partsOf(date)
  return Date.UTC(year, month - 1, day) / DAY_MS
}

export function fromDayNumber(day: number): CivilDate {
  const date = new Date(day * DAY_MS)
  return makeDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
}

export function addDays(date: CivilDate, days: number): CivilDate {
  return fromDayNumber(dayNumber(date) + days)
}

/** Whole days from `from` to `to`, negative when `to` is earlier. */
export function daysBetween(from: CivilDate, to: CivilDate): number {
  return dayNumber(to) - dayNumber(from)
}

/** The same day some months later. A day that the month does not have becomes its last day. */
export function addMonths(date: CivilDate, months: number): CivilDate {
  const { year, month, day } = partsOf(date)
  const index = year * 12 + (month - 1) + months
  const [y, m] = [Math.floor(index / 12), (index % 12) + 1]
  return makeDate(y, m, Math.min(day, daysInMonth(y, m)))
}

export function addYears(date: CivilDate, years: number): CivilDate {
  return addMonths(date, years * 12)
}

/** Completed years from one date to another, by anniversaries. */
export function completedYears(from: CivilDate, to: CivilDate): number {
  const [a, b] = [partsOf(from), partsOf(to)]
  const years = b.year - a.year
  return addYears(from, years) > to ? years - 1 : years
}

/** Completed years of service, counting both the first and the last day. Ages are not counted this way. */
export function yearsOfService(start: CivilDate, lastDay: CivilDate): number {
  return completedYears(start, addDays(lastDay, 1))
}

/** 0 is Sunday. */
export function dayOfWeek(date: CivilDate): number {
  return (((dayNumber(date) + 4) % 7) + 7) % 7
}

/** A range of days, both ends included. */
export type Days = { readonly start: CivilDate; readonly end: CivilDate }

/** Caches the result for the last date, because all pays of a call ask for the same one several times. */
export function lastFound<T>(find: (date: CivilDate) => T): (date: CivilDate) => T {
  let last: { date: CivilDate; found: T } | null = null
  return (date) => {
    if (last?.date !== date) last = { date, found: find(date) }
    return last.found
  }
}

/** The Australian income year (1 July to 30 June) that contains a date. */
export const auIncomeYear = lastFound((date): Days => {
  const { year, month } = partsOf(date)
  const first = month >= 7 ? year : year - 1
  return { start: makeDate(first, 7, 1), end: makeDate(first + 1, 6, 30) }
})

/** The New Zealand tax year (1 April to 31 March) that contains a date. */
export const nzTaxYear = lastFound((date): Days => {
  const { year, month } = partsOf(date)
  const first = month >= 4 ? year : year - 1
  return { start: makeDate(first, 4, 1), end: makeDate(first + 1, 3, 31) }
})

const twoDigits = (value: number) => (value > 9 ? `${value}` : `0${value}`)

function pad(value: number, length: number): string {
  return value.toString().padStart(length, '0')
}
