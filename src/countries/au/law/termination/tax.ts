import { CalculationError } from '../../../../kernel/values/calculation-error.ts'
import { type Decimal, isZero, sum, ZERO } from '../../../../kernel/values/money.ts'
import {
  cite,
  FIGURES_OF_THIS_PAY,
  SINGLE_TOUCH_GUIDELINES,
  TERMINATION_REQUEST,
} from '../../../../payroll/sources.ts'
import { rowsAsTerms, type StepFigures, type Trace } from '../../../../payroll/trace.ts'
import { isConcessional, isDeath } from '../input/ending.ts'
import type { AuPayInput, AuTerminationInput, TaxSummary } from '../input/input.ts'
import type { AuTerminationResult } from '../input/result.ts'
import type { AuRates } from '../rates/rates.ts'
import type { Withholder } from '../tax/withholder.ts'
import type { TerminationAmounts } from './amounts.ts'
import { type UnusedLeaveTax, withholdOnUnusedLeave } from './leave-tax.ts'
import { type EndingTaxFacts, sortEtps, taxDelayed, taxEtps } from './payments.ts'
import { type EndingTax, type EndingTotals, resultOf } from './result.ts'
import { takeTaxFree } from './segments.ts'
import { endingWarnings } from './warnings.ts'

export type Ending = {
  result: AuTerminationResult
  leaveTax: UnusedLeaveTax
  /** Amounts taxed as income of the year: unused leave, other non-ETP amounts, and payments too late to be an ETP. */
  taxableIncome: Decimal
  warnings: readonly string[]
}

/** The parts of the pay and the year that the tax of a termination depends on. */
export type EndingContext = {
  amounts: TerminationAmounts
  /** Taxable income of the year from this employer, including this pay's own earnings. */
  otherTaxable: Decimal
  by: Withholder
}

/** Taxes a termination: unused leave by Schedule 7, and ETPs by Schedule 11 under both caps. */
export function taxTermination(
  input: AuPayInput,
  ending: AuTerminationInput,
  { amounts, otherTaxable, by }: EndingContext,
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
  const { parts: sorted, lumpSumD, delayed } = sortEtps(facts)
  const parts = ending.taxSummaries ? sorted : sorted.map((part) => takeTaxFree(part, facts))
  const delayedTax = taxDelayed(delayed, facts)
  const leaveIncome = isDeath(ending.reason) ? ZERO : leaveTax.marginalAmount.plus(leaveTax.flatAmount)
  const taxableIncome = leaveIncome.plus(delayed)
  const summaries = ending.taxSummaries ?? taxEtps(parts, lumpSumD, otherTaxable.plus(taxableIncome), facts)
  const tax = addUp(summaries, leaveTax, delayedTax, facts)
  const totals = totalsOf(facts, delayed)
  return {
    result: resultOf(ending, amounts, tax, totals),
    leaveTax,
    taxableIncome,
    warnings: endingWarnings(facts, totals.totalEtpAmount, delayed),
  }
}

function taxUnusedLeave({ input, ending, amounts, by, rates, trace }: EndingTaxFacts): UnusedLeaveTax {
  const { holiday, loading, lsl, nonEtp } = amounts
  return withholdOnUnusedLeave(
    {
      annual: holiday.plus(loading),
      annualPreAugust1993: ZERO,
      lslPreAugust1978: lsl.preAugust1978,
      lslAugust1978ToAugust1993: lsl.august1978ToAugust1993,
      lslPostAugust1993: lsl.postAugust1993,
      other: nonEtp,
    },
    {
      reason: ending.reason,
      normalGross: amounts.normalEarnings,
      by,
      table: rates.schedule7.at(input.payDate),
      isExempt: input.isSuperOnlyContractor,
      trace,
    },
  )
}

