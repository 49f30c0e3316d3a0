import type { Jurisdiction } from './api/types.ts'

const MONEY = new Intl.NumberFormat('en-AU', { style: 'currency', currency: 'AUD' })
const ROUND_MONEY = new Intl.NumberFormat('en-AU', {
  style: 'currency',
  currency: 'AUD',
  maximumFractionDigits: 0,
})
const QUANTITY = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 4 })
const DAY = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

const ZONES: Record<Jurisdiction, string> = { AU: 'Australia/Sydney', NZ: 'Pacific/Auckland' }
const zoned = (options: Intl.DateTimeFormatOptions): Record<Jurisdiction, Intl.DateTimeFormat> => ({
  AU: new Intl.DateTimeFormat('en-AU', { ...options, timeZone: ZONES.AU }),
  NZ: new Intl.DateTimeFormat('en-AU', { ...options, timeZone: ZONES.NZ }),
})
const MOMENTS = zoned({ dateStyle: 'medium', timeStyle: 'short' })
const SECONDS = zoned({ dateStyle: 'medium', timeStyle: 'medium' })
const DAYS = zoned({ day: 'numeric', month: 'short', year: 'numeric' })

/** The country of the company on the screen. Timestamps use its time zone, wherever the reader is. */
let country: Jurisdiction = 'AU'

export function showTimesOf(jurisdiction: Jurisdiction): void {
  country = jurisdiction
}

/** 1234.5 as $1,234.50. Both countries write dollars the same way. */
export const money = (amount: number): string => MONEY.format(amount)

/** Whole dollars, for charts. */
export const roundMoney = (amount: number): string => ROUND_MONEY.format(amount)

const SHORT_MONEY = new Intl.NumberFormat('en-AU', {
  style: 'currency',
  currency: 'AUD',
  notation: 'compact',
  maximumFractionDigits: 1,
})

/** 1234567 as $1.2M, for small spaces. */
export const shortMoney = (amount: number): string => SHORT_MONEY.format(amount)

const HOURS = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 2 })

/** Formats hours, weeks and days for people. The record stores six decimal places. */
export const hours = (value: number): string => HOURS.format(value)

export const quantity = (value: number): string => QUANTITY.format(value)

/** 0.115 as 11.5%. */
export const percent = (fraction: number): string => `${QUANTITY.format(fraction * 100)}%`

/** Not the pair 2026-10-26>2026-10-30, which people type like this. */
const ISO_DAYS = /(?<!>)\b(\d{4}-\d\d-\d\d)(?:\/(\d{4}-\d\d-\d\d))?\b(?!>)/g

/** The text with its dates, and ranges such as 2026-10-01/2026-10-31, in the usual format. */
export const withDays = (text: string): string =>
  text.replaceAll(ISO_DAYS, (_, from: string, to?: string) => (to ? `${day(from)} to ${day(to)}` : day(from)))

/** 2026-11-19 as 19 Nov 2026. */
export function day(date: string | null): string {
  return shown(DAY, date, `${date}T00:00:00Z`)
}

const MONTH = new Intl.DateTimeFormat('en-AU', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** 2026-11 as Nov 2026. */
export const month = (text: string): string => shown(MONTH, `${text}-01`, `${text}-01T00:00:00Z`)

/** A UTC timestamp of the API as date and time in the company's country. */
export function moment(timestamp: string | null): string {
  return shown(MOMENTS[country], timestamp, `${timestamp}Z`)
}

/** The same with seconds, for logs. */
export function second(timestamp: string | null): string {
  return shown(SECONDS[country], timestamp, `${timestamp}Z`)
}

/** The date of a UTC timestamp of the API in the company's country. */
export function dayOf(timestamp: string | null): string {
  return shown(DAYS[country], timestamp, `${timestamp}Z`)
}

/** Shows a value that is not a date unchanged, because one bad cell must not break the screen. */
function shown(format: Intl.DateTimeFormat, value: string | null, instant: string): string {
  if (!value) return '–'
  const date = new Date(instant)
  const isDate = /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(date.getTime())
  return isDate ? format.format(date) : value
}

/** The date this number of days later. */
export function addDays(date: string, days: number): string {
  const instant = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(instant.getTime())) return date
  instant.setUTCDate(instant.getUTCDate() + days)
  return instant.toISOString().slice(0, 10)
}

/** `LONG_SERVICE` as Long service, `pay_rate_per_hour` as Pay rate per hour. */
export function words(code: string): string {
  if (code === 'FOUR_WEEKLY') return 'Four-weekly'
  const text = code.replaceAll(/[_-]+/g, ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${QUANTITY.format(count)} ${count === 1 ? one : many}`

/** The Australian income year, named by the year in which it ends. */
export function incomeYear(date: string): number {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return month > 6 ? year + 1 : year
}
