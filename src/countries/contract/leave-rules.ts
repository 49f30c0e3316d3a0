import type { CivilDate } from '../../kernel/values/dates.ts'
import type { Decimal } from '../../kernel/values/money.ts'
import type { LeaveType } from '../../payroll/words.ts'
import type { Rates } from './rates.ts'

/** A leave balance that employees can see in self-service. */
export type OwnBalance = {
  name: string
  column:
    | 'holiday_hours'
    | 'annual_holidays_weeks'
    | 'alt_holiday_days'
    | 'sick_hours'
    | 'sick_days'
    | 'lsl_hours'
  unit: 'hours' | 'weeks' | 'days'
  shownBy:
    | 'allow_view_holiday_leave_balance'
    | 'allow_view_sick_leave_balance'
    | 'allow_view_long_service_leave_balance'
}

export type LeaveRules = {
  /** The names of the leave types that employees can request. The payroll officer enters all other leave. */
  asked: Partial<Record<LeaveType, string>>
  ownBalances: readonly OwnBalance[]
  /** True when public holidays apply to the whole country, so a public holiday is never a day of leave. */
  areHolidaysNational: boolean
  /** True when annual leave accrues by the employee's settings, not by the law alone. */
  isAccruedBySettings: boolean
  /** True when annual holidays are in weeks, each worth the greater of the agreed and the average week. */
  isValuedByTheWeek: boolean
  /** True when sick leave is in days. Its hours follow from the hours per day. */
  isSickLeaveInDays: boolean
  /** True when leave pay can be checked against the Holidays Act 2003. */
  isUnderHolidaysAct: boolean
  /** The long service leave accrued per hour of work, by state. */
  longServicePerHour(rates: Rates, day: CivilDate): Readonly<Record<string, string>>
  /** The leave type by which employers pass on the government's parental leave pay. Null when they do not. */
  parentalPayType: LeaveType | null
  /** The type of family violence leave, which a payslip must not show. Null when there is none. */
  violenceType: LeaveType | null
  /** Family violence leave by year of service. Null when the country counts it in another way. */
  violenceLeaveLeft: ((rates: Rates, asked: ViolenceLeaveAsked) => ViolenceLeaveLeft) | null
  /** The leave that ends with an employment when the next one is not continuous. What the law pays out is paid in the final pay. */
  endedWithEmployment: readonly EndedLeave[]
  /** Whether long service continues across the gap between two employments. */
  isLongServiceBridged(rates: Rates, gap: { state: string; ended: CivilDate; started: CivilDate }): boolean
  /** Notes about the value of leave for readers of reports. */
  liabilityNotes: readonly string[]
}

export type EndedLeave = 'sick leave' | 'long service leave'

export type ViolenceLeaveAsked = {
  /** The first day of service. */
  start: CivilDate
  day: CivilDate
  hoursPerDay: Decimal
  taken: readonly { day: CivilDate; hours: Decimal }[]
}

/** The year of service that contains the day, and its leave in days. */
export type ViolenceLeaveLeft = {
  from: CivilDate
  to: CivilDate
  owed: Decimal
  taken: Decimal
  left: Decimal
}
