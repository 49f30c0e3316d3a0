import type { WholePay } from './loaded-pay.ts'

/**
 * Pays in the order of their payment dates. Those of one period, however, come in the order in which they were made, because each
 * settles the period with those made before it.
 */
export function inOrderMade(pays: readonly WholePay[]): WholePay[] {
  const ordered = pays.toSorted(
    (a, b) => compare(a.row.processed_date, b.row.processed_date) || a.row.id - b.row.id,
  )
  const ofPeriod = Map.groupBy(ordered, ({ row }) => `${row.employee_id} ${row.pay_run_id}`)
  const next = new Map([...ofPeriod].map(([key, own]) => [key, own.toSorted((a, b) => a.row.id - b.row.id)]))
  return ordered.map((pay) => next.get(`${pay.row.employee_id} ${pay.row.pay_run_id}`)?.shift() ?? pay)
}

const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
