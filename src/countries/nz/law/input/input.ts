import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { Decimal } from '../../../../kernel/values/money.ts'
import type { TotalsOf } from '../../../../payroll/amounts.ts'
import type { CommonPayInput } from '../../../../payroll/input.ts'
import type { PayPeriod } from '../../../../payroll/pay-periods.ts'
import type { TaxShare } from '../../../../payroll/redistribute.ts'
import type { WorkDaysKnownFrom } from '../../../../payroll/work-days.ts'
import type { NZ_AMOUNTS } from './amounts.ts'
import type { WeeksSettled, YearMove } from './anniversaries.ts'
import type { NzClosedown } from './closedown.ts'
import type { EarlierTerms, LaterTerms } from './dated-terms.ts'
import type { NzEarlierPay } from './earlier-pay.ts'
import type { EarlierEntitlement, EntitlementTerms, NzLeaveSettings } from './leave-settings.ts'
import type { NzTerminationInput } from './termination-request.ts'
import type {
  CecObligation,
  ContributionTaxMethod,
  KiwiSaverAction,
  KiwiSaverStatus,
  NzTaxCode,
} from './words.ts'

export type {
  CecObligation,
  ContributionTaxMethod,
  EarlierEntitlement,
  EntitlementTerms,
  KiwiSaverAction,
  KiwiSaverStatus,
  NzEarlierPay,
  NzLeaveSettings,
  NzTaxCode,
  NzTerminationInput,
}

/** Inland Revenue also publishes four-weekly steps. The service itself pays weekly, fortnightly and monthly. */
export type NzFrequency = PayPeriod | 'FOUR_WEEKLY'

export type NzTax = {
  code: NzTaxCode
  /** STC: the rate on the certificate, including the levy. When null, the pay is taxed as ND with a warning. */
  certificateRate: Decimal | null
  /** WT: the rate of the activity, or the one the contractor chose. Null for the no-notification rate. */
  schedularRate: Decimal | null
  /** WT: the activity, by its name in rates/nz/schedular-payments. */
  schedularActivity?: string
}

export type NzStudentLoan = {
  hasLoan: boolean
  /** The rate of a special deduction rate certificate, or null for the standard rate. */
  specialRate: Decimal | null
  /** STC only: the certificate applies to every dollar, not only to pay above the threshold. */
  isOnEveryDollar: boolean
  /** The rate of compulsory extra deductions that the Commissioner asked for, or null. */
  cirRate: Decimal | null
  /** The amount they still have to recover, or null when no limit is known. */
  cirLeft: Decimal | null
  /** The total that the notice asks for, and the day from which deductions count against it. Absent when no limit is known. */
  cirNotice?: { total: Decimal; from: CivilDate }
  /** Extra deductions that the borrower asked for, as an amount for each pay or as a rate. Null when there are none. */
  borAmount: Decimal | null
  borRate: Decimal | null
}

/** A range of days. An end is null when it is unknown. */
export type DaySpan = { from: CivilDate | null; to: CivilDate | null }

export type NzKiwiSaver = {
  statusCode: KiwiSaverStatus
  existingAction: KiwiSaverAction
  /** Null for the legal rate at the payment date. */
  employeeRate: Decimal | null
  /** Days of a temporary rate reduction, or null. Absent in pays of earlier versions, which used the recorded rate as it was. */
  reduction?: DaySpan | null
  /** Days of a savings suspension, or null when none is recorded. */
  suspension?: DaySpan | null
  employerRate: Decimal | null
  cecObligation: CecObligation
  /** The employer keeps contributing where the law does not require it (below or above the age limits). */
  isEmployerVoluntary: boolean
  /** EXISTING_SCHEME: the employer's rate to a complying fund. Null when that fund meets the whole obligation. */
  complyingFundRate: Decimal | null
  esctRate: Decimal
  taxMethod: ContributionTaxMethod
  /** The share of the contribution, 0 to 1, that is treated as salary under the PAYE methods. */
  payeFraction: Decimal
}

