import { amount, day, flag, list, maybe, members, optional, word } from '../../../../payroll/stored.ts'
import type { AuTerminationInput, EarlierEtp, TaxSummary } from './input.ts'
import { CHOSEN_CESSATION_CODES, ETP_CODES, PAYMENTS_IN_LIEU, TERMINATION_REASONS } from './words.ts'

const taxSummary = members<TaxSummary>({
  etpCode: word(...ETP_CODES),
  taxWithheld: amount,
  taxableComponent: amount,
  taxFreeComponent: amount,
  lumpSumD: amount,
})

/** The stored termination block of a final pay. */
export const terminationFacts = members<AuTerminationInput>({
  terminationDate: day,
  reason: word(...TERMINATION_REASONS),
  cessationTypeCode: maybe(word(...CHOSEN_CESSATION_CODES)),
  isManualLeaveAmounts: flag,
  isPaymentInLieuPaid: flag,
  paymentInLieuType: maybe(word(...PAYMENTS_IN_LIEU)),
  noticeHours: maybe(amount),
  noticeLumpSum: maybe(amount),
  isUnusedHolidayPaid: maybe(flag),
  isUnusedLeaveLoadingPaid: maybe(flag),
  isUnusedLslPaid: maybe(flag),
  isUnusedSickPaid: flag,
  isUnusedRdoPaid: optional(maybe(flag)),
  isUnusedToilPaid: optional(maybe(flag)),
  redundancyAmount: maybe(amount),
  redundancyTaxFreePilonComponent: maybe(amount),
  etpAmount: maybe(amount),
  nonEtpAmount: maybe(amount),
  unusedHolidayAmount: maybe(amount),
  unusedLeaveLoadingAmount: maybe(amount),
  unusedSickAmount: maybe(amount),
  unusedRdoAmount: optional(maybe(amount)),
  unusedToilAmount: optional(maybe(amount)),
  unusedLslPreAugust1978: maybe(amount),
  unusedLslAugust1978ToAugust1993: maybe(amount),
  unusedLslPostAugust1993: maybe(amount),
  normalEarnings: maybe(amount),
  taxSummaries: maybe(list(taxSummary)),
  earlierEtps: optional(
    list(
      members<EarlierEtp>({
        taxable: amount,
        isEarlierIncomeYear: flag,
        code: optional(word(...ETP_CODES)),
        lumpSumD: optional(amount),
      }),
    ),
  ),
})
