import type { Pay } from '../api/types.ts'
import { type GridColumn, hoursId, isPaidOut, isTime, leaveId } from './grid-columns.ts'
import { centsProblem, hoursProblem, NEGATIVE_HOURS, type Period, rounded, totalProblem } from './limits.ts'

/** A number for a cell, and the number it shows now. */
export type Wanted = { pay: Pay; column: GridColumn; value: number; shown: number }

/** A larger amount in a cell is probably a typing error. The pay editor accepts it. */
const MOST_DOLLARS = 100_000

function dollarsProblem(value: number): string | null {
  if (value < 0) return 'An allowance cannot be negative. To take money back, add a deduction to the pay.'
  return value > MOST_DOLLARS
    ? 'An allowance above $100,000 cannot be entered here. If it is right, open the pay with Ctrl+Enter.'
    : centsProblem(value)
}

/**
 * Why each number cannot go into its cell, or null when it can. Checks hours against the period, and dollars against the limit.
 * Cells of one pay are checked together.
 */
export function cellProblems(
  wanted: readonly Wanted[],
  typedIn: (pay: Pay) => ReadonlyMap<string, { value: number; takesTime: boolean }>,
  period: Period,
): (string | null)[] {
  const own = wanted.map(({ column, value }) => {
    if (column.unit !== 'hours') return dollarsProblem(value)
    if (value < 0) return NEGATIVE_HOURS
    return column.takesTime ? hoursProblem(value, period) : null
  })
  return wanted.map((cell, index) => {
    const others = wanted.filter((other, place) => other.pay === cell.pay && own[place] === null)
    if (own[index] || !cell.column.takesTime || cell.value <= cell.shown) return own[index] ?? null
    const typed = new Map(typedIn(cell.pay))
    for (const { column, value } of others) typed.set(column.id, { value, takesTime: column.takesTime })
    return totalProblem(hoursOf(cell.pay, typed, period), period)
  })
}

/** The hours of a pay that count as time in the period, including typed values. */
function hoursOf(
  pay: Pay,
  typed: ReadonlyMap<string, { value: number; takesTime: boolean }>,
  { start, end }: Period,
): number {
  const stored = [
    ...pay.hours.filter(isTime).map((row) => ({ id: hoursId(row), value: row.value })),
    ...pay.leave
      .filter((row) => !isPaidOut(row) && row.date >= start && row.date <= end)
      .map((row) => ({ id: leaveId(row), value: row.hours })),
  ].filter(({ id }) => !typed.has(id))
  const all = [...stored, ...[...typed.values()].filter(({ takesTime }) => takesTime)]
  return rounded(all.reduce((sum, { value }) => sum + value, 0))
}
