import { type Decimal, sum, ZERO } from '../../money.ts'
import { cite, FIGURES_OF_THIS_PAY, type StepSource, TERMINATION_REQUEST } from '../../sources.ts'
import { CalculationError, type Trace } from '../../trace.ts'
import type { AuPayInput, AuTerminationInput } from '../input.ts'
import type { AuRates } from '../rates.ts'
import type { AuTerminationResult } from '../result.ts'
import type { Withholder } from '../withholder.ts'
import type { TerminationAmounts } from './amounts.ts'
import { isConcessional, type UnusedLeaveTax, withholdOnUnusedLeave } from './leave-tax.ts'
import { type EndingFacts, sortEtps, taxDelayed, taxEtps } from './payments.ts'

export type Ending = {
  result: AuTerminationResult
  leaveTax: UnusedLeaveTax
  /** Taxed as income of the year: unused leave and other non-ETP amounts (and payments later than a year). */
  taxableIncome: Decimal
  warnings: readonly string[]
}

/** Taxes an ending: unused leave by Schedule 7, termination payments by Schedule 11 under both caps. */
export function taxTermination(
  input: AuPayInput,
  ending: AuTerminationInput,
  amounts: TerminationAmounts,
  otherTaxable: Decimal,
  by: Withholder,
  rates: AuRates,
  trace: Trace,
): Ending {
  const dateOfBirth = input.dateOfBirth
  if (dateOfBirth === null) {
    throw new CalculationError(
      'The termination cannot be taxed without the employee’s date of birth: the rates depend on preservation age.',
    )
  }
  const facts = { input, ending, amounts, by, rates, trace, dateOfBirth }
  const leaveTax = taxUnusedLeave(facts)
  const leaveIncome = ending.reason.startsWith('DEATH')
    ? ZERO
    : leaveTax.marginalAmount.plus(leaveTax.flatAmount)
  const { parts, lumpSumD, delayed } = sortEtps(facts)
  const delayedTax = taxDelayed(delayed, facts)
  const income = otherTaxable.plus(leaveIncome).plus(delayed)
  const summaries = ending.taxSummaries ?? taxEtps(parts, lumpSumD, income, facts)
  const isManual = ending.taxSummaries !== null
  const etpTax = input.isSuperOnlyContractor ? ZERO : sum(summaries.map((row) => row.taxWithheld))
  const etpTable = cite(rates.etpRates.at(input.payDate))
  const write = (
    name: string,
    amount: Decimal,
    formula: string,
    rule: string,
    source: StepSource = FIGURES_OF_THIS_PAY,
  ) => trace.step({ name: `termination.${name}`, amount, formula, inputs: {}, rule, source })
  const taxable = write(
    'etp-taxable',
    sum(summaries.map((row) => row.taxableComponent)),
    'sum of the tax summaries',
    'Schedule 11',
    etpTable,
  )
  const taxFree = write(
    'etp-tax-free',
    sum(summaries.map((row) => row.taxFreeComponent)),
    'sum of the tax summaries',
    'Schedule 11',
    etpTable,
  )
  const d = write(
    'lump-sum-d',
    sum(summaries.map((row) => row.lumpSumD)),
    isManual ? 'as given' : 'redundancy up to the tax-free limit',
    'Tax-free part of a genuine redundancy, ITAA 1997 s 83-170',
    isManual ? TERMINATION_REQUEST : cite(rates.etpCaps.at(input.payDate)),
  )
  write('etp-tax', etpTax, 'sum of the tax summaries', 'Schedule 11', etpTable)
  const taxAmount = write(
    'tax',
    leaveTax.total.plus(delayedTax).plus(etpTax),
    'tax on unused leave + tax on termination payments',
    'Tax of the ending',
  )
  const lsl = amounts.lsl
  const sinceAugust1978 = lsl.august1978ToAugust1993.plus(lsl.postAugust1993)
  const holidayAndLoading = amounts.holiday.plus(amounts.loading)
  const lumpSumA = write(
    'lump-sum-a',
    isConcessional(ending.reason) ? holidayAndLoading.plus(sinceAugust1978) : holidayAndLoading,
    'unused annual leave and loading, for redundancy and invalidity also long service leave since August 1978',
    'Lump sum A',
  )
  const lumpSumB = write(
    'lump-sum-b',
    lsl.preAugust1978,
    'long service leave before 16 August 1978',
    'Lump sum B',
  )
  const etpTotal = sum([amounts.notice, amounts.redundancy, amounts.etp, amounts.sick]).minus(delayed)
  write('total-etp', etpTotal, 'notice + redundancy + other ETP + unused sick leave', 'Termination payments')
  write(
    'total-non-etp',
    amounts.total.minus(etpTotal),
    'total − termination payments',
    'Other payments of the ending',
  )
  const result: AuTerminationResult = {
    terminationDate: ending.terminationDate,
    reason: ending.reason,
    cessationTypeCode: amounts.cessationCode,
    isManualLeaveAmounts: ending.isManualLeaveAmounts,
    isPaymentInLieuPaid: ending.isPaymentInLieuPaid,
    paymentInLieuType: ending.paymentInLieuType,
    noticeHours: ending.noticeHours,
    noticeLumpSum: ending.noticeLumpSum,
    paymentInLieuAmount: amounts.notice,
    isUnusedHolidayPaid: amounts.isHolidayPaid,
    isUnusedLeaveLoadingPaid: amounts.isLoadingPaid,
    isUnusedLslPaid: amounts.isLslPaid,
    isUnusedSickPaid: amounts.isSickPaid,
    unusedHolidayAmount: amounts.holiday,
    unusedLeaveLoadingAmount: amounts.loading,
    unusedSickAmount: amounts.sick,
    unusedLslPreAugust1978: lsl.preAugust1978,
    unusedLslAugust1978ToAugust1993: lsl.august1978ToAugust1993,
    unusedLslPostAugust1993: lsl.postAugust1993,
    unusedLslAmount: amounts.lslTotal,
    nonEtpAmount: amounts.nonEtp,
    redundancyAmount: amounts.redundancy,
    redundancyTaxFreePilonComponent: amounts.taxFreePilon,
    etpAmount: amounts.etp,
    normalEarnings: amounts.normalEarnings,
    totalEtpAmount: etpTotal,
    totalNonEtpAmount: amounts.total.minus(etpTotal),
    totalAmount: amounts.total,
    lumpSumA,
    lumpSumB,
    lumpSumD: d,
    unusedHolidayAndLoadingTaxAmount: leaveTax.annualTax,
    unusedLslTaxAmount: leaveTax.longServiceTax,
    etpTaxWithheld: etpTax,
    etpTaxableComponent: taxable,
    etpTaxFreeComponent: taxFree,
    taxAmount,
    taxSummaries: summaries,
  }
  return {
    result,
    leaveTax,
    taxableIncome: leaveIncome.plus(delayed),
    warnings: warningsOf(facts, etpTotal, delayed),
  }
}

