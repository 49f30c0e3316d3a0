import { invalid, unprocessable } from '../../../kernel/problem.ts'
import { type Decimal, decimal, toPlaces, ZERO } from '../../../kernel/values/money.ts'

type Given = { rate?: number | string | null | undefined; multiplier?: number | string | null | undefined }
/** A rate is either dollars per unit or a multiple of the employee's base rate, never both. */
export type Price = { rate: string | null; multiplier: string | null }

const LIMIT = decimal('1000000')

/** The price of a new rate. */
export function readPrice(given: Given): Price {
  const price = { rate: read(given.rate, 'rate'), multiplier: read(given.multiplier, 'multiplier') }
  if ((price.rate === null) === (price.multiplier === null))
    throw invalid(['body', 'rate'], 'Give either rate or multiplier')
  return price
}

/** The price after a change. A new rate replaces the multiplier, and the other way round. */
export function changePrice(stored: Price, given: Given): Price {
  const rate = given.rate === undefined ? undefined : read(given.rate, 'rate')
  const multiplier = given.multiplier === undefined ? undefined : read(given.multiplier, 'multiplier')
  if (rate && multiplier) throw invalid(['body', 'rate'], 'Give either rate or multiplier, not both')
  if (rate) return { rate, multiplier: null }
  if (multiplier) return { rate: null, multiplier }
  const price = {
    rate: rate === null ? null : stored.rate,
    multiplier: multiplier === null ? null : stored.multiplier,
  }
  if (price.rate === null && price.multiplier === null)
    throw unprocessable('A pay rate needs a rate or a multiplier')
  return price
}

function read(value: number | string | null | undefined, name: 'rate' | 'multiplier'): string | null {
  if (value === null || value === undefined) return null
  const amount: Decimal = toPlaces(decimal(String(value)), 6)
  if (!amount.lt(LIMIT)) throw invalid(['body', name], `${name} is too large`, 'less_than')
  if (name === 'multiplier' && !amount.gt(ZERO))
    throw invalid(['body', name], 'multiplier must be greater than 0', 'greater_than')
  return amount.toFixed()
}