/** Amounts that other pays of the same period already paid and withheld. All zero for the first pay of a period. */
export type NzPeriodSoFar = TotalsOf<typeof NZ_AMOUNTS, 'period'> & {
  studentLoan: Decimal
  studentLoanCir: Decimal
}

/** Year to date before this pay, from 1 April. */
export type NzYearToDate = TotalsOf<typeof NZ_AMOUNTS, 'year'> & { gross: Decimal }

/**
 * Figures of the weeks before a holiday or before the end. Ordinary weekly pay, average weekly earnings and daily pay use them.
 */
export type NzHolidayWeeks = {
  /**
   * The end of the last pay period counted. Absent in pays made before version 0.2.0, which used the period before the pay run.
   */
  countedTo?: CivilDate
  grossLast4Weeks: Decimal
  /** Irregular and one-off payments inside those four weeks. */
  irregularLast4Weeks: Decimal
  grossLast52Weeks: Decimal
  /** Whole or part weeks of unpaid leave in those 52 weeks, beyond the first week of each spell. They shorten the divisor. */
  unpaidWeeksLast52: Decimal
  /** Days worked, or on paid leave or paid holidays, in those 52 weeks. */
  daysPaidLast52Weeks: Decimal
  /** Overtime, allowances and productivity pay that are a regular part of an ordinary week (s 8(1)), with their rows. */
  regularWeekly?: Decimal
  regularRows?: string
  /** The overtime in `regularWeekly`. */
  regularOvertime?: Decimal
  /** The ends of the worked periods examined. Absent in pays whose daily pay left out regular payments. */
  regularPeriods?: string
  /** Rows found in most of those periods but not in all, so they are not counted. */
  nearlyRegularRows?: string
  /** False when the week is not fixed, so the last four weeks decide (s 8(2)). */
  isWeekFixed?: boolean
  /** The longest day that rows name, when days differ from the record's. Average daily pay then applies (s 9A). */
  longestDay?: Decimal
}

/** The figures that the Holidays Act counts, all before this pay and up to the end of the last pay period. */
export type NzHolidayHistory = NzHolidayWeeks & {
  /** The first day of the annual holiday in this pay. It may have begun in an earlier pay. */
  began?: CivilDate
  /** The pay of an ordinary week under the agreement when that holiday began. Present when it began in an earlier pay. */
  weeklyWhenBegan?: Decimal
  /** The weeks before that holiday, when they differ from the weeks before the end of the employment. */
  taken?: NzHolidayWeeks
  /** Gross earnings since the last anniversary, or since the start in the first year. */
  grossSinceAnniversary: Decimal
  /** The amount paid for annual holidays in advance since the last anniversary. */
  paidInAdvance: Decimal
  /** Holiday pay paid with wages since the last anniversary (s 28). Pays of earlier versions settled none of it. */
  paidWithWages?: Decimal
  /** The closedown of this pay (s 34). */
  closedown?: NzClosedown
  /** The day from which the twelve months count, where it is not the start of the employment. */
  yearStart?: CivilDate
  /** Unpaid leave that moves later anniversaries (s 16). Absent when there is none. */
  yearMoves?: readonly YearMove[]
  /**
   * Paid weeks of the year before each anniversary for which an earlier final pay of the same service paid the 8%. Absent when
   * there are none.
   */
  weeksSettled?: readonly WeeksSettled[]
  /** Weeks that another pay granted for an anniversary that the employment did not reach. */
  weeksTakenBack?: Decimal
  /** The weeks of the last anniversary arose on parental leave or within a year of it, so only average weekly earnings apply. */
  isAveragedAfterParentalLeave?: boolean
  /**
   * The anniversaries whose weeks are averaged (s 42(2) of the parental leave Act). Absent when there are none, and in pays of
   * earlier versions.
   */
  averagedYears?: readonly CivilDate[]
  /** Working days, such as `MO,TU`, and their source. */
  workDays?: string
  workDaysKnownFrom?: WorkDaysKnownFrom
  /** Hours of annual holidays that other pays cashed up since the last anniversary. Set only when this pay cashes up too. */
  cashedUpHours?: Decimal
  /** Days of family violence leave in other pays of the entitlement year. Set only when this pay has such leave. */
  familyViolenceDays?: Decimal
  /** Unbroken days of bereavement leave in this pay and earlier ones. Set only when this pay has such leave. */
  bereavementDays?: Decimal
  /** A casual whose hours in the last six months meet the test of s 63(1)(b). */
  isHoursTestMet?: boolean
  /** A casual who was granted sick leave in the twelve months before the end of this period. */
  isSickLeaveGiven?: boolean
}

