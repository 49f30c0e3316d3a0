import { describe, expect, it } from 'vitest'
import { bonus, nzPay, nzRates, paidHours } from '../../../../test/support/nz-pay.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../kernel/values/money.ts'
import type { LeaveType } from '../../../payroll/input.ts'
import type { NzPayInput, NzTaxCode } from './input/input.ts'
import type { NzFigures } from './input/result.ts'
import { calculateNzPay } from './pay.ts'

const figuresOf = (changes: Partial<NzPayInput>): NzFigures =>
  calculateNzPay(nzPay({ hours: paidHours(decimal('1000')), ...changes }), nzRates).figures
const as = (code: NzTaxCode) => ({
  tax: { code, certificateRate: decimal('0.2'), schedularRate: decimal('0.2') },
})
const leave = (leaveType: LeaveType, hours = '8'): NzPayInput['leave'][number] => ({
  description: leaveType,
  leaveType,
  date: civilDate('2026-10-01'),
  hours: decimal(hours),
  ratePerHour: decimal('25'),
  loadingAmount: null,
})
const allowance = (isTaxable: boolean): NzPayInput['allowances'][number] => ({
  description: 'Tools',
  amountPerUnit: decimal('10'),
  units: decimal('1'),
  category: null,
  isTaxable,
  isItemised: false,
  isInSuper: true,
})
const sacrifice = (amount: string): NzPayInput['sacrifices'][number] => ({
  description: 'Car',
  amountType: 'FIXED',
  amount: decimal(amount),
  limitPerPay: null,
  limitLeft: null,
  isInSuper: true,
  isSuper: false,
  sacrificedFrom: null,
})
const backPayments: NzPayInput['backPayments'] = [
  {
    description: 'Back pay',
    amount: decimal('40'),
    stpCategory: 'GROSS',
    taxMethod: 'NORMAL_EARNINGS',
    startDate: null,
    endDate: null,
    isInSuper: true,
  },
]
const spread = bonus(decimal('52'), { taxMethod: 'SPREAD_OVER_FINANCIAL_YEAR' })
const extra = bonus(decimal('500'), { taxAsNzExtraPay: true })
const shares = (withholdPaye: boolean) => bonus(decimal('300'), { isNzEss: true, withholdPaye })
const cashShares = bonus(decimal('200'), { isNzEss: true, isNzEssCashSettled: true })

describe('ordinary pay', () => {
  it('holds earnings, taxable allowances and ordinary bonuses, less sacrifices', () => {
    const rows = {
      allowances: [allowance(true), allowance(false)],
      bonuses: [bonus(decimal('100')), spread, extra, shares(true), cashShares],
      backPayments,
      sacrifices: [sacrifice('60')],
    }
    expect(figuresOf(rows).ordinary.toString()).toBe('1050')
    expect(figuresOf(rows).gross.toString()).toBe('1852')
    expect(figuresOf({ ...rows, ...as('WT') }).ordinary.toString()).toBe('1842')
  })

  it('does not fall below zero where a sacrifice takes a lump sum too', () => {
    const rows = { hours: paidHours(decimal('100')), bonuses: [extra], sacrifices: [sacrifice('100')] }
    expect(figuresOf(rows).ordinary.eq(ZERO)).toBe(true)
    expect(figuresOf({ ...rows, sacrifices: [sacrifice('100.01')] }).ordinary.eq(ZERO)).toBe(true)
    expect(figuresOf({ ...rows, sacrifices: [sacrifice('99.99')] }).ordinary.toString()).toBe('0.01')
  })
})

describe('lump sums', () => {
  it('are extra pays, benefits in shares only where PAYE is withheld', () => {
    const bonuses = [extra, shares(false), cashShares]
    expect(figuresOf({ bonuses, backPayments }).extraPay.toString()).toBe('740')
    expect(figuresOf({ bonuses: [shares(true)] }).extraPay.toString()).toBe('300')
    expect(figuresOf({ bonuses, backPayments, ...as('WT') }).extraPay.eq(ZERO)).toBe(true)
  })

  it('settled in cash were liable for the levy until October 2024', () => {
    const liable = (payDate: string) =>
      figuresOf({
        payDate: civilDate(payDate),
        periodEnd: civilDate(payDate),
        bonuses: [cashShares],
      }).levyLiable.toString()
    expect([liable('2024-10-31'), liable('2024-11-01')]).toEqual(['1200', '1000'])
  })
})

