import type { Jurisdiction } from '../api/types.ts'
import { money, quantity } from '../format.ts'
import { WHOLE_NAME } from './extra-fields.ts'

/* Derives field values from columns that only other programs have: weekly hours, rates for a week or year, residency. */

export type PreparedRow = Record<string, string | boolean>
/** A row for the API, and notes in words about its calculated values. */
export type Derived = { row: PreparedRow; notes: string[] }

const FULL_TIME: Record<Jurisdiction, { day: number; week: number }> = {
  AU: { day: 7.6, week: 38 },
  NZ: { day: 8, week: 40 },
}
const DAYS_PER_WEEK = 5
/** Weeks of a pay period. */
const WEEKS: Readonly<Record<string, number>> = {
  WEEKLY: 1,
  FORTNIGHTLY: 2,
  FOUR_WEEKLY: 4,
  MONTHLY: 52 / 12,
}
/** Above it a rate per hour is probably a weekly or yearly amount. */
const UNLIKELY_RATE = 300

const numberOf = (value: string | boolean | undefined): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isFinite(number) && number > 0 ? number : null
}
const rounded = (value: number) => String(Number(value.toFixed(4)))

export function derive(given: PreparedRow, country: Jurisdiction): Derived {
  const { hours_per_week, hours_per_period, pay_rate_unit, pay_rate_per_week, residency, tax_table, ...own } =
    given
  const named = withNames(own)
  const taxed = { ...taxTableOf(tax_table), ...residencyOf(residency), ...named }
  const timed = withHours(taxed, { hours_per_week, hours_per_period })
  const paid = withRate(timed.row, { pay_rate_unit, pay_rate_per_week }, country)
  return { row: withKiwiSaver(paid.row), notes: [...timed.notes, ...paid.notes] }
}

/** Splits a full name: `Nguyen, Mia Rose` and `Mia Rose Nguyen` are the same person. */
function withNames({ [WHOLE_NAME]: whole, ...row }: PreparedRow): PreparedRow {
  if (typeof whole !== 'string') return row
  const [last = '', first] = whole.split(',').map((part) => part.trim())
  if (first) return { first_name: first, last_name: last, ...row }
  const words = whole.trim().split(/\s+/)
  return { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '', ...row }
}

type Cells = Record<string, string | boolean | undefined>

/** Hours of a week become days and hours of a day. Without days in the file they are spread over five. */
function withHours(row: PreparedRow, { hours_per_week, hours_per_period }: Cells): Derived {
  const weeks = WEEKS[String(row.pay_period ?? '')]
  const perPeriod = numberOf(hours_per_period)
  if (!numberOf(hours_per_week) && perPeriod && weeks === undefined)
    return { row, notes: ['The hours of the pay period are left out: the pay frequency is not known.'] }
  const week = numberOf(hours_per_week) ?? (perPeriod && weeks ? perPeriod / weeks : null)
  if (week === null || row.standard_hours_per_day !== undefined) return { row, notes: [] }
  const days = numberOf(row.standard_days_per_week) ?? DAYS_PER_WEEK
  const note = `${quantity(week)} hours a week: ${quantity(days)} days of ${quantity(week / days)} hours.`
  return {
    row: { ...row, standard_days_per_week: String(days), standard_hours_per_day: rounded(week / days) },
    notes: [note],
  }
}

type Unit = 'hour' | 'day' | 'week' | 'fortnight' | 'month' | 'year'
const UNITS: readonly [RegExp, Unit][] = [
  [/hour|^hr|^h$|^ph$/, 'hour'],
  [/fortnight|biweek/, 'fortnight'],
  [/week|^wk|^w$|^pw$/, 'week'],
  [/month|^m$|^pm$/, 'month'],
  [/annual|annum|year|^yr|salar|^pa$|^y$/, 'year'],
  [/da(y|ily)|^d$/, 'day'],
]

const unitOf = (text: string): Unit | undefined =>
  UNITS.find(([fits]) => fits.test(text.toLowerCase().replaceAll(/[^a-z]/g, '')))?.[1]

