import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, bonusLine, hoursLine, leaveLine } from '../../../../../test/support/au-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { AuPayInput, TaxDeclaration } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'
import { limited } from './bonus-methods.ts'

/* Claims in a declaration other than the tax-free threshold, and what the pay shows for them. */

const pay = (declaration: Partial<TaxDeclaration>, earned: string, change: Partial<AuPayInput> = {}) =>
  calculateAuPay(
    auPay({
      hours: [hoursLine('1', earned)],
      ...change,
      declaration: { ...auPay().declaration, ...declaration },
    }),
    auRates,
  )
const tax = (...given: Parameters<typeof pay>) => Number(pay(...given).figures.tax.toFixed())
const steps = (result: ReturnType<typeof pay>, part: string) =>
  result.steps
    .filter(({ name }) => name.startsWith(part))
    .map(({ name, amount, inputs }) => `${name} ${amount} (${Object.keys(inputs).join(' ')})`)

describe('a tax offset of the year', () => {
  const annualTaxOffset = decimal('1000')

  it('is 1.9% a week, 3.8% a fortnight, 8.3% a month, to the dollar', () => {
    const taken = (payPeriod: AuPayInput['payPeriod'], earned: string, offset = annualTaxOffset) =>
      tax({}, earned, { payPeriod }) - tax({ annualTaxOffset: offset }, earned, { payPeriod })
    expect(taken('WEEKLY', '1520')).toBe(19)
    expect(taken('FORTNIGHTLY', '3040')).toBe(38)
    expect(taken('MONTHLY', '6600')).toBe(83)
    expect([taken('WEEKLY', '1520', decimal('26')), taken('WEEKLY', '1520', decimal('27'))]).toEqual([0, 1])
  })

  it('counts in scales 2, 5, 6 and Schedule 9, in no other', () => {
    const taken = (claim: Partial<TaxDeclaration>) =>
      tax(claim, '1520') - tax({ ...claim, annualTaxOffset }, '1520')
    expect(taken({ medicareExemption: 'FULL' })).toBe(19)
    expect(taken({ medicareExemption: 'HALF' })).toBe(19)
    expect(taken({ seniors: 'SINGLE' })).toBe(19)
    expect(taken({ claimsTaxFreeThreshold: false })).toBe(0)
    expect(taken({ isForeignResident: true })).toBe(0)
    expect(taken({ tfn: 'NOT_QUOTED' })).toBe(0)
  })

  it('comes off a senior’s tax, not off the loan beside it', () => {
    const senior = { seniors: 'SINGLE', hasStudyLoan: true } as const
    expect(tax(senior, '1520')).toBe(333)
    const result = pay({ ...senior, annualTaxOffset }, '1520')
    expect(steps(result, 'tax.period')).toEqual([
      'tax.period.weekly 305 (earnings x a b)',
      'tax.period.table 305 (weekly period)',
      'tax.period.adjusted 286 (weekly table extra offset medicare)',
      'tax.period 314 (table studyLoan)',
    ])
    expect(steps(pay(senior, '1520'), 'tax.period')).toEqual([
      'tax.period.weekly 305 (earnings x a b)',
      'tax.period.table 305 (weekly period)',
      'tax.period 333 (table studyLoan)',
    ])
    expect(tax({ ...senior, annualTaxOffset: decimal('100000') }, '1520')).toBe(28)
    // (337 − 305) × 52 = 1,664: the same offset comes off the tax with and without the bonus.
    const bonuses = [bonusLine('5200', { taxMethod: 'METHOD_A_WHOLE_YEAR' })]
    expect(pay({ ...senior, annualTaxOffset }, '1520', { bonuses }).figures.extraTax.toFixed()).toBe('1664')
  })
})

