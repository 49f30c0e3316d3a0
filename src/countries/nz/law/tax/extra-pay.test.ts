import { describe, expect, it } from 'vitest'
import { bonus, nzPay, nzRates, paidHours } from '../../../../../test/support/nz-pay.ts'
import { addDays, type CivilDate, civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, sum, ZERO } from '../../../../kernel/values/money.ts'
import { Trace } from '../../../../payroll/trace.ts'
import type { NzEarlierPay, NzTaxCode } from '../input/input.ts'
import { calculateNzPay } from '../pay.ts'
import {
  annualiseFourWeeks,
  annualiseLastTwoPeriods,
  paidPeriodsBefore,
  paysInFourWeeks,
} from './annualised.ts'
import { type ExtraPayItem, taxExtraPays } from './extra-pay.ts'

const day = civilDate('2026-10-30')
const tables = {
  extraPay: nzRates.extraPay.at(day),
  flatCodes: nzRates.flatCodes.at(day),
  levy: nzRates.earnersLevy.at(day),
  schedular: () => nzRates.schedular.at(day),
}
const MAXIMUM = tables.levy.value.maximumLiable

type Facts = { code?: NzTaxCode; annualised?: string; elected?: string; headroom?: string; rate?: string }

function taxed(items: readonly ExtraPayItem[], facts: Facts = {}) {
  const trace = new Trace()
  const result = taxExtraPays(
    items,
    {
      tax: {
        code: facts.code ?? 'M',
        certificateRate: facts.rate === undefined ? null : decimal(facts.rate),
        schedularRate: facts.code === 'WT' && facts.rate !== undefined ? decimal(facts.rate) : null,
      },
      annualised: decimal(facts.annualised ?? '52000'),
      electedRate: facts.elected === undefined ? null : decimal(facts.elected),
      levyHeadroom: facts.headroom === undefined ? null : decimal(facts.headroom),
    },
    tables,
    trace,
  )
  return { ...result, names: trace.steps.map(({ name }) => name) }
}

const liable = (amount: string, name = 'bonus'): ExtraPayItem => ({
  name,
  amount: decimal(amount),
  isLevyLiable: true,
})
const free = (amount: string): ExtraPayItem => ({
  name: 'redundancy',
  amount: decimal(amount),
  isLevyLiable: false,
})

describe('the levy on extra pays', () => {
  it('is not divided before it is multiplied: 800 inside the maximum stay 800', () => {
    const pay = nzPay({
      payDate: day,
      payPeriod: 'MONTHLY',
      periodEnd: civilDate('2026-10-31'),
      hours: paidHours(decimal('12986.75')),
      bonuses: [bonus(decimal('2400'), { taxAsNzExtraPay: true })],
    })
    // 2,400 × 33% + 800 × 1.75% = 792 + 14.
    expect(calculateNzPay(pay, nzRates).figures.payeExtraPay.toFixed(2)).toBe('806.00')
  })

  it('is taken from all below the maximum, from a part across it, from nothing beyond', () => {
    const levyOf = (annualised: string): string =>
      sum(taxed([liable('1000')], { annualised }).items.map((item) => item.levy)).toFixed(2)
    expect(levyOf(MAXIMUM.minus('1000').toFixed())).toBe('17.50')
    expect(levyOf(MAXIMUM.minus('999').toFixed())).toBe('17.48')
    expect(levyOf(MAXIMUM.minus('400').toFixed())).toBe('7.00')
    expect(levyOf(MAXIMUM.toFixed())).toBe('0.00')
    expect(levyOf(MAXIMUM.plus('1').toFixed())).toBe('0.00')
    // Whole dollars are tested: 99 cents beyond the maximum still count as inside, a dollar does not.
    const part = (amount: string, left: string) =>
      taxed([liable(amount)], { annualised: MAXIMUM.minus(left).toFixed() }).items[0]?.levy.toFixed(2)
    expect([part('1000.99', '1000'), part('1001', '1000'), part('0.99', '0')]).toEqual([
      '17.51',
      '17.50',
      '0.00',
    ])
  })

  it('is spread over the liable items by their amounts', () => {
    const { items, total } = taxed([liable('600', 'a'), liable('200', 'b'), free('1000')], {
      annualised: MAXIMUM.minus('400').toFixed(),
    })
    expect(items.map((item) => item.levy.toFixed(2))).toEqual(['5.25', '1.75', '0.00'])
    expect(items.map((item) => item.tax.toFixed(2))).toEqual(['203.25', '67.75', '330.00'])
    expect(total.toFixed(2)).toBe('601.00')
  })

  it('knows no maximum for ND and NSW', () => {
    const beyond = { annualised: MAXIMUM.plus('1').toFixed() }
    expect(taxed([liable('1000')], { ...beyond, code: 'ND' }).total.toFixed(2)).toBe('467.50')
    expect(taxed([liable('1000')], { ...beyond, code: 'NSW' }).total.toFixed(2)).toBe('122.50')
  })

  it('looks at the year to date instead, where that is known', () => {
    const { total, names } = taxed([liable('1000')], { headroom: '100' })
    expect(total.toFixed(2)).toBe('176.75')
    expect(names).not.toContain('tax.extra-pay.levy-headroom')
    expect(taxed([liable('1000')]).names).toContain('tax.extra-pay.levy-headroom')
  })

  it('adds the low threshold of a secondary code to the income already earned', () => {
    const low = tables.extraPay.value.lowThresholds.SA
    const annualised = MAXIMUM.minus(low).minus('500').toFixed()
    expect(taxed([liable('1000')], { code: 'SA', annualised }).items[0]?.levy.toFixed(2)).toBe('8.75')
  })

  it('is not there where what is liable comes to nothing', () => {
    const { items, total } = taxed([liable('-100', 'unused-holiday'), liable('100', 'other'), free('1000')])
    expect(items.map((item) => item.levy.toFixed(2))).toEqual(['0.00', '0.00', '0.00'])
    expect(total.toFixed(2)).toBe('175.00')
    expect(taxed([liable('-100'), free('1000')]).items[0]?.levy.eq(ZERO)).toBe(true)
  })
})

