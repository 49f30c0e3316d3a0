import { CompiledQuery } from 'kysely'
import type { Queryable } from './connect.ts'

export type Column = readonly [name: string, type: string]
export type Cell = string | number | boolean | null | undefined
type Rows = readonly (readonly Cell[])[]

/** A statement that writes many rows. */
export type Insertion = { text: string; values: string[] }

/** Inserts many rows with one statement. */
export async function insertRows(
  query: Queryable,
  table: string,
  columns: readonly Column[],
  rows: Rows,
): Promise<void> {
  if (rows.length === 0) return
  await query.executeQuery(CompiledQuery.raw(insertText(table, columns), columnValues(columns, rows)))
}

/**
 * An insert of many rows, to be run by itself or as a part of a larger statement. One parameter for each column, whatever the number
 * of rows: twice as fast as a list of values, no limit on their number, and always the same text, which the server plans once.
 * `replaceBy` names the key of rows that may be there; `after` counts the parameters that come before; `same` gives columns
 * that are the same in all rows by an expression, such as one of those parameters.
 */
export function insertText(
  table: string,
  columns: readonly Column[],
  options: { replaceBy?: string | undefined; after?: number; same?: Record<string, string> } = {},
): string {
  const first = (options.after ?? 0) + 1
  const same = options.same ?? {}
  const names = [...columns.map(([name]) => name), ...Object.keys(same)].join(', ')
  const sources = columns.map(([, type], index) => sourceOf(type, first + index)).join(', ')
  const aliases = columns.map((_, index) => `c${index}`).join(', ')
  const chosen = columns.map(([, type], index) => (isJson(type) ? `c${index}::${type}` : `c${index}`))
  chosen.push(...Object.values(same))
  return `insert into ${table} (${names}) select ${chosen.join(', ')} from rows from (${sources}) as r (${aliases})${replacing(columns, options.replaceBy)}`
}

/** The parameters of such an insert, one for each column. JSON cells are JSON text. */
export function columnValues(columns: readonly Column[], rows: Rows): string[] {
  return columns.map(([, type], index) =>
    isJson(type) ? jsonTexts(rows, index) : arrayLiteral(rows, index, type),
  )
}

const isJson = (type: string) => type === 'json' || type === 'jsonb'

function sourceOf(type: string, parameter: number): string {
  return `unnest(${isJson(type) ? `string_to_array($${parameter}, E'\\x1f', '')` : `$${parameter}::${type}[]`})`
}

/** A row with the same key takes the new values; its other columns stay. */
function replacing(columns: readonly Column[], key: string | undefined): string {
  if (!key) return ''
  const sets = columns.filter(([name]) => name !== key).map(([name]) => `${name} = excluded.${name}`)
  return ` on conflict (${key}) do update set ${sets.join(', ')}`
}

/**
 * One JSON column of all rows as one text, its cells apart by a sign that JSON writes as an escape: they need no quoting, which for
 * long ones costs more than all else, and the server reads each only once. Nothing stands for null.
 */
function jsonTexts(rows: Rows, index: number): string {
  return rows.map((row) => (row[index] === 'null' ? '' : (row[index] ?? ''))).join('\x1f')
}

/** Their texts hold nothing that an array would have to quote. */
const UNQUOTED: ReadonlySet<string> = new Set(['int', 'bigint', 'numeric', 'bool'])

/** One column of all rows as a PostgreSQL array. */
function arrayLiteral(rows: Rows, index: number, type: string): string {
  if (UNQUOTED.has(type)) return `{${rows.map((row) => row[index] ?? 'NULL').join(',')}}`
  return `{${rows.map((row) => element(row[index])).join(',')}}`
}

function element(value: Cell): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value !== 'string') return String(value)
  if (value.includes('"') || value.includes('\\')) return `"${value.replace(/["\\]/g, '\\$&')}"`
  return `"${value}"`
}