describe('a study loan', () => {
  const hasStudyLoan = true

  it('is withheld for by the tables, not without a number or from a working holiday maker', () => {
    const component = (claim: Partial<TaxDeclaration>) =>
      tax({ ...claim, hasStudyLoan }, '1520') - tax(claim, '1520')
    expect(component({})).toBe(28)
    expect(component({ claimsTaxFreeThreshold: false })).toBe(80)
    expect(component({ isForeignResident: true })).toBe(28)
    expect(component({ seniors: 'COUPLE' })).toBe(28)
    expect(component({ tfn: 'NOT_QUOTED' })).toBe(0)
    expect(component({ isWorkingHolidayMaker: true })).toBe(0)
    expect(component({ isWorkingHolidayMaker: true, isEmployerRegistered: false })).toBe(0)
  })

  it('waits where the Medicare levy is reduced for low family income, and the pay says so', () => {
    const low = { hasStudyLoan, medicareAdjustment: { children: 2 } }
    const said = (claim: Partial<TaxDeclaration>) => pay(claim, '1520').warnings.length
    expect([tax(low, '1520'), said(low)]).toEqual([305, 1])
    expect([
      tax({ ...low, isForeignResident: true }, '1520'),
      said({ ...low, isForeignResident: true }),
    ]).toEqual([tax({ hasStudyLoan, isForeignResident: true }, '1520'), 0])
    const notReduced = [{ claimsTaxFreeThreshold: false }, { medicareExemption: 'FULL' as const }]
    for (const claim of notReduced)
      expect([tax({ ...low, ...claim }, '1520'), said({ ...low, ...claim })]).toEqual([
        tax({ hasStudyLoan, ...claim }, '1520'),
        0,
      ])
    const half = { ...low, medicareExemption: 'HALF' as const }
    expect([tax(half, '1520'), said(half)]).toEqual([tax({ medicareExemption: 'HALF' }, '1520'), 1])
    expect(said({ ...low, hasStudyLoan: false })).toBe(0)
    expect(said({ hasStudyLoan })).toBe(0)
    expect(said({ ...low, tfn: 'NOT_QUOTED' })).toBe(0)
  })

  it('on a bonus gets what the tax leaves of the limit', () => {
    const bonuses = [bonusLine('5200', { taxMethod: 'METHOD_A_WHOLE_YEAR' })]
    const extra = (
      earned: string,
      taxMethod: 'METHOD_A_WHOLE_YEAR' | 'SPREAD_OVER_FINANCIAL_YEAR' | 'METHOD_B2',
    ) => {
      const { figures, steps: all } = pay({ hasStudyLoan }, earned, {
        bonuses: [{ ...bonuses[0], taxMethod } as (typeof bonuses)[number]],
      })
      const step = all.find(({ name }) => name === 'tax.extra.study-loan')
      return `${figures.extraTax} ${figures.extraStudyLoan} ${'taxOnPayment' in (step?.inputs ?? {})} ${step?.formula.includes('less the tax')}`
    }
    for (const taxMethod of ['METHOD_A_WHOLE_YEAR', 'METHOD_B2'] as const)
      expect(steps(pay({}, '1520', { bonuses: [bonusLine('5200', { taxMethod })] }), 'tax.extra.')).toEqual(
        [],
      )
    expect(extra('1520', 'METHOD_A_WHOLE_YEAR')).toBe('1664 780 true true')
    expect(extra('2600', 'METHOD_A_WHOLE_YEAR')).toBe('2028 416 true true')
    expect(extra('4000', 'METHOD_A_WHOLE_YEAR')).toBe('2444 0 true true')
    expect(extra('2600', 'METHOD_B2')).toBe('2028 416 true true')
    expect(extra('2600', 'SPREAD_OVER_FINANCIAL_YEAR')).toBe('2028 884 false false')
  })
})

