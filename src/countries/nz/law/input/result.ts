import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { Decimal } from '../../../../kernel/values/money.ts'
import type { AmountsOf } from '../../../../payroll/amounts.ts'
import type { Figure } from '../../../../payroll/history.ts'
import type { CommonFigures, CommonPayResult } from '../../../../payroll/result.ts'
import type { NZ_AMOUNTS } from './amounts.ts'

/**
 * The figures of a New Zealand pay. Each is the amount of the step named in FIGURE_STEPS.
 * net = gross − tax − nzStudentLoan − studentLoanCir − studentLoanBor − kiwisaverEmployee − deductions.
 */
export type NzFigures = CommonFigures &
  AmountsOf<typeof NZ_AMOUNTS> & {
    nzStudentLoan: Decimal
    /** Gross earnings of this pay under the Holidays Act, for the history of later pays. */
    holidayGrossEarnings: Decimal
  }

/** Field 18: C ceased, A advance, P protected earnings, S short absence, D deducted before, O other. */
export type ChildSupportCode = 'C' | 'A' | 'P' | 'S' | 'D' | 'O'

/** One part of a termination payment with its tax. The tax components add up to `tax`. */
export type NzExtraPayPart = {
  amount: Decimal
  tax: Decimal
  components: { income_tax: Decimal; earners_levy: Decimal }
  /** The rate applied, without the levy, as text: "0.33". */
  appliedPersonalRate: string
}

export type NzExtraPayTaxBreakdown = {
  unusedHoliday: NzExtraPayPart
  altHoliday: NzExtraPayPart
  redundancy: NzExtraPayPart
  other: NzExtraPayPart
  totalTax: Decimal
  /** Sets the lump-sum indicator of the payday return. */
  taxedAtLowRate: boolean
}

export type NzTerminationResult = {
  terminationDate: CivilDate
  isManualLeaveAmounts: boolean
  isPaymentInLieuPaid: boolean
  paymentInLieuAmount: Decimal
  isUnusedHolidayPaid: boolean
  /** Entitled weeks, and the public holidays that would fall within them. */
  unusedHolidayAmount: Decimal
  /** The 8% since the last anniversary. */
  nonEtpAmount: Decimal
  unusedAltHolidayAmount: Decimal
  redundancyAmount: Decimal
  retiringAllowanceAmount?: Decimal
  /** Already included in the pay's gross. */
  totalAmount: Decimal
  taxAmount: Decimal
  /** Tax on the annual and alternative holidays. The latter use the old loading column. */
  unusedHolidayAndLoadingTaxAmount: Decimal
  nzYtdTaxable: Decimal
  nzExtraPayTaxBreakdown: NzExtraPayTaxBreakdown
}

/** The amount that a pay paid for holidays of a later period, and the deductions withheld from it. */
export type NzAdvance = {
  periodEnd: CivilDate
  amount: Figure
  paye: Figure
  studentLoan: Figure
  studentLoanCir: Figure
}

export type NzPayResult = CommonPayResult & {
  figures: NzFigures
  /** Field 14: an extra pay was taxed at the lowest rate. */
  lowRateIndicator: boolean
  childSupportCode: ChildSupportCode | null
  /** Holidays of later periods that it paid, with the deductions withheld from each. */
  advances: readonly NzAdvance[]
  termination: NzTerminationResult | null
}
