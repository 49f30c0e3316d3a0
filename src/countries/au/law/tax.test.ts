import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../test/golden/au-kinds.ts'
import {
  auPay,
  backPayment,
  bonusLine,
  ending,
  hoursLine,
  otherPays,
  sacrificeLine,
} from '../../../../test/support/au-pay.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../kernel/values/money.ts'
import type { AuPayInput } from './input/input.ts'
import { calculateAuPay } from './pay.ts'

const week = { hours: [hoursLine('38', '40')] }
const pay = (change: Partial<AuPayInput> = {}) => calculateAuPay(auPay({ ...week, ...change }), auRates)
const stepOf = (result: ReturnType<typeof pay>, name: string) => {
  const step = result.steps.find((each) => each.name === name)
  const inputs = Object.entries(step?.inputs ?? {}).map(([key, value]) => `${key} ${value}`)
  return step && `${step.amount} ${inputs.join(', ')}`
}
const bonus = (change: Parameters<typeof bonusLine>[1]) => ({ bonuses: [bonusLine('5200', change)] })
const on = civilDate

describe('an additional payment over a range', () => {
  it('needs both days, in order', () => {
    const over = (startDate: string | null, endDate: string | null) => () =>
      pay(
        bonus({
          taxMethod: 'METHOD_A_SPECIFIC_RANGE',
          startDate: startDate === null ? null : on(startDate),
          endDate: endDate === null ? null : on(endDate),
        }),
      )
    const refused = 'it needs a start date and an end date in order'
    for (const range of [
      over(null, '2026-10-01'),
      over('2026-10-01', null),
      over('2026-10-02', '2026-10-01'),
    ])
      expect(range).toThrow(refused)
    expect(over('2026-10-01', '2026-10-01')).not.toThrow()
  })

  it('is divided by the periods it touches, whatever the limit', () => {
    const range = { startDate: on('2026-10-19'), endDate: on('2026-11-15') }
    const divisor = (
      taxMethod: 'METHOD_A_SPECIFIC_RANGE' | 'SPREAD_OVER_SPECIFIC_RANGE' | 'METHOD_A_WHOLE_YEAR',
    ) => /divisor (\d+)/.exec(stepOf(pay(bonus({ taxMethod, ...range })), 'tax.extra') ?? '')?.[1]
    expect([
      divisor('METHOD_A_SPECIFIC_RANGE'),
      divisor('SPREAD_OVER_SPECIFIC_RANGE'),
      divisor('METHOD_A_WHOLE_YEAR'),
    ]).toEqual(['4', '4', '52'])
  })

  it('by method A is bounded by its rate, spread otherwise not', () => {
    const limit = (
      taxMethod: 'METHOD_A_WHOLE_YEAR' | 'METHOD_A_SPECIFIC_RANGE' | 'SPREAD_OVER_FINANCIAL_YEAR',
    ) =>
      stepOf(
        pay(bonus({ taxMethod, startDate: on('2026-10-01'), endDate: on('2026-10-31') })),
        'tax.extra',
      )?.includes('limitRate')
    expect([
      limit('METHOD_A_WHOLE_YEAR'),
      limit('METHOD_A_SPECIFIC_RANGE'),
      limit('SPREAD_OVER_FINANCIAL_YEAR'),
    ]).toEqual([true, true, false])
  })
})

