import { addDays, type CivilDate } from '../../../../kernel/values/dates.ts'
import type { LeaveLine } from '../../../../payroll/input.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import { readWorkDays, workDaysFor } from '../../../../payroll/work-days.ts'
import { fixedPattern } from '../../../../payroll/work-pattern.ts'
import type { DayTerms } from './dated-terms.ts'
import { termsInFacts } from './day-terms.ts'
import type { NzHolidayInput } from './input.ts'
import type { LeaveDay } from './leave-spells.ts'

/* Leave rows of a pay as days of leave, each with the week agreed on its day. */

type Asked = Pick<NzHolidayInput, 'earlierTerms' | 'laterTerms'> & { periodStart: CivilDate }

/** The rows of this pay. Terms that do not change within it began with its period or before. */
export function leaveDaysBy(
  { earlierTerms = [], laterTerms = [], periodStart }: Asked,
  rows: readonly LeaveLine[],
): LeaveDay[] {
  return rows.map(({ date, hours, leaveType }) => {
    const place = earlierTerms.findIndex(({ to }) => date <= to)
    const earlier = earlierTerms[place]
    const later = laterTerms.findLast(({ from }) => date >= from)
    const before = earlier ? earlierTerms[place - 1] : earlierTerms.at(-1)
    const terms = earlier ?? later
    return {
      date,
      hours,
      ...(terms ? { week: weekOf(terms) } : {}),
      periodStart: later?.from ?? (before ? addDays(before.to, 1) : periodStart),
      ...(leaveType === 'PAID_PUBLIC_HOLIDAY' ? { isPublicHoliday: true as const } : {}),
    }
  })
}

export const ownLeaveDays = (
  { payPeriod, periodEnd, ...input }: NzHolidayInput,
  rows: readonly LeaveLine[],
): LeaveDay[] =>
  leaveDaysBy({ periodStart: periodStartFor(payPeriod, periodEnd), ...termsInFacts(input) }, rows)

function weekOf({ hoursPerDay, daysPerWeek, workPattern, workDays }: DayTerms) {
  const days = fixedPattern(workPattern) ?? (workDays ? readWorkDays(workDays) : workDaysFor(daysPerWeek))
  return { hoursPerDay, daysPerWeek, days }
}
