import { describe, expect, it } from 'vitest'
import { bonus, nzPay, nzRates, paidHours } from '../../../../test/support/nz-pay.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../kernel/values/money.ts'
import { Trace } from '../../../payroll/trace.ts'
import type { NzFrequency, NzPayInput, NzTaxCode } from './input/input.ts'
import { calculateNzPay } from './pay.ts'
import { annualTax, payeOn } from './tax/tax-table.ts'

const day = civilDate('2026-10-01')
const tables = {
  paye: nzRates.paye.at(day),
  flatCodes: nzRates.flatCodes.at(day),
  levy: nzRates.earnersLevy.at(day),
  schedular: () => nzRates.schedular.at(day),
}
const paye = (
  pay: string,
  code: NzTaxCode,
  frequency: NzFrequency = 'WEEKLY',
  rate: string | null = null,
): string =>
  payeOn(
    decimal(pay),
    {
      code,
      certificateRate: rate === null ? null : decimal(rate),
      schedularRate: rate === null ? null : decimal(rate),
    },
    frequency,
    tables,
    new Trace(),
  ).toFixed(2)
const yearly = (annual: string, code: 'M' | 'ME'): string =>
  annualTax(decimal(annual), code, tables, new Trace()).toString()

describe('PAYE', () => {
  it('of nothing and of less is nothing, whatever the code', () => {
    const codes: NzTaxCode[] = ['M', 'ME', 'SB', 'ND', 'STC', 'WT']
    for (const code of codes)
      expect([paye('0', code, 'WEEKLY', '0.2'), paye('-100', code, 'WEEKLY', '0.2')]).toEqual([
        '0.00',
        '0.00',
      ])
  })

  it('of a secondary code is taken from whole dollars, with the levy', () => {
    expect([paye('100', 'S'), paye('100.99', 'S'), paye('101', 'S')]).toEqual(['19.25', '19.25', '19.44'])
  })

  it('of a certificate is its rate, and needs one', () => {
    expect(paye('100.99', 'STC', 'WEEKLY', '0.123')).toBe('12.30')
    // 12.7159 is truncated, not rounded.
    expect(paye('101', 'STC', 'WEEKLY', '0.1259')).toBe('12.71')
    expect(() => paye('100', 'STC')).toThrow('needs the rate of the special tax code certificate')
  })

  it('of a schedular payment is taken with cents', () => {
    expect([paye('100.99', 'WT'), paye('100.99', 'WT', 'WEEKLY', '0.1')]).toEqual(['45.44', '10.09'])
  })

  it('goes from the year to a week and from there to the period', () => {
    expect([
      paye('1000', 'M'),
      paye('2000', 'M', 'FORTNIGHTLY'),
      paye('4000', 'M', 'FOUR_WEEKLY'),
      paye('4333.34', 'M', 'MONTHLY'),
    ]).toEqual([
      paye('1000', 'M'),
      decimal(paye('1000', 'M')).times('2').toFixed(2),
      decimal(paye('1000', 'M')).times('4').toFixed(2),
      decimal(paye('1000', 'M')).times('52').div(decimal('12')).round(2, 'down').toFixed(2),
    ])
  })
})

describe('the year', () => {
  it('bears the levy below its maximum, and the fixed levy from it on', () => {
    const { maximumLiable, maximumLevy, rate } = tables.levy.value
    const incomeTax = (annual: string) => {
      const band = tables.paye.value.bands.find((each) => each.to === null || decimal(annual).lte(each.to))
      return decimal(annual)
        .times(band?.rate ?? ZERO)
        .minus(band?.subtract ?? ZERO)
    }
    const levy = (annual: string) => decimal(yearly(annual, 'M')).minus(incomeTax(annual)).toString()
    const below = maximumLiable.minus('1')
    expect(levy(below.toString())).toBe(below.times(rate).toString())
    expect([levy(maximumLiable.toString()), levy('500000')]).toEqual([
      maximumLevy.toString(),
      maximumLevy.toString(),
    ])
  })

  it('gives the independent earner credit between its limits, less above', () => {
    const { from, abatesFrom, nilAt, amount, abatementRate } = tables.paye.value.independentEarnerCredit
    const credit = (annual: string) =>
      decimal(yearly(annual, 'M'))
        .minus(decimal(yearly(annual, 'ME')))
        .toString()
    expect(credit(from.minus('1').toString())).toBe('0')
    expect(credit(from.toString())).toBe(amount.toString())
    expect(credit(abatesFrom.toString())).toBe(amount.toString())
    expect(credit(abatesFrom.plus('1').toString())).toBe(amount.minus(abatementRate).toString())
    expect(credit(nilAt.toString())).toBe('0')
    expect(credit(nilAt.plus('1').toString())).toBe('0')
  })
})

describe('several pays of a period', () => {
  const pay = (changes: Partial<NzPayInput>) =>
    calculateNzPay(nzPay({ hours: paidHours(decimal('500')), ...changes }), nzRates)
  const soFar = (ordinary: string, payeOrdinary: string) => ({
    periodSoFar: { ...nzPay().periodSoFar, ordinary: decimal(ordinary), payeOrdinary: decimal(payeOrdinary) },
  })

  it('are taxed together: the later one bears the rest, never less than nothing', () => {
    const whole = decimal(paye('1000', 'M'))
    expect(pay(soFar('500', '60')).figures.paye.eq(whole.minus('60'))).toBe(true)
    expect(pay(soFar('500', whole.toString())).figures.paye.eq(ZERO)).toBe(true)
    expect(pay(soFar('500', whole.plus('1').toString())).figures.paye.eq(ZERO)).toBe(true)
  })

  it('share a tax by gross, with the odd cents named', () => {
    const shared = (share: string, combinedGross = '900') => {
      const taxShare = {
        combinedTax: decimal('100'),
        combinedGross: decimal(combinedGross),
        gross: decimal('300'),
        share: decimal(share),
      }
      const step = pay({ taxShare }).steps.find(({ name }) => name === 'paye.ordinary')
      return [step?.amount.toString(), String(step?.inputs.odd)]
    }
    expect(shared('33.33')).toEqual(['33.33', '0'])
    expect(shared('33.34')).toEqual(['33.34', '0.01'])
    expect(shared('0', '0')).toEqual(['0', '0'])
  })

  it('leave headroom for the levy on a final extra pay after this pay and its bonuses', () => {
    const { maximumLiable } = tables.levy.value
    const end = (nzYtdTaxable: string) => ({
      termination: {
        terminationDate: day,
        isManualLeaveAmounts: true,
        isPaymentInLieuPaid: false,
        paymentInLieuAmount: null,
        redundancyAmount: null,
        nonEtpAmount: decimal('100'),
        unusedHolidayAmount: ZERO,
        unusedAltHolidayAmount: ZERO,
        nzYtdTaxable: decimal(nzYtdTaxable),
      },
      bonuses: [bonus(decimal('52'), { taxMethod: 'SPREAD_OVER_FINANCIAL_YEAR' })],
    })
    const headroom = (ytd: string) =>
      pay(end(ytd))
        .steps.find(
          ({ name, rule }) => name === 'tax.extra-pay.levy-headroom' && rule.includes('year to date'),
        )
        ?.amount.toString()
    expect(headroom(maximumLiable.minus('1000').toString())).toBe('448')
    expect(headroom(maximumLiable.toString())).toBe('0')
    expect(headroom('0')).toBeUndefined()
  })
})