function taxUnusedLeave({ input, ending, amounts, by, rates, trace }: EndingFacts): UnusedLeaveTax {
  const table = rates.schedule7.at(input.payDate)
  const computed = withholdOnUnusedLeave(
    {
      annual: amounts.holiday.plus(amounts.loading),
      annualPreAugust1993: ZERO,
      lslPreAugust1978: amounts.lsl.preAugust1978,
      lslAugust1978ToAugust1993: amounts.lsl.august1978ToAugust1993,
      lslPostAugust1993: amounts.lsl.postAugust1993,
      other: amounts.nonEtp,
    },
    ending.reason,
    amounts.normalEarnings,
    by,
    table.value,
  )
  const tax = input.isSuperOnlyContractor ? untaxed(computed) : computed
  const rule = isConcessional(ending.reason) ? 'Schedule 7, redundancy or invalidity' : 'Schedule 7'
  const normal = trace.step({
    name: 'termination.normal-earnings',
    amount: amounts.normalEarnings,
    formula: 'gross of the last full pay, else standard hours × rate, unless given',
    inputs: {},
    rule: 'Schedule 7, normal gross earnings',
    source: cite(table),
  })
  const write = (name: string, amount: Decimal, formula: string, inputs: Record<string, Decimal>) =>
    trace.step({ name: `termination.leave-tax.${name}`, amount, formula, inputs, rule, source: cite(table) })
  write(
    'marginal',
    tax.marginal,
    '(tax on normal + share − tax on normal) × pays a year; under $300 at most the flat rate',
    {
      amount: tax.marginalAmount,
      normal,
    },
  )
  write('flat', tax.flat, 'amount × flat rate, to the nearest dollar', { amount: tax.flatAmount })
  write('holiday-and-loading', tax.annualTax, 'share of the tax that falls on annual leave and loading', {
    total: tax.total,
  })
  write('long-service', tax.longServiceTax, 'share of the tax that falls on long service leave', {
    total: tax.total,
  })
  if (tax.otherTax.gt(ZERO)) {
    write('other', tax.otherTax, 'share of the tax that falls on other non-ETP amounts', { total: tax.total })
  }
  return tax
}

function untaxed(tax: UnusedLeaveTax): UnusedLeaveTax {
  return {
    ...tax,
    marginal: ZERO,
    flat: ZERO,
    total: ZERO,
    annualTax: ZERO,
    longServiceTax: ZERO,
    otherTax: ZERO,
  }
}

function warningsOf({ input, ending, amounts }: EndingFacts, etpTotal: Decimal, delayed: Decimal): string[] {
  const warnings: string[] = []
  const isWorkedOut = ending.taxSummaries === null
  if (
    isWorkedOut &&
    etpTotal.gt(ZERO) &&
    (ending.reason === 'INVALIDITY' || input.startDate < '1983-07-01')
  ) {
    warnings.push(
      'Part of the termination payment may be tax-free (invalidity, or service before July 1983): enter it with tax_summaries.',
    )
  }
  if (delayed.gt(ZERO)) {
    warnings.push(
      'Paid more than 12 months after the ending: these payments are taxed as income, not as ETP.',
    )
  }
  if (amounts.isHolidayPaid && input.leaveBalances.holiday.lt(ZERO)) {
    warnings.push('The annual leave balance is negative; nothing was taken back.')
  }
  return warnings
}
