import {
  addDays,
  type CivilDate,
  dayNumber,
  daysBetween,
  daysInMonth,
  makeDate,
  partsOf,
} from '../kernel/values/dates.ts'
import type { PayPeriod } from './words.ts'

export type { PayPeriod }

/** A period is paid at most this many days after its end: two months for a monthly period. */
export const MOST_DAYS_IN_ARREARS = 62

const PERIODS_PER_YEAR = { WEEKLY: 52, FORTNIGHTLY: 26, FOUR_WEEKLY: 13, MONTHLY: 12, QUARTERLY: 4 } as const

/** Pays in a year as the tax tables of both countries count them. They include more periods than our own pays. */
export type TablePeriod = keyof typeof PERIODS_PER_YEAR

export function periodsPerYear<P extends TablePeriod>(period: P): (typeof PERIODS_PER_YEAR)[P] {
  return PERIODS_PER_YEAR[period]
}

/**
 * The number of pay periods that a range touches, at most a year of them. Weekly and fortnightly periods end a whole number of
 * periods from `periodEnd`.
 */
export function periodsTouched(
  period: PayPeriod,
  periodEnd: CivilDate,
  start: CivilDate,
  end: CivilDate,
): number {
  if (period === 'MONTHLY') return Math.min(12, monthsTouched(start, end))
  const indexOf = (date: CivilDate) => Math.ceil(daysBetween(periodEnd, date) / daysInPeriod(period))
  return Math.min(periodsPerYear(period), indexOf(end) - indexOf(start) + 1)
}

/**
 * The length of a range in pay periods, rounded up, wherever the periods end. For monthly pays, the calendar months that it
 * touches.
 */
export function periodsLong(period: PayPeriod, start: CivilDate, end: CivilDate): number {
  if (period === 'MONTHLY') return monthsTouched(start, end)
  return Math.ceil((daysBetween(start, end) + 1) / daysInPeriod(period))
}

function monthsTouched(start: CivilDate, end: CivilDate): number {
  const [a, b] = [partsOf(start), partsOf(end)]
  return (b.year - a.year) * 12 + b.month - a.month + 1
}

function daysInPeriod(period: Exclude<PayPeriod, 'MONTHLY'>): number {
  return DAYS_IN_PERIOD[period]
}

const DAYS_IN_PERIOD = { WEEKLY: 7, FORTNIGHTLY: 14, FOUR_WEEKLY: 28 } as const

/** The first period end on or after a date. Weekly and fortnightly ends are a whole number of periods from the anchor. */
export function periodEndFor(period: PayPeriod, date: CivilDate, anchor: CivilDate): CivilDate {
  if (period === 'MONTHLY') {
    const { year, month } = partsOf(date)
    return makeDate(year, month, daysInMonth(year, month))
  }
  const length = daysInPeriod(period)
  const offset = (((dayNumber(anchor) - dayNumber(date)) % length) + length) % length
  return addDays(date, offset)
}

/** The first day of the period that ends on this date. */
export function periodStartFor(period: PayPeriod, end: CivilDate): CivilDate {
  if (period === 'MONTHLY') return makeDate(partsOf(end).year, partsOf(end).month, 1)
  return addDays(end, 1 - daysInPeriod(period))
}
