import { isDeepStrictEqual } from 'node:util'
import BigConstructor from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal } from './decimal.ts'

/* Another library repeats every calculation. It stores digits in arrays and has no shortcut for short numbers. */
const Big = BigConstructor()
Big.strict = true
Big.DP = 30

/** Short numbers, long ones, those at the limit of a safe integer, and zeros at either end. */
const digits = fc.oneof(
  { weight: 4, arbitrary: fc.nat(99_999_999).map(String) },
  fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String),
  fc.bigInt({ min: -3n, max: 3n }).map((near) => String(BigInt(Number.MAX_SAFE_INTEGER) + near)),
  fc.constantFrom('0', '1', '5', '9', '10', '100', '999999999999999', '1000000000000000', '9999999999999999'),
)
const text = fc
  .tuple(fc.boolean(), digits, fc.nat(18), fc.constantFrom('', '0', '00'))
  .map(([isNegative, all, places, noughts]) => {
    const padded = all.padStart(places + 1, '0')
    const plain = places === 0 ? padded : `${padded.slice(0, -places)}.${padded.slice(-places)}${noughts}`
    return isNegative ? `-${plain}` : plain
  })

const same = (ours: Decimal, theirs: BigConstructor.Big) => {
  expect(ours.toFixed()).toBe(theirs.toFixed())
  expect(JSON.stringify(ours)).toBe(JSON.stringify(theirs))
  // Equal values have the same internal form however they were calculated. Tests and lists compare them that way.
  expect(ours).toEqual(Decimal.from(ours.toFixed()))
}