it('the limit of an additional payment drops cents and leaves room for the tax on it', () => {
  const of = (amount: string, payment: string, rate: string | null, besides?: string) =>
    limited(
      decimal(amount),
      decimal(payment),
      rate === null ? null : decimal(rate),
      ...(besides === undefined ? [] : [decimal(besides)]),
    ).toFixed()
  expect([of('46', '100', '0.47'), of('47', '100', '0.47'), of('48', '100', '0.47')]).toEqual([
    '46',
    '47',
    '47',
  ])
  expect([of('60', '101', '0.47'), of('60.9', '1000', '0.47'), of('60.9', '1', null)]).toEqual([
    '47',
    '60',
    '60',
  ])
  expect([of('-5', '100', '0.47'), of('-5', '100', null), of('5', '-100', '0.47')]).toEqual(['0', '0', '0'])
  expect([
    of('10', '100', '0.47', '37'),
    of('10', '100', '0.47', '38'),
    of('10', '100', '0.47', '60'),
  ]).toEqual(['10', '9', '0'])
})

describe('a claim of Schedule 9', () => {
  const warned = (declaration: Partial<TaxDeclaration>, dateOfBirth: string | null) =>
    pay({ seniors: 'SINGLE', ...declaration }, '900', {
      dateOfBirth: dateOfBirth === null ? null : civilDate(dateOfBirth),
    }).warnings.map((text) => text.slice(0, 24))

  it('needs 67 years on 30 June, else the pay speaks of veterans', () => {
    expect(warned({}, '1960-06-30')).toEqual([])
    expect(warned({}, '1960-07-01')).toEqual(['The employee is under 67'])
    expect(warned({}, null)).toEqual([])
  })

  it('does not count without the threshold, and leaves the Medicare levy reduction alone', () => {
    expect(warned({ claimsTaxFreeThreshold: false }, '1950-01-01')).toEqual(['The seniors and pensione'])
    expect(warned({ medicareAdjustment: { children: 1 } }, '1950-01-01')).toEqual([
      'Schedule 9 was used: the',
    ])
    expect(warned({ annualTaxOffset: decimal('100') }, '1950-01-01')).toEqual([])
  })

  it('names its table and who claims', () => {
    const rule = (seniors: TaxDeclaration['seniors']) =>
      pay({ ...(seniors && { seniors }) }, '900').steps.find(({ name }) => name === 'tax.period.weekly')?.rule
    expect(rule('SINGLE')).toBe('Schedule 9, single')
    expect(rule('COUPLE')).toBe('Schedule 9, member of a couple')
    expect(rule('ILLNESS_SEPARATED')).toBe('Schedule 9, member of an illness-separated couple')
    const before = { payDate: civilDate('2023-08-04'), periodEnd: civilDate('2023-08-06') }
    expect(() => pay({ seniors: 'SINGLE', medicareExemption: 'FULL' }, '900', before)).toThrow(
      'No Schedule 9 table with a Medicare levy exemption',
    )
  })

  it('with a loan cites both tables', () => {
    const source = (claim: Partial<TaxDeclaration>) => {
      const step = pay({ seniors: 'SINGLE', ...claim }, '900').steps.find(({ name }) => name === 'tax.period')
      return step?.source.kind === 'tables' ? step.source.tables.length : 0
    }
    expect([source({}), source({ hasStudyLoan: true })]).toEqual([1, 2])
  })
})

describe('a year with one pay more', () => {
  const asked = { hasAskedForExtraPayWithholding: true }
  const added = (payPeriod: AuPayInput['payPeriod'], earned: string, change: Partial<AuPayInput> = {}) =>
    tax(asked, earned, { payPeriod, ...change }) - tax({}, earned, { payPeriod, ...change })

  it('adds by the earnings of the period, cents dropped', () => {
    expect(['874.99', '875', '2574.99', '2575', '3650'].map((earned) => added('WEEKLY', earned))).toEqual([
      0, 3, 3, 7, 12,
    ])
    expect(['1699', '1700', '5200', '7250'].map((earned) => added('FORTNIGHTLY', earned))).toEqual([
      0, 12, 27, 48,
    ])
    expect(added('MONTHLY', '9000')).toBe(0)
  })

  it('is refused by the week from July 2024 to June 2026, with what to do, and found by the fortnight', () => {
    const inside = { payDate: civilDate('2026-06-30'), periodEnd: civilDate('2026-06-30') }
    const first = { payDate: civilDate('2024-07-01'), periodEnd: civilDate('2024-07-07') }
    for (const days of [inside, first]) {
      expect(() => added('WEEKLY', '1000', days)).toThrow('set withhold_for_extra_pay to false')
      expect(added('FORTNIGHTLY', '5150', days)).toBe(26)
      expect(added('MONTHLY', '5150', days)).toBe(0)
    }
    const before = { payDate: civilDate('2024-06-28'), periodEnd: civilDate('2024-06-30') }
    expect(added('WEEKLY', '1000', before)).toBe(3)
    expect(added('WEEKLY', '1000', { payDate: civilDate('2026-07-01') })).toBe(3)
  })
})

