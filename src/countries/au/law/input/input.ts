import type { TfnStatus } from '../../../../identifiers/tfn.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { Decimal } from '../../../../kernel/values/money.ts'
import type { TotalsOf } from '../../../../payroll/amounts.ts'
import type { EndedService } from '../../../../payroll/employments.ts'
import type { CommonPayInput, TaxMethod } from '../../../../payroll/input.ts'
import type { PayPeriod } from '../../../../payroll/pay-periods.ts'
import type { TaxShare } from '../../../../payroll/redistribute.ts'
import type { AU_AMOUNTS } from './amounts.ts'
import type { EarlierTerms, LaterRate } from './earlier-terms.ts'
import type { LeaveSettings } from './leave-settings.ts'
import type {
  AuState,
  ChosenCessationCode,
  EmploymentStatus,
  EtpCode,
  MedicareExemption,
  PaymentInLieu,
  SeniorsClaim,
  SpecialTaxTable,
  SuperBasis,
  SurchargeTier,
  TerminationReason,
} from './words.ts'

export type { LeaveSettings } from './leave-settings.ts'
export type { CessationCode } from './words.ts'
/** The status of a tax file number: a real number, or one of the special codes. */
export type { AuState, EmploymentStatus, EtpCode, TerminationReason, TfnStatus }

export type TaxDeclaration = {
  tfn: TfnStatus
  /** The date of signing. A pending number is valid for 28 days after it. Null when the date is not known. */
  declarationDate: CivilDate | null
  isForeignResident: boolean
  claimsTaxFreeThreshold: boolean
  hasStudyLoan: boolean
  isWorkingHolidayMaker: boolean
  /** Whether the employer is registered for working holiday makers. */
  isEmployerRegistered: boolean
  medicareExemption?: MedicareExemption
  /** Claims the seniors and pensioners tax offset: Schedule 9. */
  seniors?: SeniorsClaim
  /** Medicare levy adjustment: for a spouse only (0 children), or for up to ten children. */
  medicareAdjustment?: { children: number }
  /** The annual tax offset that the employee claims. */
  annualTaxOffset?: Decimal
  /** The employee asked for extra withholding in a year with 53 or 27 pays. */
  hasAskedForExtraPayWithholding?: boolean
  /** Additional withholding per period that the employee asked for (Schedule 14). */
  extraWithholding?: Decimal
  /** The tier of the Medicare levy surcharge that the employee declared. */
  surcharge?: SurchargeTier
  /** A special tax table or rate for the payee's work. */
  specialTable?: SpecialTaxTable
  /** The tax office's variation, which replaces the tables. */
  variation?: TaxVariation
}

/** A variation by notice of the tax office: a rate of earnings, or an amount per period. A null date leaves that end open. */
export type TaxVariation = {
  rate?: Decimal
  amount?: Decimal
  from: CivilDate | null
  to: CivilDate | null
}

export type SuperSettings = {
  isEnabled: boolean
  /** Null uses the statutory rate at the pay date. */
  rate: Decimal | null
  compulsoryRate: Decimal | null
  isAgeThresholdEnabled: boolean
  basedOn: SuperBasis
  /** If `compulsoryRate` is below the statutory rate, `rate` makes up the gap first. Omitted on pays before that rule. */
  isGuaranteeFirst?: boolean
  /** True when this is the first contribution to the fund, which is due within 20 business days. */
  isFirstContribution?: boolean
  /** The extended due date of an earlier payday, if it has not passed. It covers this payday too. */
  extendedDueDate?: CivilDate
  /** For an out-of-cycle pay, the next regular payday. Both have the same due date. */
  nextRegularPayday?: CivilDate
}

export type AuLeaveBalances = { holiday: Decimal; sick: Decimal; lsl: Decimal; rdo: Decimal; toil: Decimal }

/** An earlier period of this income year, with its `periodTaxable` and `periodTax`, for Schedule 5 methods B(i) and B(ii). */
export type EarlierPay = {
  payDate: CivilDate
  periodStart: CivilDate
  periodEnd: CivilDate
  /** The pay period, when it differs from that of this pay. */
  payPeriod?: PayPeriod
  /** The declaration that the period was taxed by. Absent when it is the declaration of this pay. */
  declaration?: TaxDeclaration
  taxable: Decimal
  tax: Decimal
  /** Later back payments that method B(i) spread over this period. */
  spread?: Decimal
  /** Method B(i) back payments that were paid in this period. */
  backPay?: Decimal
}

