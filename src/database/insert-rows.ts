import { CompiledQuery } from 'kysely'
import type { Queryable } from './connect.ts'

export type Column = readonly [name: string, type: string]
export type Cell = string | number | boolean | null | undefined
type Rows = readonly (readonly Cell[])[]

/** A statement that inserts many rows. */
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
 * An insert of many rows, to run alone or as part of a larger statement. It has one parameter for each
 * column, whatever the number of rows. This is twice as fast as a list of values and has no row limit. The
 * text is always the same, so the server plans it once. `replaceBy` names the key for an upsert. `after` is
 * the number of preceding parameters. `same` gives columns that have one expression for all rows, for example
 * a preceding parameter.
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

/** A row with the same key gets the new values; its other columns stay. */
function replacing(columns: readonly Column[], key: string | undefined): string {
  if (!key) return ''
  const sets = columns.filter(([name]) => name !== key).map(([name]) => `${name} = excluded.${name}`)
  return ` on conflict (${key}) do update set ${sets.join(', ')}`
}

/**
 * One JSON column of all rows as one text, separated by a character that JSON always escapes. The cells need
 * no quoting, which costs most for long cells, and the server parses each only once. An empty cell means
 * null.
 */
function jsonTexts(rows: Rows, index: number): string {
  return rows.map((row) => (row[index] === 'null' ? '' : (row[index] ?? ''))).join('\x1f')
}

/** Types whose text never needs quoting in an array. */
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
