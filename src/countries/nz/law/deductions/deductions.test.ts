import { describe, expect, it } from 'vitest'
import { bonus, deduction, nzPay, nzRates, paidHours } from '../../../../../test/support/nz-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../../kernel/values/money.ts'
import type { NzPayInput } from '../input/input.ts'
import type { NzPayResult } from '../input/result.ts'
import { calculateNzPay } from '../pay.ts'

const week = paidHours(decimal('1000'))
const member = { ...nzPay().kiwiSaver, statusCode: 'AK' as const }
const loan = { ...nzPay().studentLoan, hasLoan: true }
const pay = (changes: Partial<NzPayInput>): NzPayResult =>
  calculateNzPay(nzPay({ hours: week, ...changes }), nzRates)
const texts = (result: NzPayResult): string[] => result.lines.deductions.map((amount) => amount.toFixed(2))

/** PAYE on 1,000 a week with code M from April 2026, and the earners' levy in it. */
const PAYE = pay({}).figures.paye
const LEVY = decimal('17.50')

describe('deductions of a share', () => {
  it('of gross are taken from the whole gross', () => {
    const line = { ...deduction(decimal('0.055'), 'NORMAL'), amountType: 'PERCENT_OF_GROSS' as const }
    expect(texts(pay({ deductions: [line] }))).toEqual(['55.00'])
  })

  it('of net come after tax, every loan member and KiwiSaver', () => {
    const line = { ...deduction(decimal('0.1'), 'NORMAL'), amountType: 'PERCENT_OF_NET' as const }
    const studentLoan = { ...loan, cirRate: decimal('0.05'), borAmount: decimal('12') }
    const result = pay({ deductions: [line], studentLoan, kiwiSaver: member })
    const { gross, tax, nzStudentLoan, studentLoanCir, studentLoanBor, kiwisaverEmployee } = result.figures
    expect(
      [nzStudentLoan, studentLoanCir, studentLoanBor, kiwisaverEmployee].every((each) => each.gt(ZERO)),
    ).toBe(true)
    const net = gross
      .minus(tax)
      .minus(nzStudentLoan)
      .minus(studentLoanCir)
      .minus(studentLoanBor)
      .minus(kiwisaverEmployee)
    expect(texts(result)).toEqual([net.times('0.1').toFixed(2)])
  })

  it('of net leave PAYE that comes out of the contribution to the employer', () => {
    const kiwiSaver = { ...member, taxMethod: 'PAYE_NET' as const }
    const line = { ...deduction(decimal('1'), 'NORMAL'), amountType: 'PERCENT_OF_NET' as const }
    const result = pay({ deductions: [line], kiwiSaver })
    expect(result.figures.kiwisaverContributionTax.gt(ZERO)).toBe(true)
    expect(result.figures.net.eq(ZERO)).toBe(true)
    expect(result.warnings.join()).not.toContain('no more net')
  })

  it('stay within the limit of a pay and what is left of a total', () => {
    const line = deduction(decimal('80'), 'NORMAL')
    const taken = (limitPerPay: string | null, limitLeft: string | null): string[] =>
      texts(
        pay({
          deductions: [
            {
              ...line,
              limitPerPay: limitPerPay === null ? null : decimal(limitPerPay),
              limitLeft: limitLeft === null ? null : decimal(limitLeft),
            },
          ],
        }),
      )
    expect(taken('79.99', null)).toEqual(['79.99'])
    expect(taken('80', '80.01')).toEqual(['80.00'])
    expect(taken(null, '30')).toEqual(['30.00'])
    expect(taken('0', null)).toEqual(['0.00'])
  })
})

describe('what the pay has left', () => {
  const net = decimal('1000').minus(PAYE)

  it('is taken to the last cent without a warning, and cut with one', () => {
    const exact = pay({ deductions: [deduction(net, 'NORMAL')] })
    expect(exact.figures.net.eq(ZERO)).toBe(true)
    expect(exact.warnings).toEqual([])
    const more = pay({ deductions: [deduction(net.plus('0.01'), 'NORMAL')] })
    expect(more.figures.net.eq(ZERO)).toBe(true)
    expect(more.warnings).toEqual([
      `Deduction "NORMAL" was reduced to ${net.toFixed(2)}: no more net pay is left.`,
    ])
  })

  it('goes to one line after the other', () => {
    const result = pay({
      deductions: [deduction(net.minus('10'), 'NORMAL'), deduction(decimal('30'), 'UNION_FEES')],
    })
    expect(texts(result)[1]).toBe('10.00')
  })

  it('is nothing where a negative row made it so', () => {
    const result = pay({ hours: paidHours(decimal('-50')), deductions: [deduction(decimal('5'), 'NORMAL')] })
    expect(texts(result)).toEqual(['0.00'])
    expect(result.figures.net.toFixed(2)).toBe('-50.00')
    expect(result.warnings.join()).toContain('Net pay is negative: -50.00.')
  })

  it('goes to the loan before KiwiSaver, and to KiwiSaver before what was agreed', () => {
    const maximum = decimal('1000').minus(PAYE.minus(LEVY)).times('0.4')
    const rest = net.minus(maximum)
    const studentLoan = { ...loan, borAmount: rest.minus('80') }
    const result = pay({
      kiwiSaver: member,
      studentLoan,
      deductions: [deduction(decimal('9999'), 'CHILD_SUPPORT_DEDUCTION'), deduction(decimal('60'), 'NORMAL')],
    })
    const { figures: f } = result
    expect(f.childSupport.toFixed(2)).toBe(maximum.toFixed(2))
    const leftAfterLoan = rest.minus(f.nzStudentLoan).minus(f.studentLoanBor)
    expect(f.kiwisaverEmployee.toFixed(2)).toBe(leftAfterLoan.lt('35') ? leftAfterLoan.toFixed(2) : '35.00')
    expect(f.net.eq(ZERO)).toBe(true)
  })
})