/** An additional payment: a bonus or back payment that is not taxed as this period's normal earnings. */
export type Extra = {
  description: string
  amount: Decimal
  taxMethod: Exclude<TaxMethod, 'NORMAL_EARNINGS'>
  startDate: CivilDate | null
  endDate: CivilDate | null
}

/** A week of the period: the hours worked, and the super earnings of those hours and of the week's leave. */
export type WeekWorked = { week: number; hours: Decimal; earned: Decimal }

/** The super figures of one pay, or the sum of several. */
export type PaidSuper = Pick<
  OtherPays,
  'superBase' | 'superBaseCounted' | 'compulsorySuper' | 'aboveCompulsorySuper'
>

/** The sum of the other pays of the period, whenever they were made. */
export type OtherPays = {
  /** The latest pay date among them. Its tables apply to the whole period. */
  lastPayDate?: CivilDate
  /** The earnings taxed by the period's table, and their tax. */
  taxable: Decimal
  tax: Decimal
  /** The part of `taxable` paid earlier under another declaration. Its tax is not in `tax`. */
  underOtherDeclaration?: Decimal
  /** The same by payment date. Omitted when all of it was paid last, after the rest of `taxable`. */
  otherDeclarations?: readonly OtherDeclaration[]
  /** True when they include wages, not only bonuses and back payments with their own tax method. */
  hasWages: boolean
  /** Leave hours in these pays. Omitted when there are none. */
  leaveHours?: Decimal
  /** Additional payments before sacrifices. `extrasTaxed` is the amount taxed after sacrifices. */
  extras: readonly Extra[]
  extrasTaxed: Decimal
  sacrifices: Decimal
  /** Sacrifices from additional payments of their own pay, which later wages do not reverse. Omitted when there are none. */
  extrasSacrificed?: Decimal
  extraTax: Decimal
  extraStudyLoan: Decimal
  methodB2: { amount: Decimal; tax: Decimal; studyLoan: Decimal }
  /** Net pay before deductions. `childSupport` is the child support that was deducted. */
  net: Decimal
  childSupport: Decimal
  superBase: Decimal
  superBaseCounted: Decimal
  compulsorySuper: Decimal
  aboveCompulsorySuper: Decimal
  /** The super figures of each pay, for an employee who may turn 18 between two of them. */
  superByPay?: readonly (PaidSuper & { payDate: CivilDate })[]
  /** Absence hours that accrue no leave. Omitted when there are none. */
  unpaidHours?: Decimal
  /** Ordinary hours worked, with those of salary rows. Set where salary rows count towards long service leave. */
  ordinaryHours?: Decimal
  /** Set for an employee who may be under 18, when each hours row states its week. */
  weeks?: readonly WeekWorked[]
}

/** Earnings of a period that were paid under another declaration, and the period's earnings paid before them. */
export type OtherDeclaration = {
  /** Without the earnings of the pay that is calculated. */
  before: Decimal
  taxable: Decimal
  /** True when they were paid after the pay that is calculated. */
  isAfterThis?: boolean
}

/** A period's earnings that are taxed by the table, and the tax withheld on them. */
export type PeriodTaxed = { periodEnd: CivilDate; taxable: Decimal; tax: Decimal }

/** The payments for a later period, as in `OtherPays`. */
export type LaterPeriod = PeriodTaxed & Pick<OtherPays, 'underOtherDeclaration' | 'otherDeclarations'>

/** The last full pay, converted to a period of this pay. `paidBy` is the original pay period when it differs. */
export type FullPay = { periodEnd: CivilDate; taxable: Decimal; hours: Decimal; paidBy?: PayPeriod }

/** The wages that a period is expected to pay: those of the last full pay, or of the standard hours. */
export type ExpectedWages = { amount: Decimal; periodEnd: CivilDate | null; paidBy?: PayPeriod }

/** Payments by this employer before this pay. Each amount is the sum of the figure of that name. */
export type AuYearToDate = TotalsOf<typeof AU_AMOUNTS, 'year'> & {
  tax: Decimal
  superBaseInYear: Decimal
  superBaseInQuarter: Decimal
  /** Employer contributions of the income year. Omitted when there are none, or on pays from before the cap check existed. */
  contributions?: Decimal
  /** The part of `superBaseInYear` that is the gross of opening figures without super earnings. */
  superBaseFromGross?: Decimal
  /** Additional payments of the year taxed by method B(ii), and the tax withheld on them. */
  extras: { amount: Decimal; tax: Decimal; studyLoan: Decimal }
}

