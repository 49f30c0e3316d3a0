import type { ImportResult } from '../api/types.ts'
import type { Doubts } from '../import/prepare.ts'

/** Rows with a cell that has two meanings are refused, whatever the service says about one of them. */
export function withDoubts(result: ImportResult, doubts: readonly Doubts[]): ImportResult {
  const totals = { ...result.totals }
  const rows = result.rows.map((row) => {
    const own = Object.entries(doubts[row.row] ?? {}).map(([field, message]) => ({ field, message }))
    if (own.length === 0) return row
    if (row.action !== null) totals[row.action] -= 1
    totals.refused += 1
    const errors = [...own, ...row.errors.filter(({ field }) => !own.some((each) => each.field === field))]
    return { ...row, action: 'refused' as const, errors }
  })
  return { ...result, totals, rows }
}
