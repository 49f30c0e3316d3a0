import BigConstructor from 'big.js'

// Strict mode makes a JavaScript number throw, so a float can never leak into a figure.
const Big = BigConstructor()
Big.strict = true
Big.DP = 30

/** An exact decimal. Made only by `decimal`, so that every figure starts from text or a whole number. */
export type Decimal = BigConstructor.Big

/** Reads a decimal from its text, or from a whole number. */
export function decimal(value: string | bigint | Decimal): Decimal {
  return Big(typeof value === 'bigint' ? value.toString() : value)
}

/** A whole number (a count, a number of periods) as a decimal. */
export function whole(value: number): Decimal {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number`)
  return Big(value.toString())
}

export const ZERO = decimal('0')
export const ONE = decimal('1')

/** Nearest cent, exactly half a cent away from zero. */
export function toCent(value: Decimal): Decimal {
  return value.round(2, Big.roundHalfUp)
}

/** Cents, the rest dropped (toward zero). */
export function toCentDown(value: Decimal): Decimal {
  return value.round(2, Big.roundDown)
}

/** Nearest dollar, exactly 50 cents away from zero. */
export function toNearestDollar(value: Decimal): Decimal {
  return value.round(0, Big.roundHalfUp)
}

/** Whole dollars, the cents dropped (toward zero). */
export function toDollarDown(value: Decimal): Decimal {
  return value.round(0, Big.roundDown)
}

/** Nearest value with this many decimal places, half away from zero: for hours, rates and other non-money figures. */
export function toPlaces(value: Decimal, places: number): Decimal {
  return value.round(places, Big.roundHalfUp)
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
  return value.eq(ZERO)
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
    .sort((a, b) => b.remainder.cmp(a.remainder) || a.index - b.index)
  for (let i = 0; !isZero(left) && i < order.length * 2; i++) {
    const { index } = order[i % order.length] as { index: number }
    const step = left.abs().lt(cent.abs()) ? left : cent
    parts[index] = (parts[index] ?? ZERO).plus(step)
    left = left.minus(step)
  }
  return parts
}