export type TaxSummary = {
  etpCode: EtpCode
  taxWithheld: Decimal
  taxableComponent: Decimal
  taxFreeComponent: Decimal
  lumpSumD: Decimal
}

/** The termination block of a request. Fields are null when the caller omits them and the calculation decides. */
export type AuTerminationInput = {
  terminationDate: CivilDate
  reason: TerminationReason
  cessationTypeCode: ChosenCessationCode | null
  isManualLeaveAmounts: boolean
  isPaymentInLieuPaid: boolean
  paymentInLieuType: PaymentInLieu | null
  noticeHours: Decimal | null
  noticeLumpSum: Decimal | null
  isUnusedHolidayPaid: boolean | null
  isUnusedLeaveLoadingPaid: boolean | null
  isUnusedLslPaid: boolean | null
  isUnusedSickPaid: boolean
  /** Omitted on final pays from before these balances were paid out. */
  isUnusedRdoPaid?: boolean | null
  isUnusedToilPaid?: boolean | null
  redundancyAmount: Decimal | null
  redundancyTaxFreePilonComponent: Decimal | null
  etpAmount: Decimal | null
  nonEtpAmount: Decimal | null
  unusedHolidayAmount: Decimal | null
  unusedLeaveLoadingAmount: Decimal | null
  unusedSickAmount: Decimal | null
  unusedRdoAmount?: Decimal | null
  unusedToilAmount?: Decimal | null
  unusedLslPreAugust1978: Decimal | null
  unusedLslAugust1978ToAugust1993: Decimal | null
  unusedLslPostAugust1993: Decimal | null
  normalEarnings: Decimal | null
  taxSummaries: readonly TaxSummary[] | null
  /** Earlier termination payments of the year, or for the same termination. */
  earlierEtps?: readonly EarlierEtp[]
}

/** An earlier termination payment. */
export type EarlierEtp = {
  taxable: Decimal
  isEarlierIncomeYear: boolean
  /** Omitted when the payment went to the employee. */
  code?: EtpCode
  /** The tax-free amount that this payment used up, for the same redundancy. */
  lumpSumD?: Decimal
}

/** Everything an Australian pay is calculated from. */
export type AuPayInput = CommonPayInput & {
  declaration: TaxDeclaration
  isSuperOnlyContractor: boolean
  dateOfBirth: CivilDate | null
  startDate: CivilDate
  /** The day of death, if death ended the employment. */
  diedOn?: CivilDate
  /** The last day of an employment that has ended. A final pay has this date in `termination`. */
  endedOn?: CivilDate
  /** A sacrifice that names no payment reduces additional payments first. Omitted on pays from before that rule. */
  isExtraSacrificedFirst?: boolean
  /** Earlier employments with this employer that ended before `startDate`, oldest first. */
  earlierService?: readonly EndedService[]
  state: AuState | null
  employmentStatus: EmploymentStatus
  superannuation: SuperSettings
  leaveSettings: LeaveSettings
  /** Oldest first. Set when terms that a row of this pay uses have changed since its day. */
  earlierTerms?: readonly EarlierTerms[]
  /** Set on a final pay with notice hours, when the rate changes after the last day. */
  laterRates?: readonly LaterRate[]
  leaveBalances: AuLeaveBalances
  yearToDate: AuYearToDate
  earlierPays: readonly EarlierPay[]
  otherPays: OtherPays
  /** Payments already made for later periods. Leave paid in advance is taxed together with them. */
  laterPeriods?: readonly LaterPeriod[]
  /** Set when the period has additional payments and its wages are still to be paid. */
  expectedWages?: ExpectedWages
  /** The last full pay, for Schedule 7. Null uses the standard hours at the ordinary rate. */
  lastFullPay: FullPay | null
  /** True when the employee has no rate, so `ratePerHour` comes from the last full pay. */
  isRateFromPays?: boolean
  /** True when every hours row is paid at the workers compensation amount, if one is set. */
  isWorkersCompensationPay: boolean
  termination: AuTerminationInput | null
  /** Family and domestic violence leave hours in other pays of the year of service. Set only if this pay has such leave. */
  violenceLeaveHours?: Decimal
  /** The hours of all pays of the period, including this pay. Omitted when this is the only pay. */
  hoursInPeriod?: Decimal
  /** The protected earnings amount that a child support deduction must leave, from the Services Australia notice. */
  childSupportProtectedEarnings?: Decimal
  /** Set when the tax of several pays was calculated together and split in proportion to gross. */
  taxShare?: TaxShare
}
