import { describe, expect, it } from 'vitest'
import {
  allocate,
  decimal,
  greater,
  notBelowZero,
  percent,
  smaller,
  sum,
  toCent,
  toCentDown,
  toDollarDown,
  toNearestDollar,
  toPlaces,
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
    expect(toPlaces(decimal('1.0000005'), 6).toFixed()).toBe('1.000001')
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
    expect(split('-1.00', ['1', '1', '1'])).toEqual(['-0.34', '-0.33', '-0.33'])
  })

  it('gives everything to the first where nothing weighs, and nothing to nobody', () => {
    expect(split('3.00', ['0', '0'])).toEqual(['3.00', '0.00'])
    expect(split('3.00', [])).toEqual([])
  })

  it('keeps a part of a cent in the whole', () => {
    expect(allocate(decimal('1.005'), [decimal('1'), decimal('1')]).map(String)).toEqual(['0.505', '0.5'])
  })
})