describe('method B(ii)', () => {
  const b2 = bonus({ taxMethod: 'METHOD_B2' })
  const earlier = (periodEnd: string, taxable: string, backPay?: string) => ({
    payDate: on('2026-10-08'),
    periodStart: on('2026-10-05'),
    periodEnd: on(periodEnd),
    taxable: decimal(taxable),
    tax: ZERO,
    ...(backPay ? { backPay: decimal(backPay) } : {}),
  })
  const average = (change: Partial<AuPayInput>) =>
    /normal ([\d.]+)/.exec(stepOf(pay({ ...b2, ...change }), 'tax.extra') ?? '')?.[1]

  it('takes the average of the periods of the year, this one once', () => {
    expect(average({})).toBe('1520')
    expect(average({ earlierPays: [earlier('2026-10-11', '500')] })).toBe('1010')
    expect(average({ earlierPays: [earlier('2026-10-11', '500', '100')] })).toBe('1060')
    expect(average({ earlierPays: [earlier('2026-11-15', '500')] })).toBe('1520')
  })

  it('tells later pays what it taxed', () => {
    const { methodB2, extraTax, extraStudyLoan } = pay(b2).figures
    expect([methodB2.amount, methodB2.tax, methodB2.studyLoan].map(String)).toEqual([
      '5200',
      extraTax.toString(),
      '0',
    ])
    expect(extraStudyLoan.toFixed()).toBe('0')
    const loan = pay({ ...b2, declaration: { ...auPay().declaration, hasStudyLoan: true } }).figures
    expect(loan.methodB2.studyLoan.gt(ZERO)).toBe(true)
    expect(pay(bonus({ taxMethod: 'METHOD_A_WHOLE_YEAR' })).figures.methodB2.amount.toFixed()).toBe('0')
  })
})

describe('a working holiday maker', () => {
  it('bears on a bonus what it adds to the whole pay', () => {
    const declaration = { ...auPay().declaration, isWorkingHolidayMaker: true }
    const step = stepOf(pay({ ...bonus({ taxMethod: 'METHOD_B2' }), declaration }), 'tax.extra')
    expect(step).toBe('780 payment 5200, normal 1520, withExtras 1008, withoutExtras 228')
  })

  it('without a tax file number is taxed at one rate', () => {
    const declaration = { ...auPay().declaration, tfn: 'NOT_QUOTED' as const }
    const step = stepOf(pay({ ...bonus({ taxMethod: 'METHOD_B2' }), declaration }), 'tax.extra')
    expect(step).toBe('2444 payment 5200, rate 0.47')
  })
})

describe('the tax of a pay', () => {
  const plain = pay().figures.tax

  it('is nothing for a super-only contractor', () => {
    const result = pay({ isSuperOnlyContractor: true })
    expect(result.figures.tax.toFixed()).toBe('0')
    expect(result.steps.find(({ name }) => name === 'tax.period')?.formula).toBe('nothing is withheld')
  })

  it('bears what an earlier pay could not, and says so', () => {
    const carried = pay({ yearToDate: { ...auPay().yearToDate, taxCarried: decimal('20') } })
    expect(carried.figures.tax.toFixed()).toBe(plain.plus(decimal('20')).toFixed())
    expect(carried.figures.taxCarried.toFixed()).toBe('-20')
    expect(stepOf(carried, 'tax.carried')).toContain('-20 ')
    expect(stepOf(pay(), 'tax.carried')).toBeUndefined()
  })

  it('shared by several pays is the share', () => {
    const taxShare = {
      combinedTax: decimal('700'),
      combinedGross: decimal('3040'),
      gross: decimal('1520'),
      share: decimal('350'),
    }
    const shared = pay({ taxShare })
    expect(shared.figures.tax.toFixed()).toBe('350')
    expect(stepOf(shared, 'tax.shared')).toContain('combinedTax 700')
  })

  it('of the period is what is left after its other pays', () => {
    const second = pay({ otherPays: otherPays('1000', '100') })
    const whole = calculateAuPay(auPay({ hours: [hoursLine('63', '40')] }), auRates).figures.tax
    expect(second.figures.tax.toFixed()).toBe(whole.minus(decimal('100')).toFixed())
    expect(stepOf(second, 'tax.period.remaining')).toContain('earlierTaxable 1000')
  })

  it('counts earlier pays of another declaration for what this one withholds on them', () => {
    const others = { ...otherPays('1000', '0'), underOtherDeclaration: decimal('1000') }
    const tax = (hours: string) =>
      calculateAuPay(auPay({ hours: [hoursLine(hours, '40')] }), auRates).figures.tax
    const second = pay({ otherPays: others })
    expect(second.figures.tax.toFixed()).toBe(tax('63').minus(tax('25')).toFixed())
    expect(stepOf(second, 'tax.period.earlier')).toContain('earlier 1000')
  })

  it('on a bonus alone sees the wages that the period is expected to bring', () => {
    const alone = { hours: [], ...bonus({ taxMethod: 'METHOD_A_WHOLE_YEAR' }) }
    const expected = pay({
      ...alone,
      expectedWages: { amount: decimal('1520'), periodEnd: on('2026-11-08') },
    })
    expect(stepOf(expected, 'tax.expected-wages')).toBe('1520 periodEnd 2026-11-08, amount 1520')
    expect(stepOf(pay(alone), 'tax.expected-wages')).toBeUndefined()
    expect(expected.figures.extraTax.gt(pay(alone).figures.extraTax)).toBe(true)
  })
})

