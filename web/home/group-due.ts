import type { Obligation } from '../api/types.ts'
import { incomeYear } from '../format.ts'

/** Obligations of one kind that one action can settle together. */
export type Due = Pick<Obligation, 'kind' | 'due_date' | 'period_start' | 'period_end'> & {
  isLate: boolean
  /** The open amount, in dollars. */
  amount: number
  /** The number of obligations. */
  count: number
}

/**
 * Joins obligations of the same kind, with overdue ones in a separate group, in the order of their first due
 * date. Skipped periods, updates and finalisations are not joined, because a skipped period needs its own
 * run, and the others report one year each.
 */
export function groupDue(rows: readonly Obligation[]): Due[] {
  const groups = new Map<string, Due>()
  for (const row of rows) {
    const isLate = row.status === 'overdue'
    const key = `${row.kind} ${isLate} ${apartBy(row)}`
    const { kind, due_date, period_start, period_end } = row
    const group = groups.get(key) ?? { kind, due_date, period_start, period_end, isLate, amount: 0, count: 0 }
    groups.set(key, {
      ...group,
      period_start: period_start < group.period_start ? period_start : group.period_start,
      period_end: period_end > group.period_end ? period_end : group.period_end,
      // In cents, so that the total of a long list is exact.
      amount: Math.round(group.amount * 100 + (row.amount ?? 0) * 100) / 100,
      count: group.count + 1,
    })
  }
  return [...groups.values()]
}

function apartBy({ kind, period_end }: Obligation): string | number {
  if (kind === 'skipped-period') return period_end
  return kind === 'stp-update' || kind === 'stp-finalisation' ? incomeYear(period_end) : ''
}