describe('the rate of extra pays', () => {
  const rate = (facts: Facts, amount = '1000'): string => taxed([liable(amount)], facts).rate.toString()

  it('is that of the band which holds income and extra pays, at its limit and a dollar above', () => {
    const [first] = tables.extraPay.value.bands
    if (!first?.to) throw new Error('no first band')
    const below = first.to.minus('1000').toFixed()
    expect(rate({ annualised: below })).toBe('0.105')
    expect(rate({ annualised: below }, '1000.99')).toBe('0.105')
    expect(rate({ annualised: below }, '1001')).toBe('0.175')
    expect(taxed([liable('1000')], { annualised: below }).isLowRate).toBe(true)
    expect(taxed([liable('1001')], { annualised: below }).isLowRate).toBe(false)
  })

  it('counts the low threshold of each secondary code', () => {
    const codes: NzTaxCode[] = ['SB', 'S', 'SH', 'ST', 'SA']
    expect(codes.map((code) => rate({ code, annualised: '0' }))).toEqual([
      '0.105',
      '0.175',
      '0.3',
      '0.33',
      '0.39',
    ])
  })

  it('may be raised by the employee, never lowered', () => {
    expect([rate({ elected: '0.33' }), rate({ elected: '0.175' }), rate({ elected: '0.1' })]).toEqual([
      '0.33',
      '0.175',
      '0.175',
    ])
  })

  it('of a special tax code holds the levy, so what is not liable is taxed without it', () => {
    const { items, rate: certificate } = taxed([liable('1000'), free('1000')], { code: 'STC', rate: '0.2' })
    expect(certificate.toString()).toBe('0.2')
    expect(items.map((item) => [item.tax.toFixed(2), item.levy.toFixed(2), item.rate.toString()])).toEqual([
      ['200.00', '17.50', '0.2'],
      ['182.50', '0.00', '0.1825'],
    ])
    const tiny = taxed([liable('1000'), free('1000')], { code: 'STC', rate: '0.01' }).items
    expect(tiny.map((item) => item.tax.toFixed(2))).toEqual(['10.00', '0.00'])
    const back = taxed([liable('-100', 'a'), liable('100', 'b'), free('50')], {
      code: 'STC',
      rate: '0.2',
    }).items
    expect(back.map((item) => item.levy.toFixed(2))).toEqual(['-1.75', '1.75', '0.00'])
  })

  it('of a schedular payment is the chosen one, else that without a notification', () => {
    expect(taxed([free('1000')], { code: 'WT' }).total.toFixed(2)).toBe('450.00')
    expect(taxed([free('1000')], { code: 'WT', rate: '0.2' }).total.toFixed(2)).toBe('200.00')
  })
})

