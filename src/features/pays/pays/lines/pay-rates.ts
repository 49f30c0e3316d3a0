import { invalid, unprocessable } from '../../../../kernel/problem.ts'
import { type CivilDate, civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import { type FieldTimeline, valueOn } from '../../../../payroll/terms.ts'
import type { HoursDetails } from './lines.ts'

/** A rate that hours can refer to, by its stable reference or its description. */
export type RateChoice = {
  reference: string
  description: string
  rate: string | null
  multiplier: string | null
  /** The rates for single days that a stored pay was made with. */
  byDay?: ReadonlyMap<string, string>
}

export const ORDINARY_TIME: RateChoice = {
  reference: 'system:ordinary_time',
  description: 'Ordinary time',
  rate: null,
  multiplier: '1',
}

const CENT = 0.01

type RateRequest = {
  rate?: number | string | null | undefined
  multiplier?: number | string | null | undefined
  rate_reference?: string | null
  rate_description?: string | null
}

type KnownRates = { ratePerHour: string | null; rates: readonly RateChoice[] }

/** The ordinary rate of a row: that of its date if it has one, or else that of the period end. */
function ordinaryRateOn(
  ratePerHour: string | null,
  rates: FieldTimeline | undefined,
  date: string | null | undefined,
): string | null {
  if (!rates || !date) return ratePerHour
  const rate = valueOn(rates, civilDate(date))
  return rate === null ? null : String(rate)
}

/** The employee's ordinary rate on a day, for rows that the service adds. */
export const rateOfDay = (
  { pay_rate_per_hour, rates }: { pay_rate_per_hour: string | null; rates?: FieldTimeline },
  day: CivilDate,
): string => ordinaryRateOn(pay_rate_per_hour, rates, day) ?? '0'

/** The ordinary rate that an hours row follows, or null if it has its own rate or a named one. */
export function ordinaryRateShown(details: HoursDetails): string | null {
  const { has_own_rate, multiplier, rate, rate_reference: reference, rate_description } = details
  if (has_own_rate !== false) return null
  if (multiplier !== null)
    return Number(multiplier) === 0 ? null : decimal(rate).div(decimal(multiplier)).toFixed()
  const isOrdinary = reference ? reference === ORDINARY_TIME.reference : !rate_description
  return isOrdinary ? rate : null
}

/** The rates available to a row on its date. */
export function ratesOn<Known extends KnownRates & { ratesByDay?: FieldTimeline | undefined }>(
  known: Known,
  date: string | null | undefined,
): Known {
  if (!date) return known
  const rates = known.rates.some(({ byDay }) => byDay?.has(date))
    ? known.rates.map((rate) => ({ ...rate, rate: rate.byDay?.get(date) ?? rate.rate }))
    : known.rates
  return { ...known, rates, ratePerHour: ordinaryRateOn(known.ratePerHour, known.ratesByDay, date) }
}

/** The dollars per unit of an hours or leave row: its own rate, a multiple of the ordinary rate, or a named rate. */
export function resolveRate(row: RateRequest, known: KnownRates, where: string): string {
  if (row.rate !== null && row.rate !== undefined) return decimal(String(row.rate)).toFixed()
  if (row.multiplier !== null && row.multiplier !== undefined)
    return timesOrdinary(String(row.multiplier), known, where)
  const named = namedRate(row, known, where)
  if (!named) return timesOrdinary('1', known, where)
  return named.rate ?? timesOrdinary(named.multiplier ?? '1', known, where)
}

/** The rate of a row as stored, since a caller may send back a row it has read. */
export type EarlierRate = {
  rate: string
  multiplier: string | null
  rate_reference?: string | null
  rate_description?: string | null
}

/**
 * A rate sent with a multiplier must agree with it. A rate sent with a named rate takes precedence, and a note reports
 * any difference. A row sent back unchanged is always accepted, even if the employee's rate has changed.
 */
export function checkSentRate(
  row: RateRequest,
  known: KnownRates,
  { where, loc }: { where: string; loc: readonly (string | number)[] },
  earlier: EarlierRate | undefined,
): string | undefined {
  if (earlier) return undefined
  if (!isSent(row.rate)) return checkNamedBeside(row, known, where)
  const rate = Number(row.rate)
  if (isSent(row.multiplier)) {
    if (known.ratePerHour === null)
      throw invalid(
        [...loc, 'multiplier'],
        'multiplier needs the pay_rate_per_hour of the employee, who has none. Send rate alone.',
      )
    const expected = timesOrdinary(decimal(String(row.multiplier)).toFixed(), known, where)
    if (Number(expected) !== rate)
      throw invalid(
        [...loc, 'multiplier'],
        `multiplier and rate exclude each other unless they agree: ${row.multiplier} × ${known.ratePerHour} is ${expected}, not ${row.rate}. Send one of them.`,
      )
    return undefined
  }
  const name = row.rate_reference || row.rate_description
  if (!name) return undefined
  const named = rateNamed(row, known)
  if (!named) return `${where}: the rate ${row.rate} is used; there is no pay rate ${name}.`
  const value = namedValue(named, known)
  return value !== null && Number(value) === rate
    ? undefined
    : `${where}: the rate ${row.rate} that was sent is used; the pay rate ${name} is ${value ?? 'not known'}.`
}

/**
 * The service calculates `pay_amount`. A row may be sent back as it was read, but another amount would be ignored, so it is
 * refused.
 */
export function checkSentAmount(
  { pay_amount: sent }: { pay_amount?: unknown },
  rows: readonly { value: string; rate: string }[],
  loc: readonly (string | number)[],
): void {
  if (sent === null || sent === undefined || sent === '') return
  const amounts = rows.map(({ value, rate }) => decimal(value).times(decimal(rate)))
  const isKnown = amounts.some((amount) => Math.abs(Number(amount.toFixed()) - Number(sent)) < CENT)
  if (isKnown) return
  throw invalid(
    [...loc, 'pay_amount'],
    `pay_amount is calculated from value and rate: ${amounts[0]?.toFixed(2)} here. Change those, or omit pay_amount.`,
  )
}

/** A multiplier takes precedence over a named rate, and a reference over a description. */
function checkNamedBeside(row: RateRequest, known: KnownRates, where: string): string | undefined {
  const name = row.rate_reference || row.rate_description
  if (!name) return undefined
  const named = rateNamed(row, known)
  if (isSent(row.multiplier)) {
    const value = named ? namedValue(named, known) : null
    const used = timesOrdinary(String(row.multiplier), known, where)
    return value !== null && Number(value) === Number(used)
      ? undefined
      : `${where}: the multiplier ${row.multiplier} that was sent is used; the pay rate ${name} is ${value ?? 'not known'}.`
  }
  if (!row.rate_reference || !row.rate_description || !named) return undefined
  return isSameName(named.description, row.rate_description)
    ? undefined
    : `${where}: the pay rate ${name} is used; it is called "${named.description}", not "${row.rate_description}".`
}

export function rateNamed(row: RateRequest, known: KnownRates): RateChoice | undefined {
  return known.rates.find(
    ({ reference, description }) =>
      reference === row.rate_reference ||
      (!row.rate_reference && isSameName(description, row.rate_description ?? '')),
  )
}

export const isSameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** The stored row that this one repeats, if there is one. */
export function findEarlier<T extends EarlierRate>(row: RateRequest, stored: readonly T[]): T | undefined {
  if (!isSent(row.rate)) return undefined
  const number = (value: string | number | null | undefined) => (isSent(value) ? Number(value) : null)
  return stored.find(
    (line) =>
      Number(line.rate) === Number(row.rate) &&
      number(line.multiplier) === number(row.multiplier) &&
      (line.rate_reference ?? null) === (row.rate_reference ?? null) &&
      (line.rate_description ?? null) === (row.rate_description ?? null),
  )
}

export function namedValue({ rate, multiplier }: RateChoice, { ratePerHour }: KnownRates): string | null {
  if (rate !== null) return decimal(rate).toFixed()
  if (ratePerHour === null) return null
  return decimal(ratePerHour)
    .times(decimal(multiplier ?? '1'))
    .toFixed()
}

const isSent = (value: number | string | null | undefined): value is number | string =>
  value !== null && value !== undefined

function namedRate(row: RateRequest, known: KnownRates, where: string): RateChoice | undefined {
  if (row.rate_reference) {
    const found = known.rates.find((rate) => rate.reference === row.rate_reference)
    if (!found)
      throw unprocessable(`${where}: this employee has no pay rate with the reference ${row.rate_reference}.`)
    return found
  }
  if (!row.rate_description) return undefined
  const wanted = row.rate_description.trim().toLowerCase()
  const found = known.rates.filter((rate) => rate.description.trim().toLowerCase() === wanted)
  if (found.length === 0)
    throw unprocessable(
      `${where}: this employee has no pay rate with the description "${row.rate_description}".`,
    )
  if (found.length > 1)
    throw unprocessable(
      `${where}: several pay rates have the description "${row.rate_description}"; name one by rate_reference (${found.map((rate) => rate.reference).join(', ')}).`,
    )
  return found[0]
}

function timesOrdinary(multiplier: string, known: KnownRates, where: string): string {
  if (known.ratePerHour === null)
    throw unprocessable(`${where}: the employee has no pay_rate_per_hour, so a rate must be given.`)
  if (multiplier === '1') return known.ratePerHour
  return decimal(known.ratePerHour).times(decimal(multiplier)).toFixed()
}

/** A note if the workers compensation amount replaces a rate that was sent. */
export function replacedBy({ rate }: RateRequest, workersComp: string, where: string): string | undefined {
  if ((rate ?? null) === null || Number(rate) === Number(workersComp)) return undefined
  return `${where}: paid at the workers compensation hourly amount ${workersComp}, not at the rate ${rate} that was sent.`
}
