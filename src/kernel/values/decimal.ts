/*
 * Exact decimals as whole numbers of a unit: 12.5 is 125 tenths. Up to about 9 × 10^15 units they are plain numbers, which the
 * processor adds and multiplies directly. Beyond that they are big integers. Only `round`, `toFixed` and `div` round.
 */

/** A quotient is rounded to this number of places, half away from zero. */
const QUOTIENT_PLACES = 30
/** Quotients of up to this number of further places are found without big integers. */
const SHORT_PLACES = 6
const ZEROS = 8
const MANY = 10n ** BigInt(ZEROS)
/** Powers of ten that a plain number represents exactly. */
const POWERS = Array.from({ length: 16 }, (_, places) => 10 ** places)
/** A string of up to this number of characters is read as a plain number. */
const LONGEST = 15
const MOST = Number.MAX_SAFE_INTEGER
const NUMERIC = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const [MINUS, POINT, NOUGHT, NINE] = [45, 46, 48, 57]

type Units = number | bigint
export type Rounding = 'half-up' | 'down'

export class Decimal {
  /** Never has trailing zeros, so that equal values have the same form. */
  private readonly units: Units
  private readonly places: number

  private constructor(units: Units, places: number) {
    this.units = units
    this.places = places
  }

  /** Reads a decimal from its text or from a bigint. A JavaScript number throws, so that no float becomes a figure. */
  static from(value: string | bigint | Decimal): Decimal {
    if (value instanceof Decimal) return value
    if (typeof value === 'bigint') return shortest(value, 0)
    if (typeof value !== 'string') throw new TypeError('a decimal is made from text, not from a number')
    return readShort(value) ?? readLong(value)
  }

  /** For use in this file only. */
  static of(units: Units, places: number): Decimal {
    return new Decimal(units, places)
  }

  isZero(): boolean {
    return this.units === 0
  }

  plus(other: string | Decimal): Decimal {
    const y = Decimal.from(other)
    const { units: a, places: p } = this
    const { units: b, places: q } = y
    if (typeof a === 'number' && typeof b === 'number') {
      if (p === q) {
        const sum = a + b
        if (sum <= MOST && sum >= -MOST) return shortestNumber(sum, p)
      } else {
        const most = p > q ? p : q
        const left = raised(a, most - p)
        const right = raised(b, most - q)
        const sum = left + right
        if (isSafe(left) && isSafe(right) && isSafe(sum)) return shortestNumber(sum, most)
      }
    }
    const most = Math.max(p, q)
    return shortest(raisedBig(a, most - p) + raisedBig(b, most - q), most)
  }

  minus(other: string | Decimal): Decimal {
    return this.plus(Decimal.from(other).negated())
  }

  times(other: string | Decimal): Decimal {
    const { units: b, places: q } = Decimal.from(other)
    const { units: a, places: p } = this
    if (typeof a === 'number' && typeof b === 'number') {
      // A product within the safe range is exact: rounding cannot bring a larger product into it.
      const product = a * b
      if (isSafe(product)) return shortestNumber(product, p + q)
    }
    return shortest(BigInt(a) * BigInt(b), p + q)
  }

  div(other: string | Decimal): Decimal {
    const { units: b, places: q } = Decimal.from(other)
    const { units: a, places: p } = this
    if (b === 0) throw new RangeError('division by zero')
    if (a === 0) return this
    const short = typeof a === 'number' && typeof b === 'number' ? shortQuotient(a, b, p - q) : undefined
    if (short) return short
    const shift = QUOTIENT_PLACES + q - p
    const above = BigInt(a) * (shift > 0 ? 10n ** BigInt(shift) : 1n)
    const below = BigInt(b) * (shift < 0 ? 10n ** BigInt(-shift) : 1n)
    return shortest(quotient(above, below, 'half-up'), QUOTIENT_PLACES)
  }

  negated(): Decimal {
    return this.units === 0 ? this : new Decimal(-this.units, this.places)
  }

  abs(): Decimal {
    return this.units < 0 ? this.negated() : this
  }

  /** Negative, zero or positive, when this value is smaller, equal or greater. */
  cmp(other: string | Decimal): number {
    const { units: b, places: q } = Decimal.from(other)
    const { units: a, places: p } = this
    if (p === q) return a < b ? -1 : a > b ? 1 : 0
    const most = p > q ? p : q
    if (typeof a === 'number' && typeof b === 'number') {
      const left = raised(a, most - p)
      const right = raised(b, most - q)
      if (isSafe(left) && isSafe(right)) return left < right ? -1 : left > right ? 1 : 0
    }
    const left = raisedBig(a, most - p)
    const right = raisedBig(b, most - q)
    return left < right ? -1 : left > right ? 1 : 0
  }

  eq(other: string | Decimal): boolean {
    const y = Decimal.from(other)
    return this.units === y.units && this.places === y.places
  }

  lt(other: string | Decimal): boolean {
    return this.cmp(other) < 0
  }

  lte(other: string | Decimal): boolean {
    return this.cmp(other) <= 0
  }

  gt(other: string | Decimal): boolean {
    return this.cmp(other) > 0
  }

  gte(other: string | Decimal): boolean {
    return this.cmp(other) >= 0
  }