/** Balances before this pay. Entitled weeks are negative when holidays are taken in advance. */
export type NzLeaveBalances = {
  annualHolidaysWeeks: Decimal
  altHolidayDays: Decimal
  sickDays: Decimal
  /** Leave under the Employment Leave Act 2026, in hours. Absent in pays of earlier versions, and when there is none. */
  annualLeaveHours?: Decimal
  sickLeaveHours?: Decimal
  altLeaveHours?: Decimal
}

export type NzPayInput = CommonPayInput & {
  tax: NzTax
  studentLoan: NzStudentLoan
  kiwiSaver: NzKiwiSaver
  /** A higher rate on extra pays that the employee chose (never a lower one), or null. */
  electedExtraPayRate: Decimal | null
  /** The net pay that an attachment order protects. Absent when there is none. */
  protectedNet?: Decimal
  dateOfBirth: CivilDate | null
  startDate: CivilDate
  yearToDate: NzYearToDate
  periodSoFar: NzPeriodSoFar
  /** At least the pays of the last four weeks and of the last two paid periods, in any order. Including more is harmless. */
  earlierPays: readonly NzEarlierPay[]
  /** End of the last period that any pay covered, when `earlierPays` does not reach it. Leave counts anniversaries from there. */
  lastPaidPeriodEnd?: CivilDate | null
  /**
   * The first day whose anniversaries grant their weeks with this pay. It is before `lastPaidPeriodEnd` when the pay that granted
   * them was deleted, and after an anniversary that another pay has granted. Absent for the day after the last paid period.
   */
  annualHolidaysFrom?: CivilDate
  /** The same for sick leave, whose years begin six months after the start. */
  sickLeaveFrom?: CivilDate
  holidayHistory: NzHolidayHistory
  leaveSettings: NzLeaveSettings
  /** The terms of other days that the pay has, oldest first. Absent when they did not change. */
  earlierTerms?: readonly EarlierTerms[]
  laterTerms?: readonly LaterTerms[]
  /** The terms of entitlement up to and including a day, oldest first. Absent when they never changed. */
  earlierEntitlements?: readonly EarlierEntitlement[]
  leaveBalances: NzLeaveBalances
  /** The first pay of the employee under the Employment Leave Act 2026, which converts weeks and days to hours. */
  convertsLeave?: boolean
  /** Every hours row is pay for time off after an accident. */
  isWorkersCompensationPay?: boolean
  /** Set on the final pay. */
  termination: NzTerminationInput | null
  /** Set when PAYE on the ordinary pay of several pays was calculated together and split by gross. */
  taxShare?: TaxShare
}

/** The inputs of a payment for holidays or leave: everything the Holidays Act needs, and nothing about tax. */
export type NzHolidayInput = Pick<
  NzPayInput,
  | 'startDate'
  | 'payDate'
  | 'payPeriod'
  | 'periodEnd'
  | 'ratePerHour'
  | 'hoursPerDay'
  | 'daysPerWeek'
  | 'hours'
  | 'leave'
  | 'holidayHistory'
  | 'leaveSettings'
  | 'termination'
> &
  // A history sent by the caller has no balances.
  Partial<
    Pick<
      NzPayInput,
      'leaveBalances' | 'annualHolidaysFrom' | 'earlierEntitlements' | 'earlierTerms' | 'laterTerms'
    >
  >
