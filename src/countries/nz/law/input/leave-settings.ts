import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { Decimal } from '../../../../kernel/values/money.ts'
import type { Transfer } from './transfers.ts'
import type { HolidayPayReason, HolidaysInAdvance, MinimumWage } from './words.ts'

export type NzLeaveSettings = {
  isLeaveEnabled: boolean
  /** The 8% holiday pay is paid with each pay (s 28). No weeks accrue, and the final pay settles any shortfall. */
  isHolidayPayPaidWithWages: boolean
  /** Why holiday pay may be paid with wages (s 28(1)(a)). Null or absent when not recorded. */
  holidayPayReason?: HolidayPayReason | null
  /** Null for the four weeks of the Act. */
  annualWeeksPerYear: Decimal | null
  /** Null for the ten days of the Act. */
  sickDaysPerYear: Decimal | null
  /** Weekly pay under the agreement, when the hourly rate does not give it. Null for rate × hours × days. */
  ordinaryWeeklyPay: Decimal | null
  /** Region of the provincial anniversary day, as named in rates/nz/public-holidays. Null when none is observed. */
  anniversaryRegion: string | null
  /** The record's working days, such as `MO,WE,FR`. Null or absent when not recorded. */
  workDays?: string | null
  /** Days with hours over one to four weeks, or `IRREGULAR: …`. Null or absent when not recorded. */
  workPattern?: string | null
  /**
   * When false, unpaid leave of more than a week moves the anniversary (s 16). Otherwise it counts as service and shortens the
   * divisor.
   */
  isUnpaidLeaveService?: boolean
  /** The minimum wage that applies. Absent in pays of earlier versions, which did not check it. */
  minimumWage?: MinimumWage
  /** The final pay was already made, so later wages carry their 8% (ss 23 and 25). */
  isAfterEnd?: boolean
  /** The last day of the employment that the final pay ended. No leave arises after it. */
  endedOn?: CivilDate
  /** Works as and when required. Weeks accrue only where the record says so. */
  isCasual?: boolean
  /** The day from which the twelve months count, when a closedown moved it (s 35). Null or absent for the start. */
  holidayYearFrom?: CivilDate | null
  /** How holiday pay in advance is taxed. When absent, it is taxed in the periods of the holiday. */
  holidaysInAdvance?: HolidaysInAdvance
  /** Public holidays that an agreement moved to another day or shift (ss 44A and 44B). Absent when there are none. */
  transferredHolidays?: readonly Transfer[]
  /** The hourly amount for time off after an accident, zero when none is recorded. Absent in pays of earlier versions. */
  workersCompPerHour?: Decimal
  /** Alternative holidays earned in this period by working on public holidays, in days. */
  alternativeDaysEarned: Decimal
}

/** The terms that decide what an anniversary grants. Those of its own day apply, whichever pay grants it. */
export type EntitlementTerms = Pick<
  NzLeaveSettings,
  'isHolidayPayPaidWithWages' | 'isCasual' | 'annualWeeksPerYear' | 'sickDaysPerYear'
> & {
  /** Absent in pays of earlier versions, for which the terms at the end of the period decided. */
  isLeaveEnabled?: boolean
}
export type EarlierEntitlement = EntitlementTerms & { to: CivilDate }
