import { expect, it } from 'vitest'
import { auRates } from '../../../../test/golden/au-kinds.ts'
import { auRichPays } from '../../../../test/support/rich-pays.ts'
import { sourceText } from '../../../payroll/sources.ts'
import type { Step } from '../../../payroll/trace.ts'
import { calculateAuPay } from './pay.ts'

/* The inputs that an explanation shows for each amount. A reader who asks "why?" must find the row, the rate and the days. */

const steps: readonly Step[] = Object.values(auRichPays()).flatMap(
  (pay) => calculateAuPay(pay, auRates).steps,
)

/** The input names of each step, by step name. Numbered list rows are left out. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'earnings.hours': ['row value rate'],
  'earnings.overtime': ['row value rate'],
  'earnings.leave': ['row type hours rate'],
  'earnings.leave-loading': ['row amount rate', 'row given'],
  earnings: ['ordinary overtime leave loading'],
  'allowances.line': ['row amount units'],
  allowances: ['lines taxable untaxed'],
  'bonuses.line': ['row amount'],
  'back-payments.line': ['row amount'],
  'gross.earned': ['earnings allowances bonuses backPayments'],
  'sacrifices.line': ['row amount left', 'row amount gross left'],
  sacrifices: ['super other'],
  'leave.holiday': ['hours rate'],
  'leave.sick': ['hours rate'],
  'leave.lsl': ['hours rate'],
  'leave.holiday-taken': ['hours'],
  'leave.lsl-taken': ['hours'],
  'leave.sick-taken': ['hours'],
  gross: ['earned termination sacrifices'],
  taxable: ['earnings allowances bonuses backPayments sacrifices'],
  'taxable.extras': ['sacrifices'],
  'tax.period.weekly': ['earnings x a b'],
  'tax.period.table': ['weekly period'],
  'tax.period': ['weekly table extra offset medicare', 'weekly period', 'payment rate'],
  'tax.extra': [
    'payment normal divisor share taxWithout taxWith spread limitRate',
    'payment normal divisor share taxWithout taxWith spread limitRate earlier withheldBefore',
    'payment normal divisor share taxWithout taxWith spread',
    'payment periods from to',
    'payment rate',
  ],
  'tax.extra.study-loan': [
    'payment normal divisor share taxWithout taxWith spread limitRate taxOnPayment',
    'payment normal divisor share taxWithout taxWith spread limitRate earlier withheldBefore taxOnPayment',
    'payment normal divisor share taxWithout taxWith spread',
  ],
  'tax.extra.affected-pay': ['periodEnd earnings backPayment taxWith withheld'],
  'tax.return-to-work': ['payment rate'],
  tax: ['period extra extraStudyLoan returnToWork termination'],
  'deductions.protected-earnings': ['weekly daysPerMonth period'],
  'deductions.line': [
    'row amount left',
    'row amount gross limitPerPay left',
    'row amount net limitLeft left',
    'row amount left protectedEarnings',
  ],
  deductions: [''],
  net: ['gross tax deductions'],
  'super.base': ['ordinary leave loading allowances bonuses backPay notice outside'],
  'super.base-counted': ['base maximum before'],
  'super.guarantee': ['base rate'],
  'super.reportable': ['aboveCompulsory sacrificed'],
  super: ['compulsory reportable'],
  'super.due': ['payday due contribution'],
  'taxable-gross': ['earnings ending'],
  'reporting.lump-sum-e.2024': ['backPayments'],
  'reporting.lump-sum-e.2025': ['backPayments'],
  'reporting.gross': ['ordinary allowances backPayments', 'ordinary', 'ordinary otherPayments'],
  'reporting.overtime': ['overtime'],
  'reporting.bonuses-and-commissions': ['bonuses'],
  'reporting.directors-fees': ['bonuses'],
  'reporting.paid-leave.O': ['leave'],
  'reporting.allowance.LD': ['allowances'],
  'reporting.lump-sum-w': ['bonuses'],
  'reporting.sacrificed-to-super': ['sacrifices'],
  'reporting.sacrificed-to-other': ['sacrifices'],
  'reporting.deduction.NORMAL': ['deductions'],
  'reporting.deduction.CHILD_SUPPORT_DEDUCTION': ['deductions'],
  'reporting.tax-withheld': ['tax'],
  'leave.holiday-balance': ['before accrued taken paidOut'],
  'leave.sick-balance': ['before accrued taken paidOut'],
  'leave.lsl-balance': ['before accrued taken paidOut'],
  'tax.period.remaining': ['earlierTaxable ofPeriod earlier'],
  'workers-compensation': ['leave hours'],
  'reporting.paid-leave.W': ['ordinary'],
  'termination.payment-in-lieu': ['hours rate'],
  'termination.unused-holiday': ['hours rate'],
  'termination.unused-leave-loading': ['holiday percentage'],
  'termination.unused-sick': ['hours rate'],
  'termination.long-service-due': ['state years fullYears proRataYears reason cessation paidOut hours'],
  'termination.unused-lsl.pre-august-1978': ['hours rate hoursPerDay start end secondEra thirdEra'],
  'termination.unused-lsl.august-1978-to-august-1993': [
    'hours rate hoursPerDay start end secondEra thirdEra',
  ],
  'termination.unused-lsl.post-august-1993': ['hours rate hoursPerDay start end secondEra thirdEra'],
  'termination.unused-lsl': ['preAugust1978 august1978ToAugust1993 postAugust1993'],
  'termination.etp': ['given'],
  'termination.non-etp': ['given'],
  'termination.normal-earnings': ['amount'],
  'termination.total': ['notice holiday loading sick longService redundancy etp nonEtp'],
  'termination.leave-tax.marginal': ['amount normal periods share taxWithout taxWith', 'amount'],
  'termination.leave-tax.flat': ['amount rate', 'amount'],
  'termination.leave-tax.holiday-and-loading': ['marginal flat'],
  'termination.leave-tax.long-service': ['marginal flat'],
  'termination.leave-tax.other': ['marginal flat'],
  'termination.pre-july-1983-segment.O': ['payment before service'],
  'termination.tax-free-segments.O': ['invalidity before1983'],
  'termination.etp-tax.O': ['taxable rate aboveRate cap etpCapLeft wholeOfIncomeCapLeft age'],
  'termination.etp-taxable.O': ['payments lumpSumD taxFree'],
  'termination.etp-taxable': [''],
  'termination.etp-tax-free': [''],
  'termination.lump-sum-d': [''],
  'termination.etp-tax': [''],
  'termination.tax': ['unusedLeave delayed etp'],
  'termination.lump-sum-a': ['holiday loading', 'holiday loading longService'],
  'termination.lump-sum-b': ['longService'],
  'termination.total-etp': ['notice redundancy etp sick delayed'],
  'termination.total-non-etp': ['total termination'],
  'reporting.lump-sum-a': [
    'longServiceBeforeAugust1993',
    'annualLeave longService longServiceBeforeAugust1993',
  ],
  'reporting.paid-leave.U': ['annualLeave longService'],
  'reporting.lump-sum-b': ['longService'],
  'termination.pre-july-1983-segment.R': ['payment before service'],
  'termination.tax-free-segments.R': ['invalidity before1983'],
  'termination.etp-tax.R': ['taxable rate aboveRate cap etpCapLeft wholeOfIncomeCapLeft age'],
  'termination.etp-taxable.R': ['payments lumpSumD taxFree'],
  'termination.pre-july-1983-segment.D': ['payment before service'],
  'termination.tax-free-segments.D': ['invalidity before1983'],
  'termination.etp-tax.D': ['taxable rate aboveRate cap etpCapLeft wholeOfIncomeCapLeft age'],
  'termination.etp-taxable.D': ['payments lumpSumD taxFree'],
  'termination.pre-july-1983-segment.N': ['payment before service'],
  'termination.tax-free-segments.N': ['invalidity before1983'],
  'termination.etp-tax.N': ['taxable rate aboveRate cap etpCapLeft wholeOfIncomeCapLeft age'],
  'termination.etp-taxable.N': ['payments lumpSumD taxFree'],
  'termination.pre-july-1983-segment.T': ['payment before service'],
  'termination.tax-free-segments.T': ['invalidity before1983'],
  'termination.etp-tax.T': ['taxable rate etpCapLeft wholeOfIncomeCapLeft age'],
  'termination.etp-taxable.T': ['payments lumpSumD taxFree'],
  'termination.redundancy': ['given'],
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
