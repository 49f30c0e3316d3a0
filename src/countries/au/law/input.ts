import type { TfnStatus } from '../../../identifiers/tfn.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { Decimal } from '../../../kernel/values/money.ts'
import type { EndedService } from '../../../payroll/employments.ts'
import type { CommonPayInput, TaxMethod } from '../../../payroll/input.ts'
import type { PayPeriod } from '../../../payroll/pay-periods.ts'
import type { TaxShare } from '../../../payroll/redistribute.ts'
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

export type { CessationCode } from './words.ts'
/** The kind of tax file number: a real number, or one of the special codes. */
export type { AuState, EmploymentStatus, EtpCode, TerminationReason, TfnStatus }

export type TaxDeclaration = {
  tfn: TfnStatus
  /** When the declaration was signed: a pending number is valid for 28 days. Null: not known. */
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
  /** Medicare levy adjustment: the spouse alone (0 children) up to ten children. */
  medicareAdjustment?: { children: number }
  /** Annual tax offset claimed. */
  annualTaxOffset?: Decimal
  /** The employee asked for the additional withholding of a year with 53 or 27 pays. */
  hasAskedForExtraPayWithholding?: boolean
  /** What the employee asked to have withheld besides, in each period (Schedule 14). */
  extraWithholding?: Decimal
  /** The tier of the Medicare levy surcharge that the employee declared. */
  surcharge?: SurchargeTier
  /** A table or rate of its own for the payee's work. */
  specialTable?: SpecialTaxTable
  /** What the tax office allowed instead of the tables. */
  variation?: TaxVariation
}

/** A variation by notice of the tax office: a rate of the earnings, or an amount a period; open where a day is null. */
export type TaxVariation = {
  rate?: Decimal
  amount?: Decimal
  from: CivilDate | null
  to: CivilDate | null
}

export type SuperSettings = {
  isEnabled: boolean
  /** Null: the law's rate at the pay date. */
  rate: Decimal | null
  compulsoryRate: Decimal | null
  isAgeThresholdEnabled: boolean
  basedOn: SuperBasis
  /** A compulsory rate below the law's is made up for by `rate` before anything is above it. Omitted: a pay from before that rule. */
  isGuaranteeFirst?: boolean
  /** The first contribution to this fund has 20 business days. */
  isFirstContribution?: boolean
  /** The due date of an earlier payday that was extended and has not passed; it covers this one too. */
  extendedDueDate?: CivilDate
  /** For a pay outside the cycle: the next regular payday, whose due date it shares. */
  nextRegularPayday?: CivilDate
}

export type LeaveSettings = {
  isEnabled: boolean
  isLslEnabled: boolean
  includeLoadingInSuper: boolean
  accrueOnHoursWorked: boolean
  accrueOnOvertimeHours: boolean
  /** Null: the National Employment Standards rate, or none for casual and labour hire. */
  holidayPerHour: Decimal | null
  sickPerHour: Decimal | null
  /** Null: from `lslWeeks` in `lslYears` when both are set, else the default rate. */
  lslPerHour: Decimal | null
  /** Used when leave does not accrue on hours worked. */
  holidayDaysPerYear: Decimal | null
  sickDaysPerYear: Decimal | null
  lslYears: Decimal | null
  lslWeeks: Decimal | null
  /** 0.175 is 17.5%. */
  loadingPercentage: Decimal
  /** Zero: no amount of its own, the leave row's rate holds. */
  workersCompPerHour: Decimal
  paidParentalPerHour: Decimal
  /** Another pay of the period gave the leave that comes by the period. */
  isPeriodEarned?: boolean
}

export type AuLeaveBalances = { holiday: Decimal; sick: Decimal; lsl: Decimal; rdo: Decimal; toil: Decimal }

