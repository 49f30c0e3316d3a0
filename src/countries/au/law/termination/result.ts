import type { Decimal } from '../../../../kernel/values/money.ts'
import type { AuTerminationInput, TaxSummary } from '../input/input.ts'
import type { AuTerminationResult } from '../input/result.ts'
import type { TerminationAmounts } from './amounts.ts'
import type { UnusedLeaveTax } from './leave-tax.ts'

/** The total tax of a termination. */
export type EndingTax = {
  summaries: readonly TaxSummary[]
  leaveTax: UnusedLeaveTax
  etpTaxableComponent: Decimal
  etpTaxFreeComponent: Decimal
  lumpSumD: Decimal
  etpTaxWithheld: Decimal
  taxAmount: Decimal
}

export type EndingTotals = Pick<
  AuTerminationResult,
  'lumpSumA' | 'lumpSumB' | 'totalEtpAmount' | 'totalNonEtpAmount'
>

/** Builds every member of the specification's termination result. */
export function resultOf(
  ending: AuTerminationInput,
  amounts: TerminationAmounts,
  tax: EndingTax,
  totals: EndingTotals,
): AuTerminationResult {
  return {
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
    isUnusedRdoPaid: amounts.isRdoPaid,
    isUnusedToilPaid: amounts.isToilPaid,
    unusedHolidayAmount: amounts.holiday,
    unusedLeaveLoadingAmount: amounts.loading,
    unusedSickAmount: amounts.sick,
    unusedRdoAmount: amounts.rdo,
    unusedToilAmount: amounts.toil,
    unusedLslPreAugust1978: amounts.lsl.preAugust1978,
    unusedLslAugust1978ToAugust1993: amounts.lsl.august1978ToAugust1993,
    unusedLslPostAugust1993: amounts.lsl.postAugust1993,
    unusedLslAmount: amounts.lslTotal,
    nonEtpAmount: amounts.nonEtp,
    redundancyAmount: amounts.redundancy,
    redundancyTaxFreePilonComponent: amounts.taxFreePilon,
    etpAmount: amounts.etp,
    normalEarnings: amounts.normalEarnings,
    totalAmount: amounts.total,
    ...totals,
    lumpSumD: tax.lumpSumD,
    unusedHolidayAndLoadingTaxAmount: tax.leaveTax.annualTax,
    unusedLslTaxAmount: tax.leaveTax.longServiceTax,
    etpTaxWithheld: tax.etpTaxWithheld,
    etpTaxableComponent: tax.etpTaxableComponent,
    etpTaxFreeComponent: tax.etpTaxFreeComponent,
    taxAmount: tax.taxAmount,
    taxSummaries: tax.summaries,
  }
}
