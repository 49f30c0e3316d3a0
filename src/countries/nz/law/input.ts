import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { Decimal } from '../../../kernel/values/money.ts'
import type { CommonPayInput } from '../../../payroll/input.ts'
import type { PayPeriod } from '../../../payroll/pay-periods.ts'
import type { TaxShare } from '../../../payroll/redistribute.ts'
import type { WorkDaysKnownFrom } from '../../../payroll/work-days.ts'
import type { YearMove } from './anniversaries.ts'
import type { Transfer } from './transfers.ts'
import type {
  CecObligation,
  ContributionTaxMethod,
  HolidayPayReason,
  HolidaysInAdvance,
  KiwiSaverAction,
  KiwiSaverStatus,
  MinimumWage,
  NzTaxCode,
} from './words.ts'

export type { CecObligation, ContributionTaxMethod, KiwiSaverAction, KiwiSaverStatus, NzTaxCode }

/** Inland Revenue also publishes four-weekly steps; the service itself pays weekly, fortnightly and monthly. */
export type NzFrequency = PayPeriod | 'FOUR_WEEKLY'

export type NzTax = {
  code: NzTaxCode
  /** STC: the rate on the certificate, levy included; null: not known, so the pay is taxed as ND with a warning. */
  certificateRate: Decimal | null
  /** WT: the rate of the activity or the one the contractor chose; null: the no-notification rate. */
  schedularRate: Decimal | null
  /** WT: the activity, by its name in rates/nz/schedular-payments. */
  schedularActivity?: string
}

export type NzStudentLoan = {
  hasLoan: boolean
  /** A special deduction rate certificate; null: the standard rate. */
  specialRate: Decimal | null
  /** STC only: the certificate asks for every dollar instead of what is above the threshold. */
  isOnEveryDollar: boolean
  /** Compulsory extra deductions that the Commissioner asked for; null: none. */
  cirRate: Decimal | null
  /** What is still to be recovered by them; null: no limit known. */
  cirLeft: Decimal | null
  /** What the notice asks for in all, and from when deductions count against it; absent: no limit known. */
  cirNotice?: { total: Decimal; from: CivilDate }
  /** Extra deductions that the borrower asked for, as an amount for each pay or as a rate; null: none. */
  borAmount: Decimal | null
  borRate: Decimal | null
}

/** From one day to another, both included; null: no such day is known. */
export type DaySpan = { from: CivilDate | null; to: CivilDate | null }

export type NzKiwiSaver = {
  statusCode: KiwiSaverStatus
  existingAction: KiwiSaverAction
  /** null: the law's rate at the payment date. */
  employeeRate: Decimal | null
  /** Days of a temporary rate reduction; null: none. Absent in pays of earlier versions, which took a rate as it was recorded. */
  reduction?: DaySpan | null
  /** Days of a savings suspension; null: none is recorded. */
  suspension?: DaySpan | null
  employerRate: Decimal | null
  cecObligation: CecObligation
  /** The employer goes on contributing where no law asks for it (before or after the ages). */
  isEmployerVoluntary: boolean
  /** EXISTING_SCHEME: what the employer pays to a complying fund; null: that fund meets the whole obligation. */
  complyingFundRate: Decimal | null
  esctRate: Decimal
  taxMethod: ContributionTaxMethod
  /** The part of the contribution, 0 to 1, that is treated as salary under the PAYE methods. */
  payeFraction: Decimal
}

/** An earlier pay of this employment: `ordinary` is PAYE income without extra pays, before any sacrifice uplift. */
export type NzEarlierPay = {
  payDate: CivilDate
  periodEnd: CivilDate
  ordinary: Decimal
  /** The length of its period, where it is another than that of this pay. */
  payPeriod?: PayPeriod
}

/** What other pays of the same period already paid and withheld; all zero for the first pay of a period. */
export type NzPeriodSoFar = {
  ordinary: Decimal
  /** PAYE withheld on that ordinary pay (the figure `payeOrdinary` of those pays). */
  payeOrdinary: Decimal
  /** Ordinary and extra pay that student loan deductions were taken from. */
  studentLoanBase: Decimal
  studentLoan: Decimal
  studentLoanCir: Decimal
}

/** Year to date before this pay, from 1 April. */
export type NzYearToDate = { gross: Decimal; levyLiable: Decimal }