/** An earlier period of this income year, for Schedule 5 methods B(i) and B(ii): its `periodTaxable` and `periodTax`. */
export type EarlierPay = {
  payDate: CivilDate
  periodStart: CivilDate
  periodEnd: CivilDate
  /** The length of the period, where it is another than that of this pay. */
  payPeriod?: PayPeriod
  /** What it was taxed by; absent: as this pay is. */
  declaration?: TaxDeclaration
  taxable: Decimal
  tax: Decimal
  /** Back payments that were spread over it since, by method B(i). */
  spread?: Decimal
  /** Back payments by method B(i) that were paid in it. */
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

/** A week of the period: the hours worked in it, and what they and its leave earn for super. */
export type WeekWorked = { week: number; hours: Decimal; earned: Decimal }

/** The super of a pay, or of several. */
export type PaidSuper = Pick<
  OtherPays,
  'superBase' | 'superBaseCounted' | 'compulsorySuper' | 'aboveCompulsorySuper'
>

/** The other pays of the period, whenever they were made, added up. */
export type OtherPays = {
  /** The last payment of the period among them: its tables hold for the period as a whole. */
  lastPayDate?: CivilDate
  /** Taxed by the period's table, and its tax. */
  taxable: Decimal
  tax: Decimal
  /** What of `taxable` was paid earlier under another declaration; its tax is not in `tax`. */
  underOtherDeclaration?: Decimal
  /** They include wages of the period, not only bonuses and back payments with their own tax method. */
  hasWages: boolean
  /** Hours of leave in them; omitted: none. */
  leaveHours?: Decimal
  /** Additional payments before sacrifices, and what of them was taxed after. */
  extras: readonly Extra[]
  extrasTaxed: Decimal
  sacrifices: Decimal
  /** The part of the sacrifices taken from additional payments of its own pay; later wages do not reverse it. Omitted: nothing. */
  extrasSacrificed?: Decimal
  extraTax: Decimal
  extraStudyLoan: Decimal
  methodB2: { amount: Decimal; tax: Decimal; studyLoan: Decimal }
  /** Before deductions, and the child support that was deducted. */
  net: Decimal
  childSupport: Decimal
  superBase: Decimal
  superBaseCounted: Decimal
  compulsorySuper: Decimal
  aboveCompulsorySuper: Decimal
  /** The same pay by pay, for an employee who may turn 18 between two of them. */
  superByPay?: readonly (PaidSuper & { payDate: CivilDate })[]
  /** Hours of absence that earn no leave; omitted: none. */
  unpaidHours?: Decimal
  /** Set for an employee who may be under 18, if each of their rows states its week. */
  weeks?: readonly WeekWorked[]
}

/** A period's earnings by the table, and what was withheld on them. */
export type PeriodTaxed = { periodEnd: CivilDate; taxable: Decimal; tax: Decimal }

/** What an earlier period paid in full, for a period of this pay; `paidBy` is its own length where that was another. */
export type FullPay = { periodEnd: CivilDate; taxable: Decimal; hours: Decimal; paidBy?: PayPeriod }

/** Wages that a period is expected to bring: those of the last full pay, or of the standard hours. */
export type ExpectedWages = { amount: Decimal; periodEnd: CivilDate | null; paidBy?: PayPeriod }

/** What this employer paid the employee before this pay; every amount is the sum of the figure of that name. */
export type AuYearToDate = {
  taxableGross: Decimal
  tax: Decimal
  superBaseInYear: Decimal
  superBaseInQuarter: Decimal
  /** Employer contributions of the income year; omitted: none, or a pay from before the cap was looked at. */
  contributions?: Decimal
  /** Tax that earlier pays could not bear; omitted: none. */
  taxCarried?: Decimal
  /** Additional payments of the year taxed by method B(ii), and what was withheld on them. */
  extras: { amount: Decimal; tax: Decimal; studyLoan: Decimal }
}

export type TaxSummary = {
  etpCode: EtpCode
  taxWithheld: Decimal
  taxableComponent: Decimal
  taxFreeComponent: Decimal
  lumpSumD: Decimal
}

/** The termination block; null where the caller left a field out and the calculation decides. */
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
  /** Omitted: a final pay from before these balances were paid out. */
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
  /** Earlier termination payments of the year, or for the same ending. */
  earlierEtps?: readonly EarlierEtp[]
}

/** A termination payment that was made before. */
export type EarlierEtp = {
  taxable: Decimal
  isEarlierIncomeYear: boolean
  /** Omitted: paid to the employee. */
  code?: EtpCode
  /** The tax-free part of the same redundancy that it used up. */
  lumpSumD?: Decimal
}

/** Everything an Australian pay is calculated from. */
export type AuPayInput = CommonPayInput & {
  declaration: TaxDeclaration
  isSuperOnlyContractor: boolean
  dateOfBirth: CivilDate | null
  startDate: CivilDate
  /** The day of death, where that ended the employment. */
  diedOn?: CivilDate
  /** The last day of an employment that has ended; a final pay says it in its termination. */
  endedOn?: CivilDate
  /** A sacrifice that names no payment comes off the additional payments of its pay first. Omitted: a pay from before that rule. */
  isExtraSacrificedFirst?: boolean
  /** Employments with the employer that ended before the service that starts then, the first first. */
  earlierService?: readonly EndedService[]
  state: AuState | null
  employmentStatus: EmploymentStatus
  superannuation: SuperSettings
  leaveSettings: LeaveSettings
  leaveBalances: AuLeaveBalances
  yearToDate: AuYearToDate
  earlierPays: readonly EarlierPay[]
  otherPays: OtherPays
  /** What was paid for later periods already: leave in advance is taxed together with it. */
  laterPeriods?: readonly PeriodTaxed[]
  /** Set where the period has additional payments and its wages are still to come. */
  expectedWages?: ExpectedWages
  /** The last full pay, for Schedule 7; null: the standard hours at the ordinary rate. */
  lastFullPay: FullPay | null
  /** The employee has no rate: `ratePerHour` is that of the last full pay. */
  isRateFromPays?: boolean
  /** Every hours row is paid at the workers compensation amount when one is set. */
  isWorkersCompensationPay: boolean
  termination: AuTerminationInput | null
  /** Hours of family and domestic violence leave in other pays of the same year of service; only where this pay has such leave. */
  violenceLeaveHours?: Decimal
  /** Hours of all pays of the period, this one included; omitted: this pay is the only one. */
  hoursInPeriod?: Decimal
  /** The employer's figure of what a child support deduction must leave, from Services Australia's notice. */
  childSupportProtectedEarnings?: Decimal
  /** Set when the tax of several pays was worked out together and shared out by gross. */
  taxShare?: TaxShare
}
