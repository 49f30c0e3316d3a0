import {
  addDays,
  type CivilDate,
  civilDate,
  civilDateOrNone,
  daysBetween,
} from '../../../../kernel/values/dates.ts'
import type { PastQuestion } from '../../../../payroll/history.ts'
import type { LeaveType } from '../../../../payroll/input.ts'
import type { Line } from '../lines/lines.ts'
import type { PayEmployee } from './pay-employee.ts'
import { lastDayOf, type PayJob } from './pay-job.ts'

/** A new pay comes after every stored one. */
export const MAX_PAY_ID = 2_147_483_647

/** The facts about a pay that decide how much history its calculation needs. */
export function pastQuestionOf(job: PayJob): PastQuestion {
  const { request, existing, employee, termination } = job
  // Automatically added lines may stay on a pay when it is rebuilt.
  const lines = [...(job.lines ?? []), ...(existing?.lines ?? [])]
  const leaveTypes = [
    ...(request?.leave ?? []).map((row) => row.leave_type),
    ...lines.flatMap((line) => (line.kind === 'leave' ? [line.details.leave_type] : [])),
  ]
  const sent = (request?.bonuses?.length ?? 0) + (request?.back_payments?.length ?? 0)
  return {
    timing: job.timing,
    beforeId: existing?.wasProcessed ? existing.id : MAX_PAY_ID,
    startDate: civilDate(employee.start_date),
    dateOfBirth: civilDateOrNone(employee.date_of_birth),
    ...(mayMoveYears(employee, leaveTypes) ? { leaveSince: civilDate(employee.start_date) } : {}),
    ...(employee.nz_student_loan_cir_total === null
      ? {}
      : { paysSince: civilDate(employee.nz_student_loan_cir_from ?? employee.start_date) }),
    ...(employee.new_fund_since ? { newFundSince: civilDate(employee.new_fund_since) } : {}),
    ...(namesDays(job, lines) ? { namesDays: true } : {}),
    ...holidayDaysOf(job, lines),
    lastDay: lastDayOf(termination),
    mayHaveExtras: sent > 0 || lines.some((line) => line.kind === 'bonus' || line.kind === 'back-payment'),
    leaveTypes,
  }
}

/** Whether there are dated hours for an employee whose record does not give the working days. */
function namesDays({ employee, request }: PayJob, lines: readonly Line[]): boolean {
  if (employee.nz_work_days || (employee.nz_work_pattern && !/^irregular/i.test(employee.nz_work_pattern)))
    return false
  return (
    (request?.hours ?? []).some((row) => row.date) ||
    lines.some((line) => line.kind === 'hours' && line.details.date)
  )
}

/** The days on which this pay may price a public holiday. */
function holidayDaysOf(
  { isProposed, request, timing, employee }: PayJob,
  lines: readonly Line[],
): Pick<PastQuestion, 'holidayDays' | 'hasMovedHolidays'> {
  const dates = [
    ...(request?.hours ?? []).map((row) => row.date),
    ...lines.map((line) => (line.kind === 'hours' ? line.details.date : null)),
    ...(isProposed ? daysFrom(timing.periodStart, timing.periodEnd) : []),
  ].flatMap((date) => (date ? [civilDate(date)] : []))
  if (dates.length === 0) return {}
  return { holidayDays: dates, ...(employee.nz_transferred_holidays ? { hasMovedHolidays: true } : {}) }
}

function daysFrom(first: CivilDate, last: CivilDate): CivilDate[] {
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => addDays(first, index))
}

/**
 * Unpaid leave that does not count as service shifts the holiday entitlement years. If there is any, the
 * calculation needs all of it.
 */
const mayMoveYears = (
  { is_unpaid_leave_counted_as_service, has_unpaid_leave }: PayEmployee,
  leaveTypes: readonly LeaveType[],
): boolean =>
  !is_unpaid_leave_counted_as_service && (has_unpaid_leave !== false || leaveTypes.includes('UNPAID'))
