import type { CivilDate } from '../../kernel/values/dates.ts'
import type { Decimal } from '../../kernel/values/money.ts'
import type { LeaveType } from '../../payroll/words.ts'
import type { Rates } from './rates.ts'

/** A balance that employees see of themselves. */
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
  /** The leave that employees can ask for, by its name; other leave is entered by the payroll officer. */
  asked: Partial<Record<LeaveType, string>>
  ownBalances: readonly OwnBalance[]
  /** A public holiday is the same in the whole country, so that it is never a day of leave. */
  areHolidaysNational: boolean
  /** Annual leave accrues by the settings of the employee, not by the law alone. */
  isAccruedBySettings: boolean
  /** Annual holidays are held in weeks, and worth the greater of the agreed and the average week. */
  isValuedByTheWeek: boolean
  /** Sick leave is owed in days; its hours follow from the hours of a day. */
  isSickLeaveInDays: boolean
  /** Pays of leave can be checked against the Holidays Act 2003. */
  isUnderHolidaysAct: boolean
  /** Long service leave that an hour of work earns, by state. */
  longServicePerHour(rates: Rates, day: CivilDate): Readonly<Record<string, string>>
  /** Whether employers pay on parental leave pay of the government. */
  isParentalPayPassedOn: boolean
  /** Leave for family violence by the year of service; null: the country counts it otherwise. */
  violenceLeaveLeft: ((rates: Rates, asked: ViolenceLeaveAsked) => ViolenceLeaveLeft) | null
  /** Whether long service goes on in an employment that started some time after the last one ended. */
  isLongServiceBridged(rates: Rates, gap: { state: string; ended: CivilDate; started: CivilDate }): boolean
  /** What a reader must know about the value of leave in reports. */
  liabilityNotes: readonly string[]
}

export type ViolenceLeaveAsked = {
  /** The first day of service. */
  start: CivilDate
  day: CivilDate
  hoursPerDay: Decimal
  taken: readonly { day: CivilDate; hours: Decimal }[]
}

/** The year of service to which the day belongs, and its days of leave. */
export type ViolenceLeaveLeft = {
  from: CivilDate
  to: CivilDate
  owed: Decimal
  taken: Decimal
  left: Decimal
}
