import type { Pay } from '../api/types.ts'
import { type CellSample, type GridColumn, rowOf } from './grid-columns.ts'

/** The current or earlier row of a pay in a column, with everything needed to restore it. */
export type OwnRow = {
  sample: CellSample
  value: number
  /** Fields that are only right for this number: the loading of leave, the units of an allowance. */
  exact: Readonly<Record<string, unknown>>
}

/** The writable fields of a row, without its number. */
const SAMPLE = {
  hours: [
    ...['description', 'units', 'rate', 'multiplier', 'rate_reference', 'rate_description'],
    ...['is_overtime', 'week', 'date'],
  ],
  leave: ['description', 'leave_type', 'date', 'rate', 'multiplier'],
  allowances: [
    ...['description', 'allowance_category', 'is_taxable', 'is_itemised'],
    ...['is_included_in_super_calculations', 'is_reimbursement'],
  ],
} as const
const EXACT = { hours: [], leave: ['leave_loading_amount'], allowances: ['amount', 'units'] } as const

/** The only row of a pay in a column. Null when there is none or there are several. */
export function ownRowOf(pay: Pay, column: GridColumn): OwnRow | null {
  const rows: readonly object[] = pay[column.list]
  const own = rows.filter((row) => column.isOf(row as CellSample))
  const value = column.read(pay)
  const [row] = own
  if (own.length !== 1 || !row || value === null) return null
  return {
    sample: pick(row, SAMPLE[column.list]) as CellSample,
    value,
    exact: pick(row, EXACT[column.list]),
  }
}

/** The API row for a pay that no longer has the row. Restores the earlier row completely. */
export function restoredRow(
  cell: Pick<GridColumn, 'list' | 'sample'> & { own?: OwnRow },
  value: number,
): Record<string, unknown> {
  const row = rowOf(cell, value)
  return cell.own?.value === value ? { ...row, ...cell.own.exact } : row
}

/** The fields that identify an existing row. The new number replaces the old one, and everything else stays the same. */
const FOUND_BY = {
  hours: ['description', 'units'],
  leave: ['description', 'leave_type', 'date'],
  allowances: ['description'],
} as const

/** The API row for a pay that has the row. */
export function changedRow(list: GridColumn['list'], own: OwnRow, value: number): Record<string, unknown> {
  return rowOf({ list, sample: pick(own.sample, FOUND_BY[list]) as CellSample }, value)
}

function pick(row: object, names: readonly string[]): Record<string, unknown> {
  const entries = Object.entries(row).filter(([name, value]) => names.includes(name) && value !== null)
  return Object.fromEntries(entries)
}
