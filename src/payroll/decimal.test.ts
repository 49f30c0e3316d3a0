import BigConstructor from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal } from './decimal.ts'

/* Another library works everything out a second time: it keeps its digits in lists, and knows no shortcut for short ones. */
const Big = BigConstructor()
Big.strict = true
Big.DP = 30

/** Plain figures, long ones, those at the edge of what a plain number holds, and noughts at either end. */
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
  // Whatever led to it, the same value is the same object: tests and lists compare them so.
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
  ])('refuse %j', (value) => expect(() => Decimal.from(value)).toThrow(`"${value}" is no decimal`))

  it('refuse floats, operators and a division by nothing', () => {
    expect(() => Decimal.from(1.5 as unknown as string)).toThrow('not of a number')
    expect(() => Number(Decimal.from('1.5'))).toThrow('no JavaScript number')
    expect(() => Decimal.from('1').div('0.00')).toThrow('division by zero')
  })

  it('keep the sign of what is rounded to nought, as it has always been written', () => {
    expect(Decimal.from('-0.001').toFixed(2)).toBe(Big('-0.001').toFixed(2))
    expect(Decimal.from('-0.001').round(2).toFixed(2)).toBe('0.00')
  })
})