describe('decimals', () => {
  it('agree with another library in everything, at any length', () => {
    fc.assert(
      fc.property(text, text, fc.nat(20), (a, b, places) => {
        const [x, y] = [Decimal.from(a), Decimal.from(b)]
        const [u, v] = [Big(a), Big(b)]
        same(x, u)
        same(x.plus(y), u.plus(v))
        same(x.minus(b), u.minus(b))
        same(x.times(y), u.times(v))
        if (!v.eq('0')) same(x.div(y), u.div(v))
        same(x.abs(), u.abs())
        same(x.negated(), u.neg())
        same(x.round(places), u.round(places, Big.roundHalfUp))
        same(x.round(places, 'down'), u.round(places, Big.roundDown))
        expect(x.toFixed(places)).toBe(u.toFixed(places))
        expect(Math.sign(x.cmp(y))).toBe(u.cmp(v))
        expect([x.eq(y), x.lt(y), x.lte(y), x.gt(y), x.gte(y)]).toEqual([
          u.eq(v),
          u.lt(v),
          u.lte(v),
          u.gt(v),
          u.gte(v),
        ])
        expect([x.eq(a), x.lte(x), x.gte(x), x.isZero()]).toEqual([true, true, true, u.eq('0')])
      }),
      { numRuns: 3000 },
    )
  })

  /* Values at, below and above the safe integer limit, the longest text read as a plain number, and all powers of ten. */
  const EDGES = [
    ...['0', '1', '-1', '5', '9', '0.5', '-0.5', '0.25', '1.5', '-2.5', '10', '-100', '123.45', '0.05'],
    ...['9007199254740990', '9007199254740991', '9007199254740992', '-9007199254740991', '-9007199254740992'],
    ...['90071992547409.91', '4503599627370496', '94906267', '94906266', '-0.0000001', '0.000001', '0.90'],
    ...['999999999999999', '99999999999.999', '-9999999999999', '-99999999999999', '9999999999999999.5'],
    ...['0.1234567890123456', '0.000000000000001', '0.0000000000000001', '1000000000000000', '1e15', '1e16'],
    ...['1e20', '1.5e21', '-101e20', '1e-31', '-5e-31', '4e-31', '1.00000000000000000000000000000000005'],
    ...['9'.repeat(40), `0.${'1'.repeat(33)}`],
  ]

  /** The values that differ, or that do not equal the decimal parsed from their text. */
  const differences = (what: string, ours: readonly unknown[], theirs: readonly unknown[]) => {
    const isCanonical = (value: unknown) =>
      !(value instanceof Decimal) || isDeepStrictEqual(value, Decimal.from(value.toFixed()))
    if (ours.map(String).join() === theirs.map(String).join() && ours.every(isCanonical)) return []
    return [`${what}: ${ours.map(String)}, not ${theirs.map(String)}`]
  }

  it.each(EDGES)('agree at the edges: %s and each other', (a) => {
    const wrong = EDGES.flatMap((b) => {
      const [x, y, u, v] = [Decimal.from(a), Decimal.from(b), Big(a), Big(b)]
      const isNought = b === '0'
      const ours = [x, x.plus(y), x.minus(b), x.times(y), isNought ? x : x.div(y), x.abs(), x.negated()]
      const theirs = [u, u.plus(v), u.minus(v), u.times(v), isNought ? u : u.div(v), u.abs(), u.neg()]
      const order = [x.cmp(y), x.eq(y), x.lt(y), x.lte(y), x.gt(y), x.gte(y)]
      const expected = [u.cmp(v), u.eq(v), u.lt(v), u.lte(v), u.gt(v), u.gte(v)]
      return differences(`${a}, ${b}`, [...ours, ...order], [...theirs, ...expected])
    })
    const rounded = [0, 1, 2, 3, 6, 14, 15, 16, 17, 32].flatMap((places) => {
      const [x, u] = [Decimal.from(a), Big(a)]
      const ours = [x.round(places), x.round(places, 'down'), x.toFixed(places)]
      const theirs = [u.round(places, Big.roundHalfUp), u.round(places, Big.roundDown), u.toFixed(places)]
      return differences(`${a} to ${places}`, ours, theirs)
    })
    expect([...wrong, ...rounded]).toEqual([])
  })

  it('agree where the quotient has an end, and at exactly half a unit', () => {
    const parts = fc.tuple(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.constantFrom('8', '12', '52', '0.04'),
    )
    fc.assert(
      fc.property(parts, ([units, by]) => {
        const value = `${units}.5`.replace(/^(-?)(\d+)/, '$1$2')
        same(Decimal.from(value).div(by), Big(value).div(by))
        same(Decimal.from(value).round(0), Big(value).round(0, Big.roundHalfUp))
      }),
      { numRuns: 500 },
    )
  })

  it.each(['1e3', '-1.5E-9', '1e21', '12e-7', '5.', '.5', '-.25', '0e5', '-0', '-0.00', '007.10', '1E+2'])(
    'read %s alike',
    (value) => same(Decimal.from(value), Big(value)),
  )

  it('are made of whole big numbers and of themselves', () => {
    same(Decimal.from(12_345_678_901_234_567_890n), Big('12345678901234567890'))
    expect(Decimal.from(Decimal.from('1.5')).toFixed()).toBe('1.5')
  })

  it.each([
    '',
    '-',
    '.',
    '-.',
    '1,5',
    ' 1',
    '1 ',
    '0x1',
    'NaN',
    'Infinity',
    '--1',
    '1.2.3',
    '1e',
    'e5',
    '+1',
  ])('refuse %j', (value) => expect(() => Decimal.from(value)).toThrow(`"${value}" is not a decimal`))

  it('refuse floats, operators and a division by nothing', () => {
    expect(() => Decimal.from(1.5 as unknown as string)).toThrow('not from a number')
    expect(() => Number(Decimal.from('1.5'))).toThrow('not a JavaScript number')
    expect(() => Decimal.from('1').div('0.00')).toThrow('division by zero')
  })

  it('keep the sign of what is rounded to nought, as it has always been written', () => {
    expect(Decimal.from('-0.001').toFixed(2)).toBe(Big('-0.001').toFixed(2))
    expect(Decimal.from('-0.001').round(2).toFixed(2)).toBe('0.00')
  })
})
