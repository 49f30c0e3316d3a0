import { Decimal } from './decimal.ts'
import { readMillionths, writeMillionths } from './millionths.ts'
import { present } from './present.ts'

/** An exact decimal. Made only by `decimal`, so that every figure starts from text or a whole number. */
export type { Decimal } from './decimal.ts'

/** Reads a decimal from its text, or from a whole number. */
export function decimal(value: string | bigint | Decimal): Decimal {
  return Decimal.from(value)
}

/** A whole number (a count, a number of periods) as a decimal. */
export function whole(value: number): Decimal {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number`)
  return Decimal.from(value.toString())
}

export const ZERO = decimal('0')
export const ONE = decimal('1')

/** Nearest cent, exactly half a cent away from zero. */
export function toCent(value: Decimal): Decimal {
  return value.round(2)
}

/**
 * Nearest cent of a figure that quotients were multiplied into. They are cut after twelve places or more, so what is a hair below
 * half a cent is that half cent: the cut must not cost the employee one.
 */
export function toCentOfQuotient(value: Decimal): Decimal {
  return toCent(toPlaces(value, 8))
}

/** Cents, the rest dropped (toward zero). */
export function toCentDown(value: Decimal): Decimal {
  return value.round(2, 'down')
}

/** Nearest dollar, exactly 50 cents away from zero. */
export function toNearestDollar(value: Decimal): Decimal {
  return value.round(0)
}

/** Whole dollars, the cents dropped (toward zero). */
export function toDollarDown(value: Decimal): Decimal {
  return value.round(0, 'down')
}

/** Whole units, the rest dropped (toward zero). */
export function toWholeDown(value: Decimal): Decimal {
  return value.round(0, 'down')
}

/** Nearest value with this many decimal places, half away from zero: for hours, rates and other non-money figures. */
export function toPlaces(value: Decimal, places: number): Decimal {
  return value.round(places)
}

/** A rate as people say it: 0.175 is "17.5%". */
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

/** The value, or zero where it is negative. */
export function notBelowZero(value: Decimal): Decimal {
  return value.lt(ZERO) ? ZERO : value
}

export function isZero(value: Decimal): boolean {
  return value.isZero()
}

/**
 * Splits a cent amount by weights so that the parts always add up to the whole.
 * Each part is cut down to cents; the cents left over go to the largest remainders, first come first served.
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
 * Adds up figures that are still text, exactly: as whole millionths where they are short enough, else as decimals.
 * A year of pays is added up for every pay of a run, and reading each figure as a decimal first costs ten times as much.
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
