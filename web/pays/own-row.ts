import type { Pay } from '../api/types.ts'
import { type CellSample, type GridColumn, rowOf } from './grid-columns.ts'

/** The row that a pay has, or had, in a column: what a cell needs to bring it back as it was. */
export type OwnRow = {
  sample: CellSample
  value: number
  /** Fields that fit this number only: the loading of leave, the units of an allowance. */
  exact: Readonly<Record<string, unknown>>
}

/** The fields of a row that a write accepts, its number aside. */
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

/** The one row of a pay in a column; null: it has none, or several. */
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

/** A cell of a pay without the row, as the API takes it: the row that was there comes back whole. */
export function restoredRow(
  cell: Pick<GridColumn, 'list' | 'sample'> & { own?: OwnRow },
  value: number,
): Record<string, unknown> {
  const row = rowOf(cell, value)
  return cell.own?.value === value ? { ...row, ...cell.own.exact } : row
}

/** What finds a row that the pay has. The number replaces its own, and everything else stays as it is. */
const FOUND_BY = {
  hours: ['description', 'units'],
  leave: ['description', 'leave_type', 'date'],
  allowances: ['description'],
} as const

/** A cell of a pay that has the row, as the API takes it. */
export function changedRow(list: GridColumn['list'], own: OwnRow, value: number): Record<string, unknown> {
  return rowOf({ list, sample: pick(own.sample, FOUND_BY[list]) as CellSample }, value)
}

function pick(row: object, names: readonly string[]): Record<string, unknown> {
  const entries = Object.entries(row).filter(([name, value]) => names.includes(name) && value !== null)
  return Object.fromEntries(entries)
}