/** The weeks before a holiday, or before the end: what ordinary weekly pay, average weekly earnings and daily pay look at. */
export type NzHolidayWeeks = {
  /** The end of the pay period that they run up to; absent in pays made before version 0.2.0, which took the one before the run. */
  countedTo?: CivilDate
  grossLast4Weeks: Decimal
  /** Irregular and one-off payments inside those four weeks. */
  irregularLast4Weeks: Decimal
  grossLast52Weeks: Decimal
  /** Whole or part weeks beyond the first of each spell of unpaid leave in those 52 weeks; they shorten the divisor. */
  unpaidWeeksLast52: Decimal
  /** Days worked, or on paid leave or paid holidays, in those 52 weeks. */
  daysPaidLast52Weeks: Decimal
  /** Overtime, allowances and productivity pay that are a regular part of an ordinary week (s 8(1)), and their rows. */
  regularWeekly?: Decimal
  regularRows?: string
  /** The overtime in it. */
  regularOvertime?: Decimal
  /** The ends of the worked periods that were looked at; absent in pays whose daily pay left out what is regular. */
  regularPeriods?: string
  /** Rows of most of those periods that are not in all of them, so they are not counted. */
  nearlyRegularRows?: string
  /** False: the week is not a fixed one, so the last four weeks tell (s 8(2)). */
  isWeekFixed?: boolean
  /** The longest day that rows name, where the days are not those of the record: average daily pay is used (s 9A). */
  longestDay?: Decimal
}

/** What the Holidays Act counts, all before this pay and up to the end of the last pay period. */
export type NzHolidayHistory = NzHolidayWeeks & {
  /** The first day of the annual holiday that this pay has rows of; it may have begun with an earlier pay. */
  began?: CivilDate
  /** The weeks before that holiday, where the others are those before the end of the employment and not the same. */
  taken?: NzHolidayWeeks
  /** Gross earnings since the last anniversary, or since the start in the first year. */
  grossSinceAnniversary: Decimal
  /** Paid for annual holidays taken in advance since then. */
  paidInAdvance: Decimal
  /** Holiday pay that went out with wages since then (s 28); absent in pays of earlier versions, which settled none of it. */
  paidWithWages?: Decimal
  /** The day from which the twelve months count, where it is not the start of the employment. */
  yearStart?: CivilDate
  /** Unpaid leave that moves the anniversaries after it (s 16); absent: none does. */
  yearMoves?: readonly YearMove[]
  /** Given by another pay for an anniversary that the employment did not reach. */
  weeksTakenBack?: Decimal
  /** The weeks of the last anniversary arose on parental leave or within a year of it: average weekly earnings alone. */
  isAveragedAfterParentalLeave?: boolean
  /** The anniversaries whose weeks are (s 42(2) of the parental leave Act); absent: none, or a pay of an earlier version. */
  averagedYears?: readonly CivilDate[]
  /** Days of the week worked, such as `MO,TU`, and where they are known from. */
  workDays?: string
  workDaysKnownFrom?: WorkDaysKnownFrom
  /** Hours of annual holidays that other pays paid out since the last anniversary; only where this pay does. */
  cashedUpHours?: Decimal
  /** Days of family violence leave in other pays of the entitlement year; only where this pay has such leave. */
  familyViolenceDays?: Decimal
  /** Days of bereavement leave without a break, those of this pay and of pays before it; only where this pay has such leave. */
  bereavementDays?: Decimal
  /** A casual whose hours of the last six months meet the test of s 63(1)(b). */
  isHoursTestMet?: boolean
  /** A casual who got sick leave in the twelve months before the end of this period. */
  isSickLeaveGiven?: boolean
}

