import { describe, expect, it } from 'vitest'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ONE, ZERO } from '../../../../kernel/values/money.ts'
import { loadRates } from '../../../../load-rates.ts'
import type { AuState } from '../input/words.ts'
import { payrollTax } from './payroll-tax.ts'

const { payrollTax: table } = loadRates().au
const of = (state: AuState, wages: string, day = '2025-07-01', part = ONE) =>
  payrollTax(
    { state: decimal(wages), australia: decimal(wages) },
    part,
    table.at(civilDate(day)).value[state],
  ).tax.toFixed(2)

describe('payroll tax of a year', () => {
  // Calculated by hand from the figures in the rate file.
  it.each([
    ['NSW', '1200000', '0.00'],
    ['NSW', '2000000', '43600.00'], // 800,000 at 5.45%
    ['VIC', '3000000', '97000.00'], // 2,000,000 at 4.85%
    ['VIC', '4000000', '169750.00'], // the deduction falls to 500,000
    ['VIC', '5000000', '242500.00'], // no deduction left
    ['VIC', '20000000', '1070000.00'], // plus 1% of wages above 10 million
    ['QLD', '2000000', '38000.00'], // 1,300,000 less a seventh of 700,000 is 1,200,000; 800,000 at 4.75%
    ['QLD', '8000000', '379028.57'], // deduction 342,857.14; 4.95% of the rest
    ['SA', '1600000', '24750.00'], // half the full rate on 1,000,000
    ['SA', '2000000', '69300.00'], // 4.95% of 1,400,000
    ['WA', '7500000', '412500.00'],
    ['WA', '2000000', '63461.54'], // deduction 846,153.85
    ['TAS', '2000000', '30000.00'], // 4% of 750,000
    ['TAS', '3000000', '91000.00'], // plus 6.1% of 1,000,000
    ['ACT', '3000000', '68500.00'],
    ['NT', '2500000', '0.00'],
    ['NT', '3500000', '82500.00'], // deduction 2,000,000
  ] as const)('%s on %s is %s', (state, wages, tax) => {
    expect(of(state, wages)).toBe(tax)
  })

  // 2026-27: a threshold of 1.75 million, a rate of 6.75%, and higher rates on all taxable wages of larger employers.
  it.each([
    ['1750000', '0.00'],
    ['3360000', '108675.00'], // 1,610,000 at 6.75%
    ['20000000', '1231875.00'], // 18,250,000 at 6.75%
    ['30000000', '1935125.00'], // 28,250,000 at 6.85%
    ['60000000', '4281375.00'], // 58,250,000 at 7.35%
    ['120000000', '9282625.00'], // 118,250,000 at 7.85%
    ['200000000', '17346875.00'], // 198,250,000 at 8.75%
  ])('the Capital Territory on %s is %s from July 2026', (wages, tax) => {
    expect(of('ACT', wages, '2026-07-01')).toBe(tax)
  })

  it('a month of 280,000 in the Capital Territory, July 2026', () => {
    // 280,000 × 365 ÷ 31 is 3,296,774.19 a year. The tax is 6.75% of the amount above 1,750,000, × 31 ÷ 365.
    expect(of('ACT', '280000', '2026-07-01', decimal('31').div(decimal('365')))).toBe('8867.47')
  })

  it('says of each state where its figures were read, and which were carried over', () => {
    const { value } = table.at(civilDate('2026-07-01'))
    expect(Object.entries(value).map(([state, { read }]) => `${state} ${read.status}`)).toContain(
      'ACT third-party',
    )
    expect(value.NSW.read.status).toBe('carried-over')
  })

  it('takes the figures of the year: Victoria had 900,000 and 45% before July 2025', () => {
    expect(of('VIC', '3000000', '2024-07-01')).toBe('101850.00')
    expect(of('VIC', '4000000', '2024-07-01')).toBe('172175.00')
  })

  it('shares the deduction with other states, and with the part of the year', () => {
    const rule = table.at(civilDate('2025-07-01')).value.NSW
    const half = decimal('0.5')
    const tax = payrollTax({ state: decimal('1000000'), australia: decimal('2000000') }, ONE, rule)
    expect([tax.deduction.toFixed(2), tax.tax.toFixed(2)]).toEqual(['600000.00', '21800.00'])
    expect(of('NSW', '1000000', '2025-07-01', half)).toBe('21800.00')
  })
})

it('payroll tax of nothing, or of no days, is nothing', () => {
  expect([of('NSW', '0'), of('NSW', '5000000', '2026-11-12', ZERO)]).toEqual(['0.00', '0.00'])
})
