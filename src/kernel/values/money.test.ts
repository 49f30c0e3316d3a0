import { describe, expect, it } from 'vitest'
import {
  allocate,
  decimal,
  greater,
  isZero,
  notBelowZero,
  percent,
  smaller,
  sum,
  sumTexts,
  toCent,
  toCentDown,
  toDollarDown,
  toNearestDollar,
  toPlaces,
  toWholeDown,
  whole,
} from './money.ts'

const split = (total: string, weights: string[]) =>
  allocate(decimal(total), weights.map(decimal)).map((part) => part.toFixed(2))

describe('roundings', () => {
  it('take half away from zero, or drop toward it', () => {
    const each = (round: typeof toCent) =>
      ['1.004', '1.005', '-1.005', '1.009'].map((text) => round(decimal(text)).toFixed(2))
    expect(each(toCent)).toEqual(['1.00', '1.01', '-1.01', '1.01'])
    expect(each(toCentDown)).toEqual(['1.00', '1.00', '-1.00', '1.00'])
    expect(['0.49', '0.5', '-0.5'].map((text) => toNearestDollar(decimal(text)).toFixed())).toEqual([
      '0',
      '1',
      '-1',
    ])
    expect(['1.99', '-1.99'].map((text) => toDollarDown(decimal(text)).toFixed())).toEqual(['1', '-1'])
    expect(['1.99', '-1.99'].map((text) => toWholeDown(decimal(text)).toFixed())).toEqual(['1', '-1'])
    expect(toPlaces(decimal('1.0000005'), 6).toFixed()).toBe('1.000001')
    expect(decimal('1').div(decimal('3')).toFixed()).toBe(`0.${'3'.repeat(30)}`)
  })
})

describe('comparisons', () => {
  it('choose at, below and above', () => {
    const [one, two] = [decimal('1'), decimal('2')]
    expect([smaller(one, two), smaller(two, one)].map(String)).toEqual(['1', '1'])
    expect([greater(one, two), greater(two, one)].map(String)).toEqual(['2', '2'])
    expect(['-0.01', '0', '0.01'].map((text) => notBelowZero(decimal(text)).toFixed())).toEqual([
      '0',
      '0',
      '0.01',
    ])
  })

  it('add nothing to zero, and say a rate in words', () => {
    expect(sum([]).toFixed()).toBe('0')
    expect(sum([decimal('0'), decimal('1.1'), decimal('2')]).toFixed()).toBe('3.1')
    expect(percent(decimal('0.475'))).toBe('47.5%')
  })

  it('know a zero whatever its sign and places', () => {
    expect(['0', '-0', '0.00', '0.01', '-1'].map((text) => isZero(decimal(text)))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })

  it('read text and whole numbers, and refuse a float', () => {
    expect([decimal(12n), decimal('12'), decimal(decimal('12'))].map(String)).toEqual(['12', '12', '12'])
    expect(() => decimal(0.1 as never)).toThrow()
  })

  it('know only whole numbers as such', () => {
    expect(whole(52).toFixed()).toBe('52')
    expect(() => whole(0.5)).toThrow('0.5 is not a whole number')
  })
})

describe('sharing out', () => {
  it('gives the cents left over to the largest remainders, first come first served', () => {
    expect(split('1.00', ['1', '1', '1'])).toEqual(['0.34', '0.33', '0.33'])
    expect(split('0.05', ['1', '1', '1'])).toEqual(['0.02', '0.02', '0.01'])
    expect(split('1.00', ['1', '2', '3'])).toEqual(['0.17', '0.33', '0.50'])
    expect(split('1.00', ['3', '2', '1'])).toEqual(['0.50', '0.33', '0.17'])
    expect(split('-1.00', ['1', '1', '1'])).toEqual(['-0.34', '-0.33', '-0.33'])
  })

  it('gives everything to the first where nothing weighs, and nothing to no one', () => {
    expect(split('3.00', ['0', '0'])).toEqual(['3.00', '0.00'])
    expect(split('3.00', [])).toEqual([])
  })

  it('keeps a part of a cent in the whole', () => {
    expect(allocate(decimal('1.005'), [decimal('1'), decimal('1')]).map(String)).toEqual(['0.505', '0.5'])
  })
})

describe('adding up texts', () => {
  /** The same sum, with each figure read as a decimal. */
  const slowly = (texts: string[]) => sum(texts.map(decimal)).toFixed()

  it('is exact, however many places and digits a figure has', () => {
    const rows = [
      ['1520.00', '0.01', '-3.5', '-0'],
      ['0.000001', '0.000002'],
      ['0.0000001', '0.0000002', '1'],
      ['999999999999', '999999999999', '1'],
      ['9999999999.9', '0.1'],
      ['99999999999.9', '0.1'],
      ['123456789012', '-123456789012'],
      ['1234567890123', '-0.5'],
      ['-99999999999', '-99999999999', '-1.25'],
      ['9007199254', '740.991', '0.5'],
      Array(12).fill('999999999999'),
      ['12.5', '-12.5'],
      ['-0.25'],
      ['-0.000001'],
      ['7.'],
      [],
    ]
    for (const texts of rows)
      expect(sumTexts(texts).toFixed()).toBe(slowly(texts.map((text) => text.replace(/\.$/, ''))))
  })

  it('takes an exponent, which big figures are written with', () => {
    expect(sumTexts(['1e+3', '2e-7', '1']).toFixed()).toBe('1001.0000002')
  })

  it('refuses what is no number', () => {
    for (const text of ['', '-', '1.2.3', 'abc', '1,5', '1/5', '1:5', '--1', ' 1'])
      expect(() => sumTexts(['1', text]), text).toThrow()
  })
})