describe('the employment information', () => {
  const filed = (changes: Partial<NzPayInput>): string[] => {
    const { filedGross, notLiableForAcc, filedEss, levyLiable, studentLoanBase } = figuresOf({
      studentLoan: { ...nzPay().studentLoan, hasLoan: true },
      ...changes,
    })
    return [filedGross, notLiableForAcc, filedEss, levyLiable, studentLoanBase].map((figure) =>
      figure.toString(),
    )
  }

  it('files cash as gross, and shares apart', () => {
    expect(filed({ bonuses: [extra, spread] })).toEqual(['1552', '0', '0', '1552', '1552'])
    expect(filed({ bonuses: [shares(true)] })).toEqual(['1000', '300', '300', '1000', '1300'])
    expect(filed({ bonuses: [shares(false)] })).toEqual(['1000', '300', '300', '1000', '1000'])
    expect(filed({ bonuses: [cashShares, shares(true)] })).toEqual(['1200', '500', '300', '1000', '1500'])
  })

  it('files a schedular payment as not liable, all of it', () => {
    expect(filed({ ...as('WT'), bonuses: [shares(true)] })).toEqual(['1000', '1300', '300', '0', '1000'])
  })

  it('counts hours worked and on paid leave, days as hours of a day', () => {
    const hours = [
      {
        description: 'A',
        units: 'hours',
        value: decimal('7.5'),
        ratePerUnit: decimal('20'),
        isOvertime: false,
      },
      {
        description: 'B',
        units: 'days',
        value: decimal('2'),
        ratePerUnit: decimal('160'),
        isOvertime: false,
      },
      {
        description: 'C',
        units: 'pieces',
        value: decimal('9'),
        ratePerUnit: decimal('1'),
        isOvertime: false,
      },
    ]
    expect(figuresOf({ hours, leave: [leave('SICK'), leave('UNPAID', '4')] }).hoursPaid.toString()).toBe(
      '31.5',
    )
    expect(figuresOf({ hours: [], leave: [leave('SICK')] }).hoursPaid.toString()).toBe('8')
    expect(figuresOf({ hours: [] }).hoursPaid.eq(ZERO)).toBe(true)
  })
})

describe('accidents', () => {
  it('are paid by leave rows of theirs, or by every hour of a pay for them', () => {
    const rows = { leave: [leave('NZ_ACC_WORKERS_COMP'), leave('WORKERS_COMP', '4'), leave('SICK')] }
    expect(figuresOf(rows).workersCompensation.toString()).toBe('300')
    expect(figuresOf({ ...rows, isWorkersCompensationPay: true }).workersCompensation.toString()).toBe('1300')
    expect(figuresOf({ leave: [leave('SICK')] }).workersCompensation.eq(ZERO)).toBe(true)
  })
})

describe('gross earnings of the Holidays Act', () => {
  const counted = (changes: Partial<NzPayInput>) => figuresOf(changes).holidayGrossEarnings.toString()

  it('leave out accidents, volunteers and what the employer need not pay', () => {
    expect(counted({ leave: [leave('SICK')] })).toBe('1200')
    expect(counted({ leave: [leave('NZ_ACC_LATER_WEEKS'), leave('NZ_DEFENCE_FORCE')] })).toBe('1000')
    // The employer's first week after an accident counts (s 14(a)). The older accident type means that week.
    expect(counted({ leave: [leave('NZ_ACC_FIRST_WEEK'), leave('NZ_ACC_WORKERS_COMP')] })).toBe('1400')
    expect(counted({ allowances: [allowance(true), allowance(false)], backPayments })).toBe('1050')
    expect(
      counted({
        bonuses: [extra, bonus(decimal('70'), { isNzDiscretionary: true }), shares(true), cashShares],
      }),
    ).toBe('1500')
  })
})

describe('a regular bonus', () => {
  const taxOf = (
    changes: Partial<NzPayInput['bonuses'][number]>,
    payPeriod: NzPayInput['payPeriod'] = 'WEEKLY',
  ) => {
    const { steps } = calculateNzPay(
      nzPay({
        payPeriod,
        hours: paidHours(decimal('1000')),
        bonuses: [bonus(decimal('260'), { taxMethod: 'SPREAD_OVER_SPECIFIC_RANGE', ...changes })],
      }),
      nzRates,
    )
    const step = steps.find(({ name }) => name === 'tax.regular-bonus')
    return step ? String(step.inputs.periods) : 'ordinary'
  }
  const range = (startDate: string, endDate: string) => ({
    startDate: civilDate(startDate),
    endDate: civilDate(endDate),
  })

  it('is spread over the periods of its range, begun ones too', () => {
    expect(taxOf(range('2026-09-01', '2026-09-07'))).toBe('ordinary')
    expect(taxOf(range('2026-09-01', '2026-09-08'))).toBe('2')
    expect(taxOf(range('2026-09-01', '2026-09-14'))).toBe('2')
    expect(taxOf(range('2026-09-01', '2026-09-14'), 'FORTNIGHTLY')).toBe('ordinary')
    expect(taxOf(range('2026-09-01', '2026-09-15'), 'FORTNIGHTLY')).toBe('2')
    expect(taxOf(range('2026-09-30', '2026-10-01'), 'MONTHLY')).toBe('2')
    expect(taxOf(range('2026-10-01', '2026-10-31'), 'MONTHLY')).toBe('ordinary')
    expect(taxOf(range('2025-11-01', '2026-10-31'), 'MONTHLY')).toBe('12')
    expect(taxOf(range('2026-10-31', '2026-09-01'), 'MONTHLY')).toBe('ordinary')
    expect(taxOf(range('2026-10-31', '2026-09-01'))).toBe('ordinary')
  })

  it('without a range is spread over a year, and as normal earnings over none', () => {
    expect([taxOf({}), taxOf({}, 'FORTNIGHTLY'), taxOf({}, 'MONTHLY')]).toEqual(['52', '26', '12'])
    expect(taxOf({ ...range('2026-09-01', '2026-09-30'), startDate: null })).toBe('52')
    expect(taxOf({ taxMethod: 'NORMAL_EARNINGS', ...range('2026-01-01', '2026-09-30') })).toBe('ordinary')
  })

  it('is no regular one as an extra pay', () => {
    expect(taxOf({ taxAsNzExtraPay: true })).toBe('ordinary')
  })
})
