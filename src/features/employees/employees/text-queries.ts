import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Queryable } from '../../../database/connect.ts'
import { VIEW_COLUMNS } from './fields.ts'

/* Reads employees as raw database text, without building objects, for long lists and events. */

const READ_TEXTS = `select ${VIEW_COLUMNS.map((name) => `e."${name}"`).join(', ')}
from unnest($1::integer[]) with ordinality as wanted (id, position)
join employees e on e.id = wanted.id order by wanted.position`

/** The view columns of a row as raw database text, in column order. */
export type TextRow = (string | null)[]

const AS_TEXT = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig

/** Reads the view columns of these employees as raw text, in the order of the ids. */
export async function readTexts(pool: pg.Pool, ids: readonly number[]): Promise<TextRow[]> {
  const { rows } = await pool.query<(string | null)[]>({
    name: 'employee-texts',
    text: READ_TEXTS,
    values: [ids],
    rowMode: 'array',
    types: AS_TEXT,
  })
  return rows
}

const IS_DELETED = VIEW_COLUMNS.indexOf('is_deleted')

export const isDeleted = (row: TextRow) => row[IS_DELETED] === 't'

/** The row with its deleted flag cleared. */
export const undeleted = (row: TextRow): TextRow => row.with(IS_DELETED, 'f')

// Deleting a company frees its employees' numbers, but events recorded before that must still show them.
const columnOf = (name: string) => (name === 'number' ? 'coalesce(e.number, e.freed_number)' : `e."${name}"`)
const READ_RECORDS = `select e.id, row(${VIEW_COLUMNS.map(columnOf).join(', ')})::text as record
from employees e where e.customer_id = $2 and e.id = any($1::integer[])`

/** Does the same over connections that cannot return raw columns. Reads each row as a single composite text. */
export async function readRecords(
  query: Queryable,
  customerId: number,
  ids: readonly number[],
): Promise<{ id: number; row: TextRow }[]> {
  const { rows } = await query.executeQuery<{ id: number; record: string }>(
    CompiledQuery.raw(READ_RECORDS, [[...ids], customerId]),
  )
  return rows.map(({ id, record }) => ({ id, row: readRecord(record) }))
}

const FIELD = /"((?:[^"\\]|\\.|"")*)"|([^,]*)/y

/** Parses a composite row: `(1,,"a ""b""",t)`. An empty field without quotes is null. */
export function readRecord(record: string): TextRow {
  const row: TextRow = []
  const inside = record.slice(1, -1)
  for (let at = 0; at <= inside.length; at = FIELD.lastIndex + 1) {
    FIELD.lastIndex = at
    const [, quoted, plain = ''] = FIELD.exec(inside) ?? []
    if (quoted !== undefined) row.push(quoted.replace(/""|\\(.)/gs, (pair, escaped) => escaped ?? pair[0]))
    else row.push(plain === '' ? null : plain)
  }
  return row
}
