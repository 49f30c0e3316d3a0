import type { Pay } from '../api/types.ts'
import { type GridColumn, hoursId, isPaidOut, isTime, leaveId } from './grid-columns.ts'

/** The first and last day of a run's period. */
export type Period = { start: string; end: string }

const DAY_MS = 86_400_000
const daysOf = ({ start, end }: Period) => Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1

/** A number for a cell, and the number it shows now. */
export type Wanted = { pay: Pay; column: GridColumn; value: number; shown: number }

/** A larger amount in a cell is probably a typing error. The pay editor accepts it. */
const MOST_DOLLARS = 100_000

function dollarsProblem(value: number): string | null {
  if (value < 0) return 'An allowance cannot be negative. To take money back, add a deduction to the pay.'
  return value > MOST_DOLLARS
    ? 'An allowance above $100,000 cannot be entered here. If it is right, open the pay with Ctrl+Enter.'
    : null
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
  const days = daysOf(period)
  const most = 24 * days
  const limit = `the period has ${most} (${days} days of 24)`
  const own = wanted.map(({ column, value }) => {
    if (column.unit !== 'hours') return dollarsProblem(value)
    if (value < 0) return 'Hours cannot be negative. To take hours back, correct the pay they were paid in.'
    return column.takesTime && value > most ? `${value} hours cannot be worked: ${limit}.` : null
  })
  return wanted.map((cell, index) => {
    const others = wanted.filter((other, place) => other.pay === cell.pay && own[place] === null)
    if (own[index] || !cell.column.takesTime || cell.value <= cell.shown) return own[index] ?? null
    const typed = new Map(typedIn(cell.pay))
    for (const { column, value } of others) typed.set(column.id, { value, takesTime: column.takesTime })
    const total = hoursOf(cell.pay, typed, period)
    return total > most ? `All hours together would be ${total}: ${limit}.` : null
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
  return Math.round(all.reduce((sum, { value }) => sum + value, 0) * 10_000) / 10_000
}
