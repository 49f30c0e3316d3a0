import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { Decimal } from '../../../../kernel/values/money.ts'
import type { PastLine, PastQuestion } from '../../../../payroll/history.ts'
import type { LeaveLine } from '../../../../payroll/input.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import type { EarlierTerms, LaterTerms } from '../input/dated-terms.ts'
import { termsInFacts } from '../input/day-terms.ts'
import type { NzLeaveSettings } from '../input/input.ts'
import { type LeaveDay, leaveDaysOf } from '../input/leave-spells.ts'
import { leaveDaysBy } from '../input/own-leave.ts'
import type { WorkWeek } from '../input/work-week.ts'
import type { NzRates } from '../rates/rates.ts'
import { weekOfPay } from './week-of-pay.ts'

/* The rows of leave in a pay and in earlier pays, each with the week agreed at the time. */

export type HolidayQuestion = {
  past: PastQuestion
  leave: readonly LeaveLine[]
  hoursPerDay: Decimal
  daysPerWeek: Decimal
  settings: Pick<
    NzLeaveSettings,
    'workDays' | 'workPattern' | 'isUnpaidLeaveService' | 'isCasual' | 'holidayYearFrom'
  > &
    Partial<Pick<NzLeaveSettings, 'isHolidayPayPaidWithWages' | 'anniversaryRegion' | 'transferredHolidays'>>
  /** Weeks of annual holidays before this pay. Absent when there are none. */
  weeksLeft?: Decimal
  /** The terms of other days of this pay. */
  earlierTerms?: readonly EarlierTerms[]
  laterTerms?: readonly LaterTerms[]
  /** The days of this pay on which rows say that work was done. */
  worked?: readonly CivilDate[]
  /** The calendar of public holidays. When absent, only rows show them. */
  rates?: NzRates
  /** Names of rows known to be a regular part of the week. When absent, the last weeks decide. */
  regularNames?: readonly string[]
}

/** Rows of this pay, each with the week agreed on its day. */
export const ownLeave = (asked: HolidayQuestion, rows: readonly LeaveLine[]): LeaveDay[] =>
  leaveDaysBy({ periodStart: asked.past.timing.periodStart, ...termsInFacts(asked) }, rows)

/** The leave of a kind in earlier pays, each row with the week agreed at the time. */
export const leaveIn = (
  pays: readonly NzPastPay[],
  isOfKind: (line: PastLine) => boolean,
  current: WorkWeek,
): LeaveDay[] =>
  pays.flatMap((pay) => {
    const rows = leaveDaysOf(pay.details?.lines ?? [], isOfKind)
    if (rows.length === 0) return []
    const of = { week: weekOfPay(pay, current), periodStart: pay.periodStart }
    return rows.map((row) => ({ ...row, ...of }))
  })
