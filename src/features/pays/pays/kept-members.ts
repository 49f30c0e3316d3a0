import { type InvalidPlace, InvalidRequest } from '../../../kernel/problem.ts'
import { decimal } from '../../../kernel/values/money.ts'
import { ALLOWANCE_FIELDS, type LineFields } from '../../../payroll/line-fields.ts'
import type { Line } from './lines/lines.ts'
import { textOf } from './lines/match.ts'

/*
 * A cell change replaces one number of a row. All other members sent must match the row, so that nothing is silently
 * ignored.
 */

/** Members that identify the row or are calculated, and so are not compared. */
const UNCOMPARED = { id: true, pay_amount: true, total_amount: true }
const NUMBER_OF = { hours: 'value', leave: 'hours', allowance: 'amount' } as const
const OF_ALLOWANCES: LineFields = ALLOWANCE_FIELDS
type CellLine = Line<keyof typeof NUMBER_OF>

export const isCell = (line: Line): line is CellLine => line.kind in NUMBER_OF

/** Rejects members of a sent row that differ from both the stored line and the line as shown. */
export function requireKept(
  line: CellLine,
  shown: readonly { id: number | null }[],
  row: object,
  loc: readonly (string | number)[],
): void {
  const read: Readonly<Record<string, unknown>> = { ...shown.find(({ id }) => id === line.id) }
  const places = Object.entries(row).flatMap(([name, sent]): InvalidPlace[] => {
    if (sent === null || sent === undefined || name in UNCOMPARED || name === NUMBER_OF[line.kind]) return []
    const isUnits = name === 'units' && line.kind === 'allowance'
    const held = isUnits ? [1] : [read[name], ...heldOf(line, name)]
    if (held.some((value) => isSame(sent, value))) return []
    const own = held.find((value) => value !== undefined && value !== null) ?? 'not set'
    const what = isUnits
      ? `A change sets the amount of "${line.description}" for one unit`
      : `${name} of "${line.description}" is ${own} in this draft, and a change replaces ${NUMBER_OF[line.kind]} alone`
    const msg = `${what}. Replace the rows of the pay to change ${name}`
    return [{ loc: [...loc, name], msg, type: 'value_error' }]
  })
  if (places.length > 0) throw new InvalidRequest(places)
}

/** The values of a member that count as unchanged. */
function heldOf(line: CellLine, name: string): unknown[] {
  if (name === 'description') return [line.description]
  const details: Readonly<Record<string, unknown>> = line.details
  if (name === 'multiplier') return [details.multiplier ?? 1]
  if (line.kind === 'leave' && name === 'leave_loading_amount')
    return [line.details.loading ?? line.details.loading_given ?? 0, line.details.loading_given ?? 0]
  const field = line.kind === 'allowance' ? OF_ALLOWANCES[name] : undefined
  const otherwise = field && 'otherwise' in field ? field.otherwise : undefined
  return [details[name] ?? otherwise ?? (name.startsWith('is_') ? false : undefined)]
}

function isSame(sent: unknown, held: unknown): boolean {
  if (sent === held) return true
  const [a, b] = [numberOf(sent), numberOf(held)]
  if (a && b) return decimal(a).eq(decimal(b))
  return typeof sent === 'string' && typeof held === 'string' && fold(sent) === fold(held)
}

function numberOf(value: unknown): string | null {
  if (typeof value === 'number') return textOf(value)
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? value : null
}

const fold = (text: string) => text.trim().toLowerCase()
