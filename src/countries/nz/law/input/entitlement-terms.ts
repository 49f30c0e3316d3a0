import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { NzLeaveSettings } from './input.ts'

/** The terms that decide what an anniversary grants. Those of its own day apply, whichever pay grants it. */
export type EntitlementTerms = Pick<
  NzLeaveSettings,
  'isHolidayPayPaidWithWages' | 'isCasual' | 'annualWeeksPerYear' | 'sickDaysPerYear'
> & {
  /** Absent in pays of earlier versions, for which the terms at the end of the period decided. */
  isLeaveEnabled?: boolean
}
export type EarlierEntitlement = EntitlementTerms & { to: CivilDate }
