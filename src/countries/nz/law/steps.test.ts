import { describe, expect, it } from 'vitest'
import { bonus, deduction, nzPay, nzRates, paidHours } from '../../../../test/support/nz-pay.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { decimal } from '../../../kernel/values/money.ts'
import { Trace } from '../../../payroll/trace.ts'
import { figuresOf } from './figures/figure-steps.ts'
import type { NzPayInput } from './input/input.ts'
import { ONLY_HOLIDAYS_OWED } from './input/termination.ts'
import { calculateNzPay } from './pay.ts'

/** The last step with a name: its amount and inputs, as text. */
function stepOf(changes: Partial<NzPayInput>, name: string): Record<string, string> {
  const step = calculateNzPay(nzPay(changes), nzRates).steps.findLast((each) => each.name === name)
  if (!step) return {}
  const inputs = Object.entries(step.inputs).map(([key, value]) => [key, String(value)])
  return { amount: step.amount.toString(), formula: step.formula, ...Object.fromEntries(inputs) }
}

const payeGross = {
  ...nzPay().kiwiSaver,
  statusCode: 'AK' as const,
  employerRate: decimal('0.035'),
  taxMethod: 'PAYE_GROSS' as const,
}

describe('the steps of a pay', () => {
  it('add the contribution that is treated as salary to ordinary pay, once', () => {
    const pay = { hours: paidHours(decimal('1600')), kiwiSaver: payeGross }
    expect(stepOf(pay, 'ordinary')).toMatchObject({ amount: '1656', rows: '1600', uplift: '56' })
    expect(stepOf(pay, 'ordinary.rows')).toMatchObject({ amount: '1600', earnings: '1600' })
    expect(stepOf(pay, 'filed.gross')).toMatchObject({ amount: '1656', ordinary: '1656', extraPay: '0' })
    expect(stepOf(pay, 'filed.gross')).not.toHaveProperty('uplift')
    expect(stepOf({ hours: paidHours(decimal('1600')) }, 'ordinary.rows')).toEqual({})
  })

  it('show how PAYE is paid out of a contribution', () => {
    const kiwiSaver = { ...payeGross, employerRate: decimal('0.03'), taxMethod: 'PAYE_NET' as const }
    const pay = { hours: paidHours(decimal('500.03')), kiwiSaver }
    expect(stepOf(pay, 'kiwisaver.contribution-tax')).toMatchObject({
      amount: '2.63',
      withContribution: '78.14',
      without: '75.25',
      levy: '0.26',
    })
    expect(stepOf(pay, 'kiwisaver.employer')).toMatchObject({ contribution: '15', contributionTax: '2.63' })
    expect(stepOf(pay, 'tax')).toMatchObject({ amount: '75.51', paye: '78.14', contributionTax: '2.63' })
  })

  it('take the numbers of the law from the tables', () => {
    const termination = {
      terminationDate: civilDate('2026-10-01'),
      ...ONLY_HOLIDAYS_OWED,
    }
    const pay = { hours: paidHours(decimal('1000')), termination }
    expect(stepOf(pay, 'holidays.share-of-gross')).toMatchObject({ amount: '80', rate: '0.08' })
    expect(stepOf(pay, 'holidays.share-of-gross').formula).toMatch(/^8% of gross/)
    const support = {
      hours: paidHours(decimal('1000')),
      deductions: [deduction(decimal('900'), 'CHILD_SUPPORT_DEDUCTION')],
    }
    expect(stepOf(support, 'deductions.child-support-maximum').share).toBe('0.4')
    expect(calculateNzPay(nzPay(support), nzRates).warnings.join()).toContain('60% of net earnings')
  })

  it('show the rate that the Holidays Act asks for beside holidays that are taken', () => {
    const leave: NzPayInput['leave'] = [
      {
        description: 'Holiday',
        leaveType: 'ANNUAL_HOLIDAYS',
        date: civilDate('2026-10-01'),
        hours: decimal('8'),
        ratePerHour: decimal('30'),
        loadingAmount: null,
      },
    ]
    const holidayHistory = { ...nzPay().holidayHistory, grossLast52Weeks: decimal('62400') }
    expect(stepOf({ leave, holidayHistory }, 'holidays.least-rate')).toMatchObject({
      amount: '30',
      average: '1200',
    })
    expect(stepOf({}, 'holidays.least-rate')).toEqual({})
  })

  it('name each extra pay once, and count those of the same name', () => {
    const extra = (amount: string) => bonus(decimal(amount), { taxAsNzExtraPay: true })
    const pay = { hours: paidHours(decimal('1000')), bonuses: [extra('100'), extra('50'), extra('25')] }
    expect(stepOf(pay, 'extra-pay')).toMatchObject({
      amount: '175',
      bonus: '100',
      'bonus-2': '50',
      'bonus-3': '25',
    })
    expect(stepOf({}, 'extra-pay')).toEqual({})
  })

  it('say nothing of what a pay does not have', () => {
    const names = calculateNzPay(nzPay({ hours: paidHours(decimal('1000')) }), nzRates).steps.map(
      ({ name }) => name,
    )
    for (const absent of [
      'extra-pay',
      'kiwisaver.base',
      'kiwisaver.employer',
      'kiwisaver.total',
      'kiwisaver.esct',
      'kiwisaver.uplift',
      'complying-fund.employer',
      'sacrifices.super',
      'student-loan',
      'student-loan.base',
      'child-support',
      'payroll-giving',
      'deductions.income-tax',
      'filed.share-scheme',
      'filed.not-liable',
      'earnings.workers-compensation',
    ])
      expect(names).not.toContain(absent)
    expect(names).toEqual(expect.arrayContaining(['gross', 'tax', 'net', 'deductions', 'paye', 'hours-paid']))
  })
})

describe('the close of a pay', () => {
  const { figures } = calculateNzPay(nzPay({ hours: paidHours(decimal('1000')) }), nzRates)

  it('refuses a net that is not gross less what was taken', () => {
    expect(() => figuresOf({ ...figures, net: figures.net.plus('0.01') }, new Trace())).toThrow(
      'is not gross',
    )
    for (const key of [
      'nzStudentLoan',
      'studentLoanCir',
      'studentLoanBor',
      'kiwisaverEmployee',
      'deductions',
    ] as const)
      expect(() => figuresOf({ ...figures, [key]: decimal('1') }, new Trace())).toThrow('is not gross')
  })

  it('refuses a figure that no step reaches', () => {
    expect(() => figuresOf(figures, new Trace())).toThrow('is not the amount of step gross')
  })
})
