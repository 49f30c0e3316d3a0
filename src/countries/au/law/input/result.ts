import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { Decimal } from '../../../../kernel/values/money.ts'
import type { AmountsOf } from '../../../../payroll/amounts.ts'
import type { AllowanceCategory, DeductionClass } from '../../../../payroll/input.ts'
import type { CommonFigures, CommonPayResult } from '../../../../payroll/result.ts'
import type { AU_AMOUNTS } from './amounts.ts'
import type { AuLeaveBalances, CessationCode, PeriodTaxed, TaxSummary, TerminationReason } from './input.ts'
import type { PaidLeaveType, PaymentInLieu } from './words.ts'

export type { PaidLeaveType }

export type AuFigures = CommonFigures &
  AmountsOf<typeof AU_AMOUNTS> & {
    /** Null when no super is due, or when the date is past the end of the holiday calendar. */
    superDueDate: CivilDate | null
    /** Leave paid in advance, by the later period in which it is taken. */
    advances: readonly PeriodTaxed[]
    /** The part of the extras taxed by method B(ii). A later B(ii) payment of the year starts from these figures. */
    methodB2: { amount: Decimal; tax: Decimal; studyLoan: Decimal }
  }

/**
 * The breakdown of the pay for Single Touch Payroll Phase 2. It lists only amounts that are not zero. The exception is a
 * child support deduction that could not be made, which is reported as zero.
 */
export type AuReporting = {
  /** Gross earnings that are not reported in a category below. */
  gross: Decimal
  overtime: Decimal
  bonusesAndCommissions: Decimal
  directorsFees: Decimal
  paidLeave: Readonly<Partial<Record<PaidLeaveType, Decimal>>>
  allowances: Readonly<Partial<Record<AllowanceCategory, Decimal>>>
  /** `incomeYear` is the calendar year in which the income year ends: 2025 is 2024-25. */
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
  /** Counts as overtime earnings of the final pay, so it is not in `totalAmount`. */
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