describe('method B(i)', () => {
  it('reaches back to the start of the income year', () => {
    const back = (startDate: string) => () =>
      pay({
        backPayments: [
          backPayment('100', { taxMethod: 'METHOD_B1', startDate: on(startDate), endDate: on('2026-07-31') }),
        ],
      })
    expect(back('2026-06-30')).toThrow('only the income year, from 2026-07-01')
    expect(back('2026-07-01')).not.toThrow('only the income year, from 2026-07-01')
  })
})

describe('a share of the tax of several pays', () => {
  it('holds the tax of this pay’s own bonuses, loans and return to work', () => {
    const taxShare = {
      ...{ combinedTax: decimal('9000'), combinedGross: decimal('20000') },
      ...{ gross: decimal('10000'), share: decimal('4500') },
    }
    const { figures, steps } = pay({
      taxShare,
      declaration: { ...auPay().declaration, hasStudyLoan: true },
      bonuses: [
        bonusLine('5200', { taxMethod: 'METHOD_A_WHOLE_YEAR' }),
        bonusLine('100', { isReturnToWork: true }),
      ],
    })
    // 1,664 and 780 are on the bonus, and 32 on the return to work. The rest is on the period: 4,500 − 2,476.
    expect([figures.tax, figures.periodTax, figures.extraTax, figures.extraStudyLoan].map(String)).toEqual([
      '4500',
      '2024',
      '1664',
      '780',
    ])
    const shared = steps.find(({ name }) => name === 'tax.shared')
    expect(String(shared?.inputs.extras)).toBe('2476')
  })
})

describe('tax that a pay cannot bear', () => {
  const carried = { yearToDate: { ...auPay().yearToDate, taxCarried: decimal('5000') } }

  it('waits for the next pay with a warning, but not at an ending', () => {
    const waiting = pay(carried)
    expect([waiting.figures.net, waiting.figures.taxCarried].map(String)).toEqual(['0', '-1215'])
    expect(waiting.warnings.join()).toContain('Tax of 3785.00 would take the net below zero')
    const last = pay({
      ...carried,
      termination: ending({ isUnusedHolidayPaid: false, isUnusedLslPaid: false }),
    })
    expect([last.figures.tax, last.figures.taxCarried].map(String)).toEqual(['5305', '-5000'])
    expect(last.warnings).toEqual([])
  })
})

describe('sacrifices beyond the wages', () => {
  it('come off the additional payments in one order, however they were entered', () => {
    const bonuses = [
      bonusLine('900', { taxMethod: 'SPREAD_OVER_FINANCIAL_YEAR' }),
      bonusLine('5200', { taxMethod: 'METHOD_A_WHOLE_YEAR' }),
      bonusLine('300', { taxMethod: 'METHOD_B2' }),
      bonusLine('700', { taxMethod: 'METHOD_A_WHOLE_YEAR' }),
    ]
    const taxed = (rows: typeof bonuses) => {
      const { figures } = pay({ bonuses: rows, sacrifices: [sacrificeLine('7000')] })
      return [figures.periodTaxable, figures.extras, figures.extraTax, figures.methodB2.amount]
        .map(String)
        .join(' ')
    }
    // The sacrifice takes the 5,900 under method A, then the 300 under B(ii), then 800 of the spread bonus. The wages stay
    // as they are.
    expect(taxed(bonuses)).toBe(taxed(bonuses.toReversed()))
    expect(taxed(bonuses)).toBe(taxed([...bonuses.slice(2), ...bonuses.slice(0, 2)]))
    expect(taxed(bonuses).split(' ').slice(0, 2)).toEqual(['1520', '100'])
    expect(taxed(bonuses).split(' ')[3]).toBe('0')
  })
})
