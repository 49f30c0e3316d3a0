import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { PastNeeds, PeriodHours } from '../../../../payroll/history.ts'

/** The employee and the span of pay history to load. */
export type LoadQuestion = {
  employeeId: number
  runId: number
  /** The id of the pay itself, or 0 if it is new. */
  selfId: number
  needs: PastNeeds
  /** Hours lines of the pays in this call, including this pay. */
  hoursInCall: readonly PeriodHours[]
  /** The days being paid. Pays of overlapping periods are returned separately. */
  period?: { start: CivilDate; end: CivilDate }
  /** Pays of earlier periods before this day may be summed where the law allows it, or read from the cache. */
  sumBefore?: CivilDate
  /** False when the employee is known to have no opening balances. */
  hasOpening?: boolean | undefined
  /** The pay is new or a draft, so it is in no sum. */
  isUncounted?: boolean
}
