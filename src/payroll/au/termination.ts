import { addYears, type CivilDate, completedYears } from '../dates.ts'
import { type Decimal, notBelowZero, smaller, sum, toNearestDollar, whole, ZERO } from '../money.ts'
import { cite } from '../rates.ts'
import { CalculationError, type Trace } from '../trace.ts'
import {
  capFor,
  type EtpCapsLeft,
  hasPensionAge,
  hasPreservationAge,
  redundancyTaxFreeLimit,
  splitCode,
  withholdOnEtp,
} from './etp.ts'
import type { AuPayInput, AuTerminationInput, EtpCode, TaxSummary } from './input.ts'
import type { AuRates } from './rates.ts'
import type { AuTerminationResult } from './result.ts'
import type { TerminationAmounts } from './termination-amounts.ts'
import { isConcessional, type UnusedLeaveTax, withholdOnUnusedLeave } from './unused-leave.ts'
import type { Withholder } from './withholding.ts'

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
  const { parts, lumpSumD, delayed } = etpParts(facts)
  const delayedTax = taxDelayed(delayed, facts)
  const income = otherTaxable.plus(leaveIncome).plus(delayed)
  const summaries = ending.taxSummaries ?? taxEtps(parts, lumpSumD, income, facts)
  const isManual = ending.taxSummaries !== null
  const etpTax = input.isSuperOnlyContractor ? ZERO : sum(summaries.map((row) => row.taxWithheld))
  const write = (name: string, amount: Decimal, formula: string, rule: string) =>
    trace.step({ name: `termination.${name}`, amount, formula, inputs: {}, rule, source: '' })
  const taxable = write(
    'etp-taxable',
    sum(summaries.map((row) => row.taxableComponent)),
    'sum of the tax summaries',
    'Schedule 11',
  )
  const taxFree = write(
    'etp-tax-free',
    sum(summaries.map((row) => row.taxFreeComponent)),
    'sum of the tax summaries',
    'Schedule 11',
  )
  const d = write(
    'lump-sum-d',
    sum(summaries.map((row) => row.lumpSumD)),
    isManual ? 'as given' : 'redundancy up to the tax-free limit',
    'Tax-free part of a genuine redundancy',
  )
  write('etp-tax', etpTax, 'sum of the tax summaries', 'Schedule 11')
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

type Facts = {
  input: AuPayInput
  ending: AuTerminationInput
  amounts: TerminationAmounts
  by: Withholder
  rates: AuRates
  trace: Trace
  dateOfBirth: CivilDate
}

type EtpPart = { code: EtpCode; taxable: Decimal }

