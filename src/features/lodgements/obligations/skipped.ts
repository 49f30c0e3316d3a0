import { addDays, type CivilDate } from '../../../kernel/values/dates.ts'
import { periodEndFor, periodStartFor } from '../../../payroll/pay-periods.ts'
import type { PaidPeriodRow } from './queries.ts'
import type { Obligation } from './schema.ts'

/** Periods without a pay between two paid periods of the same cycle. */
export function skippedPeriods(rows: readonly PaidPeriodRow[]): Obligation[] {
  const cycles = Map.groupBy(rows, (row) => `${row.pay_calendar_id ?? ''}/${row.pay_period}`)
  return [...cycles.values()].flatMap((paid) =>
    paid.slice(1).flatMap((next, index) => {
      const before = paid[index]
      return before ? gapsBetween(before, next) : []
    }),
  )
}

/** Whole periods of the later cycle that fit between two paid periods. A change of the anchor date leaves no gap. */
function gapsBetween(before: PaidPeriodRow, next: PaidPeriodRow): Obligation[] {
  const gaps: Obligation[] = []
  let end: CivilDate = periodEndFor(next.pay_period, addDays(before.end_date, 1), next.end_date)
  while (end < next.end_date) {
    const start = periodStartFor(next.pay_period, end)
    if (start > before.end_date) gaps.push(skipped(start, end))
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
