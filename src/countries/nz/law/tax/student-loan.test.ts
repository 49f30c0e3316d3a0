import { describe, expect, it } from 'vitest'
import { bonus, nzPay, nzRates, paidHours } from '../../../../../test/support/nz-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { NzPayInput, NzStudentLoan, NzTaxCode } from '../input/input.ts'
import { calculateNzPay } from '../pay.ts'

const { rate, thresholds, compulsoryExtraMaximum } = nzRates.studentLoan.at(civilDate('2026-10-01')).value
const THRESHOLD = thresholds.WEEKLY

type Case = { pay: string; loan?: Partial<NzStudentLoan>; code?: NzTaxCode; changes?: Partial<NzPayInput> }

function loanOf({ pay, loan = {}, code = 'M', changes = {} }: Case): [string, string, string] {
  const { figures } = calculateNzPay(
    nzPay({
      hours: paidHours(decimal(pay)),
      tax: { code, certificateRate: decimal('0.2'), schedularRate: null },
      studentLoan: { ...nzPay().studentLoan, hasLoan: true, ...loan },
      ...changes,
    }),
    nzRates,
  )
  return [
    figures.nzStudentLoan.toFixed(2),
    figures.studentLoanCir.toFixed(2),
    figures.studentLoanBor.toFixed(2),
  ]
}

describe('a student loan', () => {
  it('is repaid from whole dollars above the threshold', () => {
    expect([rate.toString(), THRESHOLD.toString()]).toEqual(['0.12', '464'])
    expect(loanOf({ pay: '464' })[0]).toBe('0.00')
    expect(loanOf({ pay: '464.99' })[0]).toBe('0.00')
    expect(loanOf({ pay: '465' })[0]).toBe('0.12')
    expect(loanOf({ pay: '100' })[0]).toBe('0.00')
    expect(loanOf({ pay: '1000', loan: { hasLoan: false } })[0]).toBe('0.00')
  })

  it('has a threshold for primary codes and certificates that say so only', () => {
    const at = (code: NzTaxCode, isOnEveryDollar = false) =>
      loanOf({ pay: '564', code, loan: { isOnEveryDollar } })[0]
    expect([at('M'), at('ME'), at('STC'), at('STC', true), at('S')]).toEqual([
      '12.00',
      '12.00',
      '12.00',
      '67.68',
      '67.68',
    ])
    const none: NzTaxCode[] = ['CAE', 'EDW', 'NSW', 'ND', 'WT']
    expect(none.map((code) => at(code))).toEqual(none.map(() => '0.00'))
  })

  it('has none for an extra pay on its own', () => {
    const bonuses = [bonus(decimal('300'), { taxAsNzExtraPay: true })]
    expect(loanOf({ pay: '0', changes: { bonuses } })[0]).toBe('36.00')
    expect(loanOf({ pay: '0.01', changes: { bonuses } })[0]).toBe('0.00')
    const spread = bonus(decimal('10'), { taxMethod: 'SPREAD_OVER_FINANCIAL_YEAR' })
    expect(loanOf({ pay: '0', changes: { bonuses: [...bonuses, spread] } })[0]).toBe('0.00')
    const periodSoFar = { ...nzPay().periodSoFar, ordinary: decimal('1'), studentLoanBase: decimal('1') }
    expect(loanOf({ pay: '0', changes: { bonuses, periodSoFar } })[0]).toBe('0.00')
  })

  it('counts what other pays of the period took, and never gives back', () => {
    const earlier = (studentLoanBase: string, studentLoan: string, studentLoanCir = '0') => ({
      periodSoFar: {
        ...nzPay().periodSoFar,
        ordinary: decimal(studentLoanBase),
        studentLoanBase: decimal(studentLoanBase),
        studentLoan: decimal(studentLoan),
        studentLoanCir: decimal(studentLoanCir),
      },
    })
    expect(loanOf({ pay: '500', changes: earlier('500', '4.32') })[0]).toBe('60.00')
    expect(loanOf({ pay: '500', changes: earlier('500', '64.32') })[0]).toBe('0.00')
    expect(loanOf({ pay: '500', changes: earlier('500', '80') })[0]).toBe('0.00')
    const loan = { cirRate: decimal('0.05') }
    expect(loanOf({ pay: '500', loan, changes: earlier('500', '80', '1.80') })[1]).toBe('25.00')
    expect(loanOf({ pay: '500', loan, changes: earlier('500', '80', '90') })[1]).toBe('0.00')
  })

  it('takes a special rate in place of the standard one', () => {
    expect(loanOf({ pay: '564', loan: { specialRate: decimal('0.05') } })[0]).toBe('5.00')
    expect(loanOf({ pay: '564', loan: { specialRate: decimal('0') } })[0]).toBe('0.00')
  })
})

describe('the step of a student loan', () => {
  it('says whether the rate is the standard one or a special one', () => {
    const stepOf = (specialRate: string | null) => {
      const studentLoan = {
        ...nzPay().studentLoan,
        hasLoan: true,
        specialRate: specialRate === null ? null : decimal(specialRate),
      }
      const { steps } = calculateNzPay(nzPay({ hours: paidHours(decimal('564')), studentLoan }), nzRates)
      const step = steps.find(({ name }) => name === 'student-loan.standard')
      return [step?.rule, step?.source.kind]
    }
    expect(stepOf(null)).toEqual(['Student loan, standard deduction', 'tables'])
    expect(stepOf('0.05')).toEqual(['Student loan, special rate', 'given'])
  })
})

describe('extra deductions', () => {
  it('of the Commissioner are at most the rate of the law, to the nearest cent, within what is left', () => {
    expect(compulsoryExtraMaximum.toString()).toBe('0.05')
    const cir = (cirRate: string, cirLeft: string | null, pay = '774'): string =>
      loanOf({
        pay,
        loan: { cirRate: decimal(cirRate), cirLeft: cirLeft === null ? null : decimal(cirLeft) },
      })[1]
    expect(cir('0.05', null)).toBe('15.50')
    expect(cir('0.06', null)).toBe('15.50')
    expect(cir('0.02', null)).toBe('6.20')
    expect(cir('0.0305', null, '775')).toBe('9.49')
    expect(cir('0.05', '15.50')).toBe('15.50')
    expect(cir('0.05', '15.49')).toBe('15.49')
    expect(cir('0.05', '-3')).toBe('0.00')
    expect(loanOf({ pay: '774' })[1]).toBe('0.00')
  })

  it('of the Commissioner need a standard deduction', () => {
    expect(loanOf({ pay: '464', loan: { cirRate: decimal('0.05') } })[1]).toBe('0.00')
    expect(loanOf({ pay: '774', loan: { cirRate: decimal('0.05'), specialRate: decimal('0') } })[1]).toBe(
      '0.00',
    )
  })

  it('of the borrower are an amount or a share of whole dollars, even below the threshold', () => {
    expect(loanOf({ pay: '400', loan: { borAmount: decimal('20.019') } })[2]).toBe('20.01')
    expect(loanOf({ pay: '399.99', loan: { borRate: decimal('0.0333') } })[2]).toBe('13.28')
    expect(loanOf({ pay: '400', loan: { borAmount: decimal('20'), borRate: decimal('0.5') } })[2]).toBe(
      '20.00',
    )
    expect(loanOf({ pay: '400', loan: { borAmount: decimal('-5') } })[2]).toBe('0.00')
    expect(loanOf({ pay: '400' })[2]).toBe('0.00')
  })
})
