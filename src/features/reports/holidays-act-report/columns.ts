import { ANNIVERSARY_REGIONS } from '../../../countries/nz/law/input/words.ts'
import { type CivilDate, isCivilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, ZERO } from '../../../kernel/values/money.ts'
import { readWorkPattern } from '../../../payroll/work-pattern.ts'

/* The columns of an uploaded pay history, and the parser for each. */

const LEAVE_WORDS = [
  'ANNUAL_HOLIDAYS',
  'SICK',
  'NZ_BEREAVEMENT',
  'NZ_FAMILY_VIOLENCE',
  'PAID_PUBLIC_HOLIDAY',
  'ALT_HOLIDAY',
  'PUBLIC_HOLIDAY_WORKED',
  'UNPAID',
  'PAID_PARENTAL',
  'FINAL_HOLIDAY_PAY',
] as const
export type LeaveWord = (typeof LEAVE_WORDS)[number]

/** One parsed line of the file. */
export type HistoryRow = {
  employee: string
  start_date: CivilDate
  period_start: CivilDate
  period_end: CivilDate
  gross: Decimal
  regular_allowances: Decimal
  irregular_payments: Decimal
  hours: Decimal
  days: Decimal | null
  hours_per_week: Decimal | null
  days_per_week: Decimal | null
  weekly_pay: Decimal | null
  leave_type: LeaveWord | null
  leave_date: CivilDate | null
  leave_hours: Decimal | null
  leave_paid: Decimal
  work_pattern: string | null
  region: string | null
  alternative_days: Decimal | null
  holiday_pay: Decimal | null
}

/** A cell that cannot be parsed. The message completes a sentence that starts with the column name. */
export class BadCell extends Error {}

const required =
  <T>(read: (text: string) => T) =>
  (text: string): T => {
    if (text === '') throw new BadCell('must not be empty')
    return read(text)
  }
const orNull =
  <T>(read: (text: string) => T) =>
  (text: string): T | null =>
    text === '' ? null : read(text)
const orZero =
  (read: (text: string) => Decimal) =>
  (text: string): Decimal =>
    text === '' ? ZERO : read(text)

function name(text: string): string {
  if (text.length > 120) throw new BadCell('must not be longer than 120 characters')
  return text
}

function day(text: string): CivilDate {
  if (!isCivilDate(text)) throw new BadCell('must be a date of the form YYYY-MM-DD')
  return text
}

const NUMBER = /^-?\d{1,9}(\.\d{1,6})?$/
function amount(text: string): Decimal {
  if (!NUMBER.test(text)) throw new BadCell('must be a number such as 1250.50')
  return decimal(text)
}
function positive(text: string): Decimal {
  const value = amount(text)
  if (value.lt(ZERO)) throw new BadCell('must not be negative')
  return value
}

function leaveWord(text: string): LeaveWord {
  const word = LEAVE_WORDS.find((each) => each === text.toUpperCase())
  if (!word) throw new BadCell(`must be one of ${LEAVE_WORDS.join(', ')}`)
  return word
}

function pattern(text: string): string {
  const read = readWorkPattern(text)
  if ('problem' in read) throw new BadCell(read.problem)
  return text
}

function region(text: string): string {
  const word = text.toLowerCase().replaceAll(' ', '_')
  if (!ANNIVERSARY_REGIONS.some((each) => each === word))
    throw new BadCell(`must be one of ${ANNIVERSARY_REGIONS.join(', ')}`)
  return word
}

/** Required columns must be in the file; the others may be missing. */
export const COLUMNS: { [Name in keyof HistoryRow]: (text: string) => HistoryRow[Name] } = {
  employee: required(name),
  start_date: required(day),
  period_start: required(day),
  period_end: required(day),
  gross: orZero(amount),
  regular_allowances: orZero(amount),
  irregular_payments: orZero(amount),
  hours: orZero(positive),
  days: orNull(positive),
  hours_per_week: orNull(positive),
  days_per_week: orNull(positive),
  weekly_pay: orNull(positive),
  leave_type: orNull(leaveWord),
  leave_date: orNull(day),
  leave_hours: orNull(positive),
  leave_paid: orZero(amount),
  work_pattern: orNull(pattern),
  region: orNull(region),
  alternative_days: orNull(positive),
  holiday_pay: orNull(positive),
}

export const REQUIRED_COLUMNS = ['employee', 'start_date', 'period_start', 'period_end', 'gross'] as const

export const isColumn = (text: string): text is keyof HistoryRow => Object.hasOwn(COLUMNS, text)
