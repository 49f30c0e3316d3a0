import { addDays, type CivilDate } from '../../../kernel/values/dates.ts'
import { periodEndFor, periodStartFor } from '../../../payroll/pay-periods.ts'
import type { PaidPeriodRow } from './queries.ts'
import type { Obligation } from './schema.ts'

/** Periods without a pay between two paid periods of the same cycle. */
export const skippedPeriods = (rows: readonly PaidPeriodRow[]): Obligation[] => rows.flatMap(gapsBefore)

/** Whole periods that fit between a paid period and the one before it. A change of the anchor date leaves no gap. */
function gapsBefore(next: PaidPeriodRow): Obligation[] {
  const gaps: Obligation[] = []
  let end: CivilDate = periodEndFor(next.pay_period, addDays(next.previous_end, 1), next.end_date)
  while (end < next.end_date) {
    const start = periodStartFor(next.pay_period, end)
    if (start > next.previous_end) gaps.push(skipped(start, end))
    end = periodEndFor(next.pay_period, addDays(end, 1), next.end_date)
  }
  return gaps
}

const skipped = (start: CivilDate, end: CivilDate): Obligation => ({
  kind: 'skipped-period',
  authority: 'EMPLOYEES',
  period_start: start,
  period_end: end,
  due_date: end,
  amount: null,
  status: 'open',
  reference: `${start}/${end}`,
  submission_id: null,
  employees: [],
})
