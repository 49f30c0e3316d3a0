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

const ALREADY = /^Already in a (draft|pay)\b/

/** Rows of time that are already in a draft or a pay. They are imported only if the user asks for it. */
export function placesAlreadyPaid(result: ImportResult | undefined): ReadonlySet<number> {
  const rows = (result?.rows ?? []).filter(
    ({ action, warnings }) => action !== 'refused' && warnings.some((warning) => ALREADY.test(warning)),
  )
  return new Set(rows.map(({ row }) => row))
}

/** The rows to send: those that are not refused, and those already paid only when they are to be paid again. */
export function rowsToStore<Row>(
  rows: readonly Row[],
  result: ImportResult | undefined,
  isPaidAgain: boolean,
): Row[] {
  const already = placesAlreadyPaid(result)
  const good = new Set(
    (result?.rows ?? [])
      .filter(({ action, row }) => action !== 'refused' && (isPaidAgain || !already.has(row)))
      .map(({ row }) => row),
  )
  return rows.filter((_, place) => good.has(place))
}
