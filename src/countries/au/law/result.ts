import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { Decimal } from '../../../kernel/values/money.ts'
import type { AllowanceCategory, DeductionClass } from '../../../payroll/input.ts'
import type { CommonFigures, CommonPayResult } from '../../../payroll/result.ts'
import type { AuLeaveBalances, CessationCode, PeriodTaxed, TaxSummary, TerminationReason } from './input.ts'
import type { PaidLeaveType, PaymentInLieu } from './words.ts'

export type { PaidLeaveType }

export type AuFigures = CommonFigures & {
  /** Compulsory + above-compulsory + sacrificed. */
  super: Decimal
  compulsorySuper: Decimal
  /** Above-compulsory + sacrificed. */
  rescSuper: Decimal
  sacrificedSuper: Decimal
  /** What the super was worked out on, before the maximum base. */
  superBase: Decimal
  /** The part of the base under the maximum. */
  superBaseCounted: Decimal
  /** Null where no super is due, or the calendar does not reach that far. */
  superDueDate: CivilDate | null
  /** Everything taxed as income in this pay: earnings, extras, unused leave and other non-ETP amounts. */
  taxableGross: Decimal
  /** The part taxed by the period's table, and its tax: what a later pay of the period starts from. */
  periodTaxable: Decimal
  periodTax: Decimal
  /** Leave paid in advance, by the later period it is taken in. */
  advances: readonly PeriodTaxed[]
  /** Bonuses and back payments taxed by Schedule 5 or spread. */
  extras: Decimal
  extraTax: Decimal
  extraStudyLoan: Decimal
  /** The part of the extras taxed by method B(ii): what a later B(ii) payment of the year starts from. */
  methodB2: { amount: Decimal; tax: Decimal; studyLoan: Decimal }
  terminationTax: Decimal
  /** Tax that the pay could not bear, less what of earlier pays it did. */
  taxCarried: Decimal
}

/**
 * The pay taken apart as Single Touch Payroll Phase 2 asks for it. Only what is not zero is listed, but for a child support
 * deduction that nothing could be taken for: that is reported as zero.
 */
export type AuReporting = {
  /** What is not reported under a name of its own. */
  gross: Decimal
  overtime: Decimal
  bonusesAndCommissions: Decimal
  directorsFees: Decimal
  paidLeave: Readonly<Partial<Record<PaidLeaveType, Decimal>>>
  allowances: Readonly<Partial<Record<AllowanceCategory, Decimal>>>
  /** `incomeYear` is the year it ends in: 2025 is 2024-25. */
  lumpSumE: readonly { incomeYear: string; amount: Decimal }[]
  /** Lump sum W: return to work payments. */
  lumpSumW: Decimal
  lumpSumA: { type: 'R' | 'T'; amount: Decimal } | null
  lumpSumB: Decimal
  lumpSumD: Decimal
  sacrificedToSuper: Decimal
  sacrificedToOther: Decimal
  deductions: Readonly<Partial<Record<DeductionClass, Decimal>>>
  /** Tax on everything but termination payments. */
  taxWithheld: Decimal
  etps: readonly TaxSummary[]
  cessation: { date: CivilDate; code: CessationCode } | null
}

/** Every member of the specification's AU termination result. */
export type AuTerminationResult = {
  terminationDate: CivilDate
  reason: TerminationReason
  cessationTypeCode: CessationCode
  isManualLeaveAmounts: boolean
  isPaymentInLieuPaid: boolean
  paymentInLieuType: PaymentInLieu | null
  noticeHours: Decimal | null
  noticeLumpSum: Decimal | null
  paymentInLieuAmount: Decimal
  isUnusedHolidayPaid: boolean
  isUnusedLeaveLoadingPaid: boolean
  isUnusedLslPaid: boolean
  isUnusedSickPaid: boolean
  isUnusedRdoPaid: boolean
  isUnusedToilPaid: boolean
  unusedHolidayAmount: Decimal
  unusedLeaveLoadingAmount: Decimal
  unusedSickAmount: Decimal
  unusedRdoAmount: Decimal
  /** Overtime earnings of the final pay: no part of `totalAmount`. */
  unusedToilAmount: Decimal
  unusedLslPreAugust1978: Decimal
  unusedLslAugust1978ToAugust1993: Decimal
  unusedLslPostAugust1993: Decimal
  unusedLslAmount: Decimal
  nonEtpAmount: Decimal
  redundancyAmount: Decimal
  redundancyTaxFreePilonComponent: Decimal
  etpAmount: Decimal
  normalEarnings: Decimal
  totalEtpAmount: Decimal
  totalNonEtpAmount: Decimal
  totalAmount: Decimal
  lumpSumA: Decimal
  lumpSumB: Decimal
  lumpSumD: Decimal
  unusedHolidayAndLoadingTaxAmount: Decimal
  unusedLslTaxAmount: Decimal
  etpTaxWithheld: Decimal
  etpTaxableComponent: Decimal
  etpTaxFreeComponent: Decimal
  taxAmount: Decimal
  taxSummaries: readonly TaxSummary[]
}

export type AuPayResult = CommonPayResult & {
  figures: AuFigures
  reporting: AuReporting
  /** Balances after this pay. */
  leaveBalances: AuLeaveBalances
  termination: AuTerminationResult | null
}