describe('a Medicare levy adjustment', () => {
  it('counts in scales 2 and 6 alone, in years that have a table', () => {
    const taken = (claim: Partial<TaxDeclaration>, children = 1) =>
      tax(claim, '950') - tax({ ...claim, medicareAdjustment: { children } }, '950')
    expect(taken({})).toBeGreaterThan(0)
    expect(taken({ medicareExemption: 'HALF' })).toBeGreaterThan(0)
    expect(taken({ medicareExemption: 'HALF' }, 0)).toBe(0)
    expect(taken({ medicareExemption: 'FULL' })).toBe(0)
    expect(taken({ claimsTaxFreeThreshold: false })).toBe(0)
    const before = { payDate: civilDate('2023-08-04'), periodEnd: civilDate('2023-08-06') }
    expect(() => pay({ medicareAdjustment: { children: 1 } }, '950', before)).toThrow(
      'No Medicare levy adjustment table covers 2023-08-04',
    )
  })
})

describe('a working holiday maker', () => {
  const maker = { isWorkingHolidayMaker: true, isForeignResident: true }
  const warned = (earned: string, change: Partial<AuPayInput> = {}, claim: Partial<TaxDeclaration> = {}) =>
    pay({ ...maker, ...claim }, earned, change).warnings.join()

  it('hears where cents would change the dollar, and only there', () => {
    expect(warned('2263.86')).toContain('with them it would be 340')
    expect(warned('2263.20')).toBe('')
    expect(warned('-2263.86')).toBe('')
    expect(warned('2263.86', {}, { isWorkingHolidayMaker: false })).toBe('')
    const top = { yearToDate: { ...auPay().yearToDate, taxableGross: decimal('200000') } }
    expect(warned('2263.86', top)).toBe('')
    expect(warned('2263.86', {}, { tfn: 'NOT_QUOTED' })).toBe('')
  })

  it('whose number is pending too long is withheld without one, and the pay says so', () => {
    expect(warned('2000', {}, { tfn: 'PENDING' })).toContain('No tax file number 28 days after')
    expect(warned('2000', {}, { tfn: 'PENDING', declarationDate: civilDate('2026-11-01') })).toBe('')
  })

  it('has leave in advance in one sum with the rest', () => {
    const leave = [{ ...leaveLine('HOLIDAY', '38', '40'), date: civilDate('2026-11-20') }]
    expect(pay(maker, '1520', { leave }).figures.advances).toEqual([])
    expect(pay({}, '1520', { leave }).figures.advances).toHaveLength(1)
  })
})

describe('an under-18 without a number', () => {
  const young = { tfn: 'UNDER_18' } as const
  const warned = (earned: string, dateOfBirth: string) =>
    pay(young, earned, {
      dateOfBirth: civilDate(dateOfBirth),
      superannuation: { ...auPay().superannuation, isAgeThresholdEnabled: false },
    }).warnings.join()

  it('hears of the limit, or of the birthday', () => {
    expect(warned('350', '2010-01-01')).toBe('')
    expect(warned('350.01', '2010-01-01')).toContain('above the 350')
    expect(warned('350', '2008-11-12')).toContain('18 or older')
    expect(warned('350', '2008-11-13')).toBe('')
  })
})
