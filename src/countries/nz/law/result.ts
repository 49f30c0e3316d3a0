import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { Decimal } from '../../../kernel/values/money.ts'
import type { Figure } from '../../../payroll/history.ts'
import type { CommonFigures, CommonPayResult } from '../../../payroll/result.ts'

/**
 * The figures of a New Zealand pay. Each is the amount of the step named in FIGURE_STEPS.
 * net = gross − tax − nzStudentLoan − studentLoanCir − studentLoanBor − kiwisaverEmployee − deductions.
 */
export type NzFigures = CommonFigures & {
  /** Ordinary PAYE income of this pay. Later pays annualise it, or tax it together with their own. */
  ordinary: Decimal
  /** Lump sums taxed as extra pay, including termination payments. */
  extraPay: Decimal
  /** PAYE including the levy, before the payroll giving credit: field 15 of the employment information. */
  paye: Decimal
  payeOrdinary: Decimal
  payeExtraPay: Decimal
  payrollGivingCredit: Decimal
  nzStudentLoan: Decimal
  studentLoanCir: Decimal
  studentLoanBor: Decimal
  /** Ordinary and extra pay that the student loan deduction is based on. */
  studentLoanBase: Decimal
  taxPlusStudentLoan: Decimal
  kiwisaverEmployee: Decimal
  /** Before ESCT. Under PAYE_NET, after the PAYE that is paid out of the contribution. */
  kiwisaverEmployer: Decimal
  kiwisaverEsct: Decimal
  kiwisaverPayeGrossUplift: Decimal
  /** PAYE paid out of the employer contribution (PAYE_NET). Included in `paye`, but not in `tax`. */
  kiwisaverContributionTax: Decimal
  kiwisaverEmployeeRate: Decimal
  kiwisaverEmployerRate: Decimal
  /** Employee + employer − ESCT: the amount that the scheme receives. */
  totalKiwiSaver: Decimal
  complyingFundEmployer: Decimal
  complyingFundEsct: Decimal
  /** Pre-tax sacrifices into super, and the ESCT on them. */
  sacrificedSuper: Decimal
  sacrificedSuperEsct: Decimal
  childSupport: Decimal
  payrollGiving: Decimal
  levyLiable: Decimal
  /** Fields 10, 11, 13 and 27 of the employment information. */
  hoursPaid: Decimal
  filedGross: Decimal
  notLiableForAcc: Decimal
  filedEss: Decimal
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
