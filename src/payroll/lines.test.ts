import { describe, expect, it } from 'vitest'
import { decimal, sum } from '../kernel/values/money.ts'
import { addAllowances } from './allowances.ts'
import { hoursBehind } from './earnings.ts'
import type { AllowanceLine } from './input.ts'
import { redistributeByGross } from './redistribute.ts'
import { Trace } from './trace.ts'

function allowance(amount: string, units: string, isTaxable = true): AllowanceLine {
  return {
    description: 'Tools',
    amountPerUnit: decimal(amount),
    units: decimal(units),
    category: 'TD',
    isTaxable,
    isItemised: false,
    isInSuper: isTaxable,
  }
}

describe('allowances', () => {
  it('multiply only above one unit, and round each line to the cent', () => {
    const trace = new Trace()
    const lines = [
      allowance('10', '0.5'),
      allowance('10', '1'),
      allowance('3.333', '3'),
      allowance('1.005', '1', false),
    ]
    const result = addAllowances(lines, trace)
    expect(result.amounts.map((amount) => amount.toFixed(2))).toEqual(['10.00', '10.00', '10.00', '1.01'])
    expect(result.total.toFixed(2)).toBe('31.01')
    expect(result.taxable.toFixed(2)).toBe('30.00')
    expect(trace.steps.at(-1)?.amount.toFixed(2)).toBe('31.01')
    expect(trace.steps.at(-1)?.inputs).toMatchObject({ lines: '4' })
    expect(result.inSuper.toFixed(2)).toBe('30.00')
  })

  it('write no step where there are none', () => {
    const trace = new Trace()
    expect(addAllowances([], trace).total.toFixed()).toBe('0')
    expect(trace.steps).toEqual([])
  })
})

describe('an hours row', () => {
  const row = (units: string) => ({
    description: 'Row',
    units,
    value: decimal('2'),
    ratePerUnit: decimal('1'),
    isOvertime: false,
  })

  it('counts as hours by its label', () => {
    const hours = ['hours', 'Hours', 'hrs', 'h', 'hour', '', 'days', 'km', 'pieces', 'horses']
    expect(hours.map((units) => hoursBehind(row(units), decimal('7.6')).toFixed())).toEqual([
      '2',
      '2',
      '2',
      '2',
      '2',
      '2',
      '15.2',
      '0',
      '0',
      '0',
    ])
  })
})

describe('tax by gross', () => {
  it('is shared out so that the parts are the whole', () => {
    const shares = redistributeByGross(decimal('100'), [decimal('1'), decimal('1'), decimal('1')])
    expect(shares.map(({ share }) => share.toFixed(2))).toEqual(['33.34', '33.33', '33.33'])
    expect(sum(shares.map(({ share }) => share)).toFixed(2)).toBe('100.00')
  })

  it('goes to the first pay where nothing was earned', () => {
    const shares = redistributeByGross(decimal('5'), [decimal('0'), decimal('-3')])
    expect(shares.map(({ share }) => share.toFixed(2))).toEqual(['5.00', '0.00'])
  })
})