describe('several extra pays', () => {
  it('are cut to the cent once; the odd cents go to the largest', () => {
    const { items, total } = taxed([liable('0.03', 'a'), liable('10.05', 'b'), liable('0.04', 'c')])
    // 10.12 × 19.25% = 1.9481. Taxed separately, they come to 0.00 + 1.93 + 0.00.
    expect(total.toFixed(2)).toBe('1.94')
    expect(items.map((item) => item.tax.toFixed(2))).toEqual(['0.00', '1.94', '0.00'])
    for (const item of items) expect(item.incomeTax.plus(item.levy).eq(item.tax)).toBe(true)
  })

  it('give an odd cent to the first of two that are equally large', () => {
    // 20.14 × 19.25% = 3.87695. Taxed separately, they come to 1.93 each.
    const { items } = taxed([liable('10.07', 'a'), liable('10.07', 'b')])
    expect(items.map((item) => item.tax.toFixed(2))).toEqual(['1.94', '1.93'])
  })

  it('of nothing, or less, bear no tax', () => {
    expect(taxed([liable('100'), free('-100')]).total.eq(ZERO)).toBe(true)
    const below = taxed([liable('-100')])
    expect([below.total, below.rate].every((figure) => figure.eq(ZERO))).toBe(true)
    expect([below.isLowRate, below.names]).toEqual([false, []])
    expect(taxed([liable('0.06')]).names).toContain('tax.extra-pay.total')
  })
})

describe('annualised income', () => {
  const payDate = civilDate('2026-10-29')
  const pay = (date: CivilDate, ordinary: string, periodEnd = date): NzEarlierPay => ({
    payDate: date,
    periodEnd,
    ordinary: decimal(ordinary),
  })
  const within = (pays: NzEarlierPay[], frequency: 'WEEKLY' | 'MONTHLY' = 'WEEKLY'): string[] =>
    paysInFourWeeks(pays, payDate, frequency).map((each) => each.toString())

  it('looks at 28 days that end on the payment day', () => {
    const pays = [1, 0, -27, -28].map((days) => pay(addDays(payDate, days), `${100 + days}`))
    expect(within(pays)).toEqual(['100', '73'])
  })

  it('leaves out pays of nothing', () => {
    expect(within([pay(payDate, '0'), pay(payDate, '-5'), pay(payDate, '0.01')])).toEqual(['0.01'])
  })

  it('takes only the last month of monthly pays, whatever their order', () => {
    const [september, october] = [civilDate('2026-09-30'), civilDate('2026-10-31')]
    const early = addDays(payDate, -27)
    const pays = [pay(payDate, '1', october), pay(early, '2', september), pay(payDate, '4', october)]
    expect(within(pays, 'MONTHLY')).toEqual(['1', '4'])
    expect(within([...pays].reverse(), 'MONTHLY')).toEqual(['4', '1'])
    expect(within(pays)).toEqual(['1', '2', '4'])
  })

  it('counts four weeks thirteen times and a month twelve times', () => {
    const trace = new Trace()
    expect(annualiseFourWeeks([decimal('3'), decimal('4')], 'WEEKLY', trace).toString()).toBe('91')
    expect(annualiseFourWeeks([decimal('3'), decimal('4')], 'MONTHLY', trace).toString()).toBe('84')
  })

  it('at the end takes two paid periods, else one, else the final pay', () => {
    const annual = (periods: string[], final = '5'): string =>
      annualiseLastTwoPeriods(
        periods.map((each) => decimal(each)),
        decimal(final),
        'FORTNIGHTLY',
        new Trace(),
      ).toString()
    expect(annual([])).toBe('130')
    expect(annual(['100'])).toBe('2600')
    expect(annual(['100', '50'])).toBe('1950')
    expect(annual(['100', '50', '900'])).toBe('1950')
  })

  it('groups the pays of a period, latest first, without this one and unpaid ones', () => {
    const end = civilDate('2026-10-25')
    const at = (weeks: number, ordinary: string) => pay(payDate, ordinary, addDays(end, -7 * weeks))
    const periods = paidPeriodsBefore(
      [at(0, '9'), at(2, '5'), at(1, '3'), at(2, '6'), at(3, '0'), at(-1, '8')],
      end,
      'WEEKLY',
    )
    expect(periods.map((each) => each.toString())).toEqual(['3', '11'])
  })
})
