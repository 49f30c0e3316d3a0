import { describe, expect, it } from 'vitest'
import { wrongSteps } from '../../test/support/step-check.ts'
import { decimal, notBelowZero, toCent } from '../kernel/values/money.ts'
import { FIGURES_OF_THIS_PAY } from './sources.ts'
import { rowsAsTerms, Trace } from './trace.ts'

const words = { rule: 'A rule', source: FIGURES_OF_THIS_PAY }
const figures = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decimal(value)]))

describe('a trace', () => {
  it('adds and subtracts what it shows', () => {
    const trace = new Trace()
    const amount = trace.sum({
      ...words,
      name: 'net',
      formula: 'gross − tax − deductions',
      add: figures({ gross: '1000.10' }),
      subtract: figures({ tax: '200', deductions: '0.05' }),
      about: { currency: 'AUD' },
    })
    expect(amount.toFixed(2)).toBe('800.05')
    expect(Object.keys(trace.steps[0]?.inputs ?? {})).toEqual(['currency', 'gross', 'tax', 'deductions'])
    expect(wrongSteps(trace.steps, {})).toEqual([])
  })

  it('bounds a sum and rounds a product at the end', () => {
    const trace = new Trace()
    const [add, subtract] = [figures({ a: '1' }), figures({ b: '2' })]
    const bounded = { ...words, name: 'x', formula: 'a − b', add, subtract, to: notBelowZero }
    expect(trace.sum(bounded).toFixed()).toBe('0')
    const [multiply, divide] = [figures({ hours: '38', rate: '25.555' }), figures({ weeks: '2' })]
    expect(trace.product({ ...words, name: 'y', formula: 'h', multiply, divide }).toFixed()).toBe('485.545')
    expect(trace.product({ ...words, name: 'y', formula: 'h', multiply, divide, to: toCent }).toFixed()).toBe(
      '485.55',
    )
    expect(wrongSteps(trace.steps, {})).toEqual([])
  })

  it('makes an amount of nothing but its inputs', () => {
    const trace = new Trace()
    const inputs = { a: decimal('0.3'), x: decimal('100.99'), b: decimal('4.1'), scale: 'scale-2' }
    const amount = trace.made({
      ...words,
      name: 'tax.weekly',
      formula: 'a × x − b',
      inputs,
      make: ({ a, x, b }) => a.times(x).minus(b),
    })
    expect(amount.toFixed()).toBe('26.197')
    expect(wrongSteps(trace.steps, {})).toEqual([])
  })

  it('names rows by their place', () => {
    expect(rowsAsTerms([decimal('5'), decimal('7')])).toEqual({ row1: decimal('5'), row2: decimal('7') })
  })
})

describe('the check of steps', () => {
  const sum = (formula: string) => {
    const trace = new Trace()
    trace.sum({ ...words, name: 'taxable', formula, add: figures({ earnings: '5', bonuses: '7' }) })
    return trace.steps[0] as (typeof trace.steps)[number]
  }

  it('finds an amount that its inputs do not make', () => {
    const step = { ...sum('earnings + bonuses'), amount: decimal('13') }
    expect(wrongSteps([step], {})).toEqual(['taxable: shows 12 for 13'])
  })

  it('finds a formula that leaves a term out', () => {
    expect(wrongSteps([sum('earnings − sacrifices')], {})[0]).toContain('0 + and 1 −')
    expect(wrongSteps([sum('sum of the rows')], {})).toEqual([])
  })

  it('wants a reason for a step that shows no way to its amount', () => {
    const { form: _, ...step } = sum('earnings + bonuses')
    expect(wrongSteps([step], {})).toEqual(['taxable: no form, and no reason on the list'])
    expect(wrongSteps([step], { taxable: 'said by the employer' })).toEqual([])
  })
})