/** Adds up the tax summaries and the tax of the termination. */
function addUp(
  summaries: readonly TaxSummary[],
  leaveTax: UnusedLeaveTax,
  delayedTax: Decimal,
  { input, ending, rates, trace }: EndingTaxFacts,
): EndingTax {
  const source = ending.taxSummaries === null ? cite(rates.etpRates.at(input.payDate)) : TERMINATION_REQUEST
  const words = { formula: 'sum of the tax summaries', rule: 'Schedule 11', source }
  const write = (name: string, of: (row: TaxSummary) => Decimal) =>
    trace.sum({ ...words, name: `termination.${name}`, add: rowsAsTerms(summaries.map(of)) })
  const etpTaxableComponent = write('etp-taxable', (row) => row.taxableComponent)
  const etpTaxFreeComponent = write('etp-tax-free', (row) => row.taxFreeComponent)
  const lumpSumD = trace.sum({
    name: 'termination.lump-sum-d',
    formula: ending.taxSummaries ? 'as given' : 'redundancy up to the tax-free limit, by tax summary',
    add: rowsAsTerms(summaries.map((row) => row.lumpSumD)),
    rule: 'Tax-free part of a genuine redundancy, ITAA 1997 s 83-170',
    source: ending.taxSummaries ? TERMINATION_REQUEST : cite(rates.etpCaps.at(input.payDate)),
  })
  const etpTaxWithheld = write('etp-tax', (row) => (input.isSuperOnlyContractor ? ZERO : row.taxWithheld))
  const taxAmount = trace.sum({
    name: 'termination.tax',
    formula: 'tax on unused leave + on payments later than a year + on termination payments',
    add: { unusedLeave: leaveTax.total, delayed: delayedTax, etp: etpTaxWithheld },
    rule: 'Tax on the termination',
    source: FIGURES_OF_THIS_PAY,
  })
  return {
    summaries,
    leaveTax,
    etpTaxableComponent,
    etpTaxFreeComponent,
    lumpSumD,
    etpTaxWithheld,
    taxAmount,
  }
}

/** The reported lump sums, and the totals of ETP and non-ETP amounts. */
function totalsOf({ ending, amounts, trace }: EndingTaxFacts, delayed: Decimal): EndingTotals {
  const { holiday, loading, lsl, notice, redundancy, etp, sick, rdo, total } = amounts
  const longService = sum([lsl.august1978ToAugust1993, lsl.postAugust1993])
  const leave: StepFigures = { holiday, loading }
  const isFlat = isConcessional(ending.reason)
  const lumpSumA = trace.sum({
    name: 'termination.lump-sum-a',
    formula: isFlat
      ? 'unused annual leave + loading + long service leave since August 1978'
      : 'unused annual leave + loading',
    add: isFlat ? { ...leave, longService } : leave,
    rule: 'Lump sum A',
    source: SINGLE_TOUCH_GUIDELINES,
  })
  const lumpSumB = trace.sum({
    name: 'termination.lump-sum-b',
    formula: 'long service leave before 16 August 1978',
    add: { longService: lsl.preAugust1978 },
    rule: 'Lump sum B',
    source: SINGLE_TOUCH_GUIDELINES,
  })
  const totalEtpAmount = trace.sum({
    name: 'termination.total-etp',
    formula: isZero(rdo)
      ? 'notice + redundancy + other ETP + unused sick leave − payments later than a year'
      : 'notice + redundancy + other ETP + unused sick leave + unused rostered days off − payments later than a year',
    add: { notice, redundancy, etp, sick, ...(isZero(rdo) ? {} : { rdo }) },
    subtract: { delayed },
    rule: 'Termination payments',
    source: FIGURES_OF_THIS_PAY,
  })
  const totalNonEtpAmount = trace.sum({
    name: 'termination.total-non-etp',
    formula: 'total − termination payments',
    add: { total },
    subtract: { termination: totalEtpAmount },
    rule: 'Other payments at termination',
    source: FIGURES_OF_THIS_PAY,
  })
  return { lumpSumA, lumpSumB, totalEtpAmount, totalNonEtpAmount }
}
