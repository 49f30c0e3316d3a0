import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { Decimal } from '../../../../kernel/values/money.ts'
import type { NzLeaveSettings } from './leave-settings.ts'

export type DayTerms = {
  ratePerHour: Decimal
  hoursPerDay: Decimal
  daysPerWeek: Decimal
} & Pick<NzLeaveSettings, 'workDays' | 'workPattern' | 'anniversaryRegion' | 'transferredHolidays'>

/** The terms up to and including a day. */
export type EarlierTerms = DayTerms & { to: CivilDate }
/** The terms from a day after the period on, for rows that are paid in advance. */
export type LaterTerms = DayTerms & { from: CivilDate }
