import { expect, it } from 'vitest'
import { nzRates } from '../../../../test/support/nz-pay.ts'
import { nzRichPays } from '../../../../test/support/rich-pays.ts'
import { sourceText } from '../../../payroll/sources.ts'
import type { Step } from '../../../payroll/trace.ts'
import { calculateNzPay } from './pay.ts'

/* The inputs that an explanation shows next to each amount. A reader who asks "why?" must find the row, the rate and the days. */

const steps: readonly Step[] = Object.values(nzRichPays()).flatMap(
  (pay) => calculateNzPay(pay, nzRates).steps,
)

/** The input names of each step, by step name. Numbered list rows are left out. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'holidays.average-weekly-earnings': ['gross weeks'],
  'holidays.ordinary-weekly-pay': ['agreed regular'],
  'holidays.least-rate': ['ordinary average hoursPerWeek'],
  'earnings.hours': ['row value rate'],
  'earnings.overtime': ['row value rate'],
  'earnings.leave': ['hours rate hoursBefore paidBefore', 'row type hours rate'],
  earnings: ['ordinary overtime leave loading'],
  'allowances.line': ['row amount units'],
  allowances: ['lines taxable untaxed'],
  'bonuses.line': ['row treatment amount'],
  'back-payments.line': ['row amount'],
  'sacrifices.line': ['row amount left'],
  sacrifices: ['super other'],
  'holidays.gross-earnings': ['earnings allowances bonuses backPayments leaveOutside'],
  'leave.annual-weeks-taken': ['hours hoursPerWeek'],
  'leave.alternative-days-taken': ['hours hoursPerDay'],
  'leave.sick-days-taken': ['workDaysKnownFrom'],
  'kiwisaver.employee-rate': ['status action default', 'status action'],
  'kiwisaver.employer-rate': ['obligation chosen', 'obligation'],
  'kiwisaver.base': ['earnings allowances bonuses backPayments termination sacrifices'],
  'kiwisaver.employee-share': ['base rate'],
  'kiwisaver.employer-share': ['base rate'],
  'kiwisaver.esct': ['contribution rate', 'contribution uplift rate'],
  ordinary: [
    'earnings allowances bonuses sacrifices laterPeriods',
    'rows uplift',
    'earnings allowances bonuses sacrifices',
    'earnings allowances bonuses backPayments sacrifices',
  ],
  'extra-pay': ['bonus share-scheme back-pay', 'unused-holiday alt-holiday redundancy other'],
  'tax.annual-income': ['pay periods'],
  'tax.earners-levy': ['annual rate maximumLiable maximumLevy'],
  'tax.annual': ['annual rate subtract levy credit'],
  'tax.weekly': ['tax weeks'],
  'tax.period': ['weekly weeks periods', 'dollars rate levy', 'payment rate', 'dollars rate'],
  'paye.ordinary': ['ordinary before whole withheld'],
  'paye.holidays-in-advance': ['pay 2026-11-15 2026-11-15'],
  'tax.extra-pay.annualised': ['pays paid factor', 'paidPeriods paid periodsPerYear periods'],
  'tax.extra-pay.income': ['annualised lowThreshold extraPay'],
  'tax.extra-pay.rate': ['income band'],
  'tax.extra-pay.levy-headroom': [
    'maximumLiable annualised lowThreshold',
    'maximumLiable yearToDate ordinary regularBonuses',
  ],
  'tax.extra-pay.levy-liable': ['liable headroom maximumLiable'],
  'tax.extra-pay.total': ['extraPay rate liable levyRate'],
  'tax.extra-pay.bonus': ['amount rate levy'],
  'tax.extra-pay.bonus.levy': ['amount levyRate'],
  'tax.extra-pay.bonus.income-tax': ['tax levy'],
  'tax.extra-pay.share-scheme': ['amount rate levy'],
  'tax.extra-pay.share-scheme.income-tax': ['tax levy'],
  'tax.extra-pay.back-pay': ['amount rate levy'],
  'tax.extra-pay.back-pay.levy': ['amount levyRate'],
  'tax.extra-pay.back-pay.income-tax': ['tax levy'],
  'paye.extra-pay': ['bonus share-scheme back-pay', 'unused-holiday alt-holiday redundancy other'],
  paye: ['ordinary regularBonuses extraPay later', 'ordinary regularBonuses extraPay'],
  gross: ['earnings allowances bonuses backPayments termination sacrifices'],
  'filed.gross': [
    'ordinary regularBonuses laterPeriods extraPay taxedShares',
    'ordinary regularBonuses extraPay taxedShares',
  ],
  'filed.share-scheme': [''],
  'filed.not-liable': ['cash shares'],
  'levy-liable': ['gross notLiable'],
  'student-loan.base': ['ordinary regularBonuses extraPay'],
  'student-loan.standard': ['dollars threshold rate takenBefore'],
  'student-loan.cir': ['dollars threshold rate takenBefore'],
  'student-loan.bor': ['amount'],
  'deductions.income-tax': ['paye levyLiable levyRate'],
  'deductions.child-support-maximum': ['gross incomeTax share'],
  'deductions.line': ['row amount left protectedEarnings', 'row amount left'],
  'child-support': [''],
  'student-loan': ['asked left'],
  'student-loan.cir-taken': ['asked left'],
  'student-loan.bor-taken': ['asked left'],
  'kiwisaver.employee': ['asked left'],
  'payroll-giving': [''],
  'tax.payroll-giving-credit': ['donation rate incomeTax'],
  deductions: [''],
  tax: ['paye credit contributionTax'],
  'kiwisaver.employer': ['contribution contributionTax'],
  'kiwisaver.total': ['employee employer esct'],
  'sacrifices.super': [''],
  net: ['gross tax studentLoan studentLoanCir studentLoanBor kiwisaver deductions'],
  'tax-plus-student-loan': ['tax studentLoan cir bor'],
  'sacrifices.super-esct': ['contribution rate'],
  'hours-paid': ['worked paidLeave'],
  'leave.annual-weeks-balance': ['before accrued taken paidOut'],
  'leave.annual-weeks-balance-hours': ['balance hoursOfOne'],
  'leave.sick-days-balance': ['before accrued taken paidOut'],
  'leave.sick-days-balance-hours': ['balance hoursOfOne'],
  'leave.alternative-days-balance': ['before accrued taken paidOut'],
  'leave.alternative-days-balance-hours': ['balance hoursOfOne'],
  'kiwisaver.uplift': ['method employer fraction'],
  'ordinary.rows': ['earnings allowances bonuses sacrifices'],
  'kiwisaver.contribution-levy': ['uplift levyRate'],
  'kiwisaver.contribution-tax': ['uplift ordinary withContribution without levy'],
  'holidays.annual': ['weeks ordinary average'],
  'termination.unused-holiday': ['dates workDays workDaysKnownFrom holidays publicHolidays'],
  'holidays.share-of-gross': ['gross rate'],
  'termination.eight-percent': ['before thisPay share paidInAdvance'],
  'holidays.relevant-daily-pay': ['rate hours'],
  'termination.alternative-holidays': ['days daily'],
  'termination.redundancy': ['amount'],
  'termination.payment-in-lieu': ['amount'],
  'termination.other': ['eightPercent paymentInLieu'],
  'termination.total': ['unusedHoliday eightPercent altHoliday redundancy paymentInLieu retiringAllowance'],
  'tax.extra-pay.unused-holiday': ['amount rate levy'],
  'tax.extra-pay.unused-holiday.levy': ['amount levyRate'],
  'tax.extra-pay.unused-holiday.income-tax': ['tax levy'],
  'tax.extra-pay.alt-holiday': ['amount rate levy'],
  'tax.extra-pay.alt-holiday.levy': ['amount levyRate'],
  'tax.extra-pay.alt-holiday.income-tax': ['tax levy'],
  'tax.extra-pay.redundancy': ['amount rate levy'],
  'tax.extra-pay.redundancy.income-tax': ['tax levy'],
  'tax.extra-pay.other': ['amount rate levy'],
  'tax.extra-pay.other.levy': ['amount levyRate'],
  'tax.extra-pay.other.income-tax': ['tax levy'],
  'termination.tax': ['unusedHoliday altHoliday redundancy other'],
  'termination.holiday-tax': ['unusedHoliday altHoliday'],
}

const shownOf = (name: string) =>
  new Set(
    steps
      .filter((step) => step.name === name)
      .map(({ inputs }) =>
        Object.keys(inputs)
          .filter((key) => !/^row\d+$/.test(key))
          .join(' '),
      ),
  )

it('every step shows what it is made of', () => {
  const missing = Object.entries(SHOWN).flatMap(([name, wanted]) => {
    const shown = shownOf(name)
    return wanted.filter((inputs) => !shown.has(inputs)).map((inputs) => `${name}: ${inputs}`)
  })
  expect(missing).toEqual([])
})

it('every step says its formula, its rule and its source', () => {
  for (const { name, formula, rule, source } of steps)
    expect([name, formula.length > 3, rule.length > 3, sourceText(source).length > 10]).toEqual([
      name,
      true,
      true,
      true,
    ])
})