export type NzLeaveSettings = {
  isLeaveEnabled: boolean
  /** 8% holiday pay goes out with each pay (s 28): no weeks build up, and the end settles what was not paid. */
  isHolidayPayPaidWithWages: boolean
  /** Why it may (s 28(1)(a)); null or absent: no one has said. */
  holidayPayReason?: HolidayPayReason | null
  /** null: the four weeks of the Act. */
  annualWeeksPerYear: Decimal | null
  /** null: the ten days of the Act. */
  sickDaysPerYear: Decimal | null
  /** What a week pays under the agreement when the hourly rate does not say; null: rate × hours × days. */
  ordinaryWeeklyPay: Decimal | null
  /** Region of the provincial anniversary day, as named in rates/nz/public-holidays; null: none observed. */
  anniversaryRegion: string | null
  /** The record's days of the week, such as `MO,WE,FR`; null or absent: not said. */
  workDays?: string | null
  /** Days with hours over one to four weeks, or `IRREGULAR: …`; null or absent: not said. */
  workPattern?: string | null
  /** False: unpaid leave of more than a week moves the anniversary (s 16); else it counts as service and shortens the divisor. */
  isUnpaidLeaveService?: boolean
  /** The minimum wage that applies; absent in pays of earlier versions, which did not ask. */
  minimumWage?: MinimumWage
  /** The final pay was made already: wages that come after it carry their 8% (ss 23 and 25). */
  isAfterEnd?: boolean
  /** Works as and when required: weeks build up only where the record says so. */
  isCasual?: boolean
  /** From when the twelve months count, where a closedown moved it (s 35); null or absent: from the start. */
  holidayYearFrom?: CivilDate | null
  /** How holiday pay that goes out before its holiday is taxed; absent: in the periods of the holiday. */
  holidaysInAdvance?: HolidaysInAdvance
  /** Public holidays that an agreement moved to another day or shift (ss 44A and 44B); absent: none. */
  transferredHolidays?: readonly Transfer[]
  /** What an hour off after an accident is paid at; zero: no amount of its own. Absent in pays of earlier versions. */
  workersCompPerHour?: Decimal
  /** Alternative holidays earned in this period by working on public holidays, in days. */
  alternativeDaysEarned: Decimal
}

/** Balances before this pay. Entitled weeks turn negative when holidays are taken in advance. */
export type NzLeaveBalances = {
  annualHolidaysWeeks: Decimal
  altHolidayDays: Decimal
  sickDays: Decimal
}

/** The request fields of a New Zealand termination. Amounts that only manual mode accepts are null otherwise. */
export type NzTerminationInput = {
  terminationDate: CivilDate
  isManualLeaveAmounts: boolean
  isPaymentInLieuPaid: boolean
  paymentInLieuAmount: Decimal | null
  redundancyAmount: Decimal | null
  /** Taxed like redundancy: an extra pay without levy and KiwiSaver. */
  retiringAllowanceAmount?: Decimal | null
  nonEtpAmount: Decimal | null
  unusedHolidayAmount: Decimal | null
  unusedAltHolidayAmount: Decimal | null
  /** Zero: not supplied. */
  nzYtdTaxable: Decimal
}

export type NzPayInput = CommonPayInput & {
  tax: NzTax
  studentLoan: NzStudentLoan
  kiwiSaver: NzKiwiSaver
  /** The employee asked for a higher rate on extra pays (never a lower one); null: no wish. */
  electedExtraPayRate: Decimal | null
  /** The net of a pay that an attachment order protects; absent: none. */
  protectedNet?: Decimal
  dateOfBirth: CivilDate | null
  startDate: CivilDate
  yearToDate: NzYearToDate
  periodSoFar: NzPeriodSoFar
  /** At least the pays of the last four weeks and of the last two paid periods, in any order; more do no harm. */
  earlierPays: readonly NzEarlierPay[]
  /** End of the last period that any pay covered, when `earlierPays` does not reach it; leave counts anniversaries from there. */
  lastPaidPeriodEnd?: CivilDate | null
  /**
   * The first day whose anniversaries give their weeks with this pay: before `lastPaidPeriodEnd` where the pay that gave them
   * is gone, after an anniversary that another pay has given. Absent: the day after the last paid period.
   */
  annualHolidaysFrom?: CivilDate
  /** The same of sick leave, whose years begin six months after the start. */
  sickLeaveFrom?: CivilDate
  holidayHistory: NzHolidayHistory
  leaveSettings: NzLeaveSettings
  leaveBalances: NzLeaveBalances
  /** Every hours row is paid for time off after an accident. */
  isWorkersCompensationPay?: boolean
  /** Makes this the final pay. */
  termination: NzTerminationInput | null
  /** Set when the PAYE on the ordinary pay of several pays was worked out together and shared out by gross. */
  taxShare?: TaxShare
}

/** What a payment for holidays or leave is worked out from: all that the Holidays Act looks at, and nothing of tax. */
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
  // A history that is sent has no balances.
  Partial<Pick<NzPayInput, 'leaveBalances' | 'annualHolidaysFrom'>>