/** Converts a weekly or monthly rate to an hourly rate, and stores a yearly rate as the annual salary. */
function withRate(
  row: PreparedRow,
  { pay_rate_unit: said, pay_rate_per_week: weekly }: Cells,
  country: Jurisdiction,
): Derived {
  const { pay_rate_per_hour: rate, annual_salary: salary, ...others } = row
  if (rate === undefined && typeof weekly === 'string')
    return perHour(
      { ...others, ...(salary === undefined ? {} : { annual_salary: salary }) },
      weekly,
      'week',
      {
        country,
      },
    )
  const unit = typeof said === 'string' ? unitOf(said) : undefined
  // If a program exports both columns, the unit shows which of them applies.
  if (rate !== undefined && salary !== undefined && unit)
    return {
      row: { ...others, ...(unit === 'year' ? { annual_salary: salary } : { pay_rate_per_hour: rate }) },
      notes: [],
    }
  if (typeof rate !== 'string' || said === undefined) return { row, notes: doubtOf(rate) }
  if (unit === 'hour') return { row, notes: [] }
  if (unit === 'year')
    return {
      row: { ...others, annual_salary: rate },
      notes: [`${money(Number(rate))} is the annual salary.`],
    }
  // An unknown unit stays in the cell, so the row cannot be imported until the user corrects it.
  if (!unit) return { row: { ...row, pay_rate_per_hour: `${rate} ${String(said)}` }, notes: [] }
  return perHour(others, rate, unit, { country })
}

function perHour(
  row: PreparedRow,
  rate: string,
  unit: Exclude<Unit, 'hour' | 'year'>,
  { country }: { country: Jurisdiction },
): Derived {
  const amount = numberOf(rate)
  const day = numberOf(row.standard_hours_per_day)
  const isFullTime = row.employment_status === 'Full-time'
  const standard = isFullTime ? FULL_TIME[country].week : null
  const week = day ? day * (numberOf(row.standard_days_per_week) ?? DAYS_PER_WEEK) : standard
  const weeks = { day: 1, week: 1, fortnight: 2, month: 52 / 12 }[unit]
  const hours = unit === 'day' ? (day ?? (isFullTime ? FULL_TIME[country].day : null)) : week && week * weeks
  // Without hours, the hourly rate cannot be calculated. The unit stays with the number, so the row is
  // refused.
  if (amount === null || hours === null)
    return { row: { ...row, pay_rate_per_hour: `${rate} per ${unit}` }, notes: [] }
  const hourly = rounded(amount / hours)
  return {
    row: { ...row, pay_rate_per_hour: hourly },
    notes: [`${money(amount)} a ${unit} at ${quantity(hours)} hours is $${hourly} an hour.`],
  }
}

function doubtOf(rate: string | boolean | undefined): string[] {
  const amount = numberOf(rate)
  if (amount === null || amount <= UNLIKELY_RATE) return []
  return [`${money(amount)} an hour: check that it is not the pay for a week or a year.`]
}

/** “Australian resident” or Yes means that the employee is not a foreign resident. */
function residencyOf(said: string | boolean | undefined): PreparedRow {
  const text = String(said ?? '').toLowerCase()
  if (text === '') return {}
  if (/working holiday/.test(text)) return { working_holiday_tax_scale_applies: true }
  if (/foreign|non|^(n|no|f|false|0)$/.test(text)) return { is_foreign_resident: true }
  return /resident|australia|^(y|yes|t|true|1)$/.test(text) ? { is_foreign_resident: false } : {}
}

/** The name of a tax table contains the threshold, residency and study loan. */
function taxTableOf(said: string | boolean | undefined): PreparedRow {
  const text = String(said ?? '').toLowerCase()
  const isForeign = /foreign|non.?resident/.test(text)
  if (!isForeign && !/threshold/.test(text)) return {}
  return {
    is_foreign_resident: isForeign,
    has_claimed_tax_free_threshold: !isForeign && !/\bno\b|without|not claimed/.test(text),
    ...(/help|stsl|sfss|study/.test(text) ? { has_stsl_liability: !/no (help|stsl)/.test(text) } : {}),
  }
}

/** Programs write “Opted out” where the rate would be. */
function withKiwiSaver(row: PreparedRow): PreparedRow {
  const { kiwisaver_employee_rate: rate, ...others } = row
  if (typeof rate !== 'string' || !/opted|^not|non.?member|exempt/i.test(rate)) return row
  return { kiwisaver_status_code: 'NK', ...others }
}
