import { decimal } from '../../../payroll/money.ts'
import { unprocessable } from '../../../problem.ts'

/** A rate that hours can name: by its stable reference or by its description. */
export type RateChoice = {
  reference: string
  description: string
  rate: string | null
  multiplier: string | null
}

export const ORDINARY_TIME: RateChoice = {
  reference: 'system:ordinary_time',
  description: 'Ordinary time',
  rate: null,
  multiplier: '1',
}

type RateRequest = {
  rate?: number | string | null | undefined
  multiplier?: number | string | null | undefined
  rate_reference?: string | null
  rate_description?: string | null
}

type KnownRates = { ratePerHour: string | null; rates: readonly RateChoice[] }

/** The dollars per unit of an hours or leave row: its own rate, a multiple of the ordinary one, or a named rate. */
export function resolveRate(row: RateRequest, known: KnownRates, where: string): string {
  if (row.rate !== null && row.rate !== undefined) return decimal(String(row.rate)).toFixed()
  if (row.multiplier !== null && row.multiplier !== undefined)
    return timesOrdinary(String(row.multiplier), known, where)
  const named = namedRate(row, known, where)
  if (!named) return timesOrdinary('1', known, where)
  return named.rate ?? timesOrdinary(named.multiplier ?? '1', known, where)
}

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
