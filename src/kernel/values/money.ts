import { Decimal } from './decimal.ts'
import { readMillionths, writeMillionths } from './millionths.ts'
import { present } from './present.ts'

/** An exact decimal. Only `decimal` creates one, so that every figure starts from text or a whole number. */
export type { Decimal } from './decimal.ts'

/** Reads a decimal from its text or from a whole number. */
export function decimal(value: string | bigint | Decimal): Decimal {
  return Decimal.from(value)
}

export const isDecimal = (value: unknown): value is Decimal => value instanceof Decimal

/** A whole number (a count, a number of periods) as a decimal. */
export function whole(value: number): Decimal {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number`)
  return Decimal.from(value.toString())
}

export const ZERO = decimal('0')
export const ONE = decimal('1')

/** Rounds to the nearest cent, with half a cent rounded away from zero. */
export function toCent(value: Decimal): Decimal {
  return value.round(2)
}

/**
 * Rounds a figure that contains quotients to the nearest cent. Quotients are cut after twelve places or more, so a value just
 * below half a cent counts as half a cent. The cut must not cost the employee a cent.
 */
export function toCentOfQuotient(value: Decimal): Decimal {
  return toCent(toPlaces(value, 8))
}

/** Truncates to cents (toward zero). */
export function toCentDown(value: Decimal): Decimal {
  return value.round(2, 'down')
}

/** Rounds to the nearest dollar, with 50 cents rounded away from zero. */
export function toNearestDollar(value: Decimal): Decimal {
  return value.round(0)
}

/** Truncates to whole dollars (toward zero). */
export function toDollarDown(value: Decimal): Decimal {
  return value.round(0, 'down')
}

/** Truncates to whole units (toward zero). */
export function toWholeDown(value: Decimal): Decimal {
  return value.round(0, 'down')
}

/** Rounds to this number of decimal places, half away from zero. For hours, rates and other non-money figures. */
export function toPlaces(value: Decimal, places: number): Decimal {
  return value.round(places)
}

/** A rate for people to read: 0.175 is "17.5%". */
export function percent(rate: Decimal): string {
  return `${rate.times('100').toFixed()}%`
}

export function sum(values: Iterable<Decimal>): Decimal {
  let total = ZERO
  for (const value of values) if (!isZero(value)) total = total.plus(value)
  return total
}

export function smaller(a: Decimal, b: Decimal): Decimal {
  return a.lt(b) ? a : b
}

export function greater(a: Decimal, b: Decimal): Decimal {
  return a.gt(b) ? a : b
}

/** The value, or zero when it is negative. */
export function notBelowZero(value: Decimal): Decimal {
  return value.lt(ZERO) ? ZERO : value
}

export function isZero(value: Decimal): boolean {
  return value.isZero()
}

/**
 * Splits a cent amount by weights, so that the parts always add up to the whole.
 * Each part is truncated to cents. The cents left over go to the largest remainders, the first ones on a tie.
 */
export function allocate(total: Decimal, weights: readonly Decimal[]): Decimal[] {
  if (weights.length === 0) return []
  const weightSum = sum(weights)
  const shares = isZero(weightSum) ? weights.map((_, i) => (i === 0 ? ONE : ZERO)) : weights
  const divisor = isZero(weightSum) ? ONE : weightSum
  const exact = shares.map((weight) => total.times(weight).div(divisor))
  const parts = exact.map(toCentDown)
  let left = total.minus(sum(parts))
  const cent = decimal(left.lt(ZERO) ? '-0.01' : '0.01')
  const order = exact
    .map((value, index) => ({ index, remainder: value.minus(parts[index] ?? ZERO).abs() }))
    .sort((a, b) => b.remainder.cmp(a.remainder))
  for (let i = 0; !isZero(left); i++) {
    const { index } = present(order[i % order.length])
    const step = left.abs().lt(cent.abs()) ? left : cent
    parts[index] = (parts[index] ?? ZERO).plus(step)
    left = left.minus(step)
  }
  return parts
}

/**
 * Adds up figures given as text, exactly: as whole millionths when they are short enough, otherwise as decimals.
 * Every pay of a run adds up a year of pays. Parsing each figure as a decimal first costs ten times as much.
 */
export function sumTexts(texts: readonly string[]): Decimal {
  let millionths = 0
  let rest = ZERO
  for (const text of texts) {
    // Most figures of most pays are zero.
    if (text === '0') continue
    const value = readMillionths(text)
    if (value === undefined || !Number.isSafeInteger(millionths + value)) rest = rest.plus(decimal(text))
    else millionths += value
  }
  return millionths === 0 ? rest : rest.plus(decimal(writeMillionths(millionths)))
}