describe('child support', () => {
  const support = (amount: string) => deduction(decimal(amount), 'CHILD_SUPPORT_DEDUCTION')
  /** 40% of gross less income tax, not counting the levy as tax. */
  const most = decimal('1000').minus(PAYE.minus(LEVY)).times('0.4').round(2, 'down')

  it('takes exactly the maximum without a mark, and is cut and marked above it', () => {
    const at = pay({ deductions: [support(most.toFixed(2))] })
    expect([at.childSupportCode, at.warnings.length]).toEqual([null, 0])
    const above = pay({ deductions: [support(most.plus('0.01').toFixed(2))] })
    expect(above.childSupportCode).toBe('P')
    expect(above.figures.childSupport.eq(most)).toBe(true)
  })

  it('shares the maximum among its lines, garnishee orders too', () => {
    const second = deduction(decimal('50'), 'CHILD_SUPPORT_GARNISHEE')
    const result = pay({ deductions: [support(most.minus('20').toFixed(2)), second] })
    expect(texts(result)[1]).toBe('20.00')
    expect(result.figures.childSupport.eq(most)).toBe(true)
    expect(result.childSupportCode).toBe('P')
  })

  it('marks a cut in the final pay as ceased', () => {
    const termination = {
      terminationDate: civilDate('2026-10-01'),
      isManualLeaveAmounts: true,
      isPaymentInLieuPaid: false,
      paymentInLieuAmount: null,
      redundancyAmount: null,
      nonEtpAmount: ZERO,
      unusedHolidayAmount: ZERO,
      unusedAltHolidayAmount: ZERO,
      nzYtdTaxable: ZERO,
    }
    expect(pay({ deductions: [support('900')], termination }).childSupportCode).toBe('C')
    expect(pay({ deductions: [support('100')], termination }).childSupportCode).toBe(null)
  })

  it('counts the shares that were taxed, though they are not filed as gross', () => {
    const shares = bonus(decimal('500'), { description: 'Shares', isNzEss: true, withholdPaye: true })
    const { steps } = pay({ deductions: [support('100')], bonuses: [shares] })
    expect(
      steps.find(({ name }) => name === 'deductions.child-support-maximum')?.inputs.gross?.toString(),
    ).toBe('1500')
  })
})

describe('payroll giving', () => {
  const give = (amount: string) => deduction(decimal(amount), 'CHARITY')

  it('takes a third off the tax, cut to the cent', () => {
    const { figures: f } = pay({ deductions: [give('100')] })
    expect(f.payrollGivingCredit.toFixed(2)).toBe('33.33')
    expect(f.tax.eq(f.paye.minus('33.33'))).toBe(true)
    expect(f.payrollGiving.toFixed(2)).toBe('100.00')
  })

  it('never takes more than the income tax in PAYE', () => {
    const small = pay({ hours: paidHours(decimal('100')), deductions: [give('60')] })
    // PAYE of 12.25 includes a levy of 1.75.
    expect(small.figures.paye.toFixed(2)).toBe('12.25')
    expect(small.figures.payrollGivingCredit.toFixed(2)).toBe('10.50')
    const fits = pay({ hours: paidHours(decimal('100')), deductions: [give('31')] })
    expect(fits.figures.payrollGivingCredit.toFixed(2)).toBe('10.33')
  })

  it('leaves its credit to what is deducted after it', () => {
    const net = decimal('1000').minus(PAYE)
    const result = pay({ deductions: [deduction(decimal('9999'), 'NORMAL'), give('90')] })
    expect(texts(result)).toEqual([net.minus('90').plus('29.99').toFixed(2), '90.00'])
    expect(result.figures.net.eq(ZERO)).toBe(true)
  })

  it('gives no credit for nothing', () => {
    const { figures, steps } = pay({ hours: [], deductions: [give('10')] })
    expect(figures.payrollGivingCredit.eq(ZERO)).toBe(true)
    expect(steps.some(({ name }) => name === 'tax.payroll-giving-credit')).toBe(false)
  })
})