function taxUnusedLeave({ input, ending, amounts, by, rates, trace }: Facts): UnusedLeaveTax {
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

/** Sorts the payments by code; the tax-free part of a genuine redundancy is no termination payment (lump sum D). */
function etpParts(facts: Facts): { parts: EtpPart[]; lumpSumD: Decimal; delayed: Decimal } {
  const { input, ending, amounts, dateOfBirth, rates } = facts
  const { notice, redundancy, sick, etp } = amounts
  if (ending.reason.startsWith('DEATH')) {
    const code = ending.reason === 'DEATH_DEPENDENT' ? 'D' : ending.reason === 'DEATH_ESTATE' ? 'T' : 'N'
    return { parts: [{ code, taxable: sum([notice, redundancy, sick, etp]) }], lumpSumD: ZERO, delayed: ZERO }
  }
  const isGenuine =
    ending.reason === 'REDUNDANCY' &&
    !hasPensionAge(dateOfBirth, ending.terminationDate, rates.etpRates.at(input.payDate).value)
  const lumpSumD = isGenuine ? smaller(redundancy.plus(amounts.taxFreePilon), taxFreeLimit(facts)) : ZERO
  // Later than a year after the ending only the redundancy is still a termination payment.
  if (input.payDate > addYears(ending.terminationDate, 1)) {
    const isKept = ending.reason === 'REDUNDANCY'
    const kept = isKept ? notBelowZero(redundancy.minus(lumpSumD)) : ZERO
    const all = sum([notice, redundancy, sick, etp])
    return { parts: [{ code: 'R', taxable: kept }], lumpSumD, delayed: all.minus(kept).minus(lumpSumD) }
  }
  if (ending.reason === 'REDUNDANCY') {
    return {
      parts: [
        { code: 'R', taxable: redundancy.plus(notice).minus(lumpSumD) },
        { code: 'O', taxable: etp.plus(sick) },
      ],
      lumpSumD,
      delayed: ZERO,
    }
  }
  if (ending.reason === 'INVALIDITY') {
    return {
      parts: [
        { code: 'R', taxable: sum([notice, redundancy, etp]) },
        { code: 'O', taxable: sick },
      ],
      lumpSumD,
      delayed: ZERO,
    }
  }
  return { parts: [{ code: 'O', taxable: sum([notice, redundancy, etp, sick]) }], lumpSumD, delayed: ZERO }
}

function taxFreeLimit({ input, ending, rates, trace }: Facts): Decimal {
  const caps = rates.etpCaps.at(input.payDate)
  const years = whole(completedYears(input.startDate, ending.terminationDate))
  return trace.step({
    name: 'termination.redundancy-tax-free-limit',
    amount: redundancyTaxFreeLimit(years, caps.value),
    formula: 'base + amount per year × completed years of service',
    inputs: { base: caps.value.redundancyBase, perYear: caps.value.redundancyPerYear, years },
    rule: 'Genuine redundancy, ITAA 1997 s 83-170',
    source: cite(caps),
  })
}

function taxDelayed(delayed: Decimal, { input, by, rates, trace }: Facts): Decimal {
  if (delayed.eq(ZERO) || input.isSuperOnlyContractor) return ZERO
  const table = rates.etpRates.at(input.payDate)
  const noTfn = by.isForeignResident ? table.value.noTfn.foreign : table.value.noTfn.resident
  const rate = by.scale === 'scale-4' ? noTfn : table.value.delayed
  return trace.step({
    name: 'termination.delayed-tax',
    amount: toNearestDollar(delayed.times(by.flat && by.scale !== 'scale-4' ? by.flat.rate : rate)),
    formula: 'payment later than 12 months after the ending × flat rate, to the nearest dollar',
    inputs: { payment: delayed, rate },
    rule: 'Schedule 11, twelve-month rule',
    source: cite(table),
  })
}

function taxEtps(parts: readonly EtpPart[], lumpSumD: Decimal, income: Decimal, facts: Facts): TaxSummary[] {
  const { input, ending, by, rates, trace, dateOfBirth } = facts
  const caps = rates.etpCaps.at(input.payDate)
  const table = rates.etpRates.at(input.payDate)
  const earlier = ending.earlierEtps ?? []
  const isPreserved = hasPreservationAge(dateOfBirth, input.payDate, table.value)
  const left: EtpCapsLeft = {
    etpCap: notBelowZero(caps.value.etpCap.minus(sum(earlier.map((row) => row.taxable)))),
    wholeOfIncomeCap: notBelowZero(caps.value.wholeOfIncomeCap.minus(income)),
  }
  const isSplit = earlier.some((row) => row.isEarlierIncomeYear)
  const summaries: TaxSummary[] = []
  for (const { code, taxable } of parts) {
    const ownD = code === 'R' ? lumpSumD : ZERO
    if (taxable.eq(ZERO) && ownD.eq(ZERO)) continue
    const cap = capFor(code, left)
    const amount = input.isSuperOnlyContractor
      ? ZERO
      : withholdOnEtp(taxable, code, cap, isPreserved, by, table.value)
    const taxWithheld = trace.step({
      name: `termination.etp-tax.${splitCode(code, isSplit)}`,
      amount,
      formula: 'rate × the part within the cap + top rate × the rest, to the nearest dollar',
      inputs: {
        taxable,
        cap: cap ?? 'none',
        etpCapLeft: left.etpCap,
        wholeOfIncomeCapLeft: left.wholeOfIncomeCap,
        age: isPreserved ? 'preservation age reached' : 'under preservation age',
      },
      rule: `Schedule 11, code ${splitCode(code, isSplit)}`,
      source: `${cite(table)}; ${cite(caps)}`,
    })
    trace.step({
      name: `termination.etp-taxable.${splitCode(code, isSplit)}`,
      amount: taxable,
      formula: 'payments of this code, less the tax-free part of a redundancy',
      inputs: { lumpSumD: ownD },
      rule: `Schedule 11, code ${splitCode(code, isSplit)}`,
      source: cite(table),
    })
    left.etpCap = notBelowZero(left.etpCap.minus(taxable))
    summaries.push({
      etpCode: splitCode(code, isSplit),
      taxWithheld,
      taxableComponent: taxable,
      taxFreeComponent: ZERO,
      lumpSumD: ownD,
    })
  }
  return summaries
}

function warningsOf({ input, ending, amounts }: Facts, etpTotal: Decimal, delayed: Decimal): string[] {
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
