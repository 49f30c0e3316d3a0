import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { Decimal } from '../../../../kernel/values/money.ts'
import type { LeaveSettings } from './leave-settings.ts'
import type { AuState, EmploymentStatus } from './words.ts'

/** The terms that applied up to and including a day. Rows with a date use the terms of their day. */
export type EarlierTerms = {
  to: CivilDate
  state: AuState | null
  employmentStatus: EmploymentStatus
  hoursPerDay: Decimal
  daysPerWeek: Decimal
  leaveSettings: LeaveSettings
}

/** An hourly rate that begins after the employment's last day, for notice that is not worked. */
export type LaterRate = { from: CivilDate; ratePerHour: Decimal }