  /** Rounds to at most this number of places, half away from zero, or drops the rest. */
  round(places: number, rounding: Rounding = 'half-up'): Decimal {
    const { units, places: have } = this
    const drop = have - places
    if (drop <= 0) return this
    if (typeof units === 'number' && drop < POWERS.length) {
      const unit = POWERS[drop] as number
      const size = units < 0 ? -units : units
      const rest = size % unit
      const whole = (size - rest) / unit + (rounding === 'half-up' && rest * 2 >= unit ? 1 : 0)
      return shortestNumber(units < 0 ? -whole : whole, places)
    }
    return shortest(quotient(BigInt(units), 10n ** BigInt(drop), rounding), places)
  }

  /** Plain digits, with a fixed number of places where given. A negative figure keeps its sign when it rounds to zero. */
  toFixed(places?: number): string {
    const shown = places === undefined ? this : this.round(places)
    const sign = this.units < 0 ? '-' : ''
    const size = shown.units < 0 ? -shown.units : shown.units
    let digits = String(size)
    const wanted = places ?? shown.places
    if (wanted > shown.places) digits += '0'.repeat(wanted - shown.places)
    if (wanted === 0) return sign + digits
    if (digits.length <= wanted) digits = '0'.repeat(wanted + 1 - digits.length) + digits
    const point = digits.length - wanted
    return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
  }

  /** Like `toFixed`, but very small and very large values use powers of ten, because they have always been stored that way. */
  toString(): string {
    if (this.units === 0) return '0'
    const digits = String(this.units < 0 ? -this.units : this.units)
    const exponent = digits.length - this.places - 1
    if (exponent > -7 && exponent < 21) return this.toFixed()
    const [first, rest] = [digits.slice(0, 1), digits.slice(1).replace(/0+$/, '')]
    return `${this.units < 0 ? '-' : ''}${first}${rest && `.${rest}`}e${exponent < 0 ? '' : '+'}${exponent}`
  }

  toJSON(): string {
    return this.toString()
  }

  /** Throws, because comparing or adding by an operator would go through a float. */
  valueOf(): never {
    throw new TypeError('a decimal is not a JavaScript number: compare it by lt, eq or gt')
  }
}

const isSafe = (value: number) => value <= MOST && value >= -MOST

/** Infinity when a plain number cannot hold the result. */
function raised(units: number, by: number): number {
  if (by === 0 || units === 0) return units
  return by < POWERS.length ? units * (POWERS[by] as number) : Number.POSITIVE_INFINITY
}

const raisedBig = (units: Units, by: number): bigint => BigInt(units) * 10n ** BigInt(by)

function shortestNumber(units: number, places: number): Decimal {
  if (units === 0) return Decimal.of(0, 0)
  let short = units
  let left = places
  while (left > 0 && short % 10 === 0) {
    short /= 10
    left -= 1
  }
  return Decimal.of(short, left)
}

/** A quotient that needs few places, as most quotients of payroll do: 1,976 hours over 52 weeks. */
function shortQuotient(above: number, below: number, places: number): Decimal | undefined {
  if (places + SHORT_PLACES > QUOTIENT_PLACES) return undefined
  for (let more = Math.max(0, -places); more <= SHORT_PLACES; more++) {
    const units = raised(above, more)
    if (!isSafe(units)) return undefined
    if (units % below === 0) return shortestNumber(units / below, places + more)
  }
  return undefined
}

function shortest(units: bigint, places: number): Decimal {
  let short = units
  let left = places
  // A quotient often ends in many zeros.
  while (left >= ZEROS && short % MANY === 0n && short !== 0n) {
    short /= MANY
    left -= ZEROS
  }
  while (left > 0 && short % 10n === 0n) {
    short /= 10n
    left -= 1
  }
  if (short === 0n) return Decimal.of(0, 0)
  return short <= MOST && short >= -MOST ? Decimal.of(Number(short), left) : Decimal.of(short, left)
}

function quotient(above: bigint, below: bigint, rounding: Rounding): bigint {
  const isNegative = above < 0n !== below < 0n
  const [size, unit] = [above < 0n ? -above : above, below < 0n ? -below : below]
  const whole = size / unit + (rounding === 'half-up' && (size % unit) * 2n >= unit ? 1n : 0n)
  return isNegative ? -whole : whole
}

/** Reads a string of at most fifteen characters with only digits, a sign and a point. Nearly all are like this. */
function readShort(text: string): Decimal | undefined {
  const first = text.charCodeAt(0) === MINUS ? 1 : 0
  if (text.length > LONGEST || text.length === first) return undefined
  let units = 0
  let point = text.length
  for (let i = first; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= NOUGHT && code <= NINE) units = units * 10 + code - NOUGHT
    else if (code === POINT && point === text.length && i > first) point = i
    else return undefined
  }
  const places = point === text.length ? 0 : text.length - point - 1
  return shortestNumber(first === 1 ? -units : units, places)
}

function readLong(text: string): Decimal {
  if (!NUMERIC.test(text)) throw new TypeError(`"${text}" is not a decimal`)
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const units = BigInt(whole + fraction)
  const places = fraction.length - Number(power)
  return places < 0 ? shortest(raisedBig(units, -places), 0) : shortest(units, places)
}
