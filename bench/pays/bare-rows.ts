import { CompiledQuery } from 'kysely'
import type { Database } from '../../src/database/connect.ts'
import type { Cell, Column } from '../../src/database/insert-rows.ts'

/* Rows that are written without the service, as fast as the database takes them. */

export type { Cell }
export type TableRows = { table: string; columns: Column[]; rows: Cell[][] }

const PAYS_AT_ONCE = 250

/** The columns of a table that can be written, with their types. */
export async function columnsOf(database: Database, table: string): Promise<Column[]> {
  const { rows } = await database.pool.query<{ name: string; type: string }>(
    `select column_name as name, udt_name as type from information_schema.columns
     where is_generated = 'NEVER' and table_name = $1 and table_schema = 'public' order by ordinal_position`,
    [table],
  )
  return rows.map(({ name, type }): Column => [name, type])
}

/** The rows of a table as texts, without the columns that are empty in all of them. */
export async function rowsOf(database: Database, table: string, where: string): Promise<TableRows> {
  const columns = await columnsOf(database, table)
  const list = columns.map(([name]) => `${name}::text as ${name}`).join(', ')
  const { rows } = await database.pool.query<Record<string, string | null>>(
    `select ${list} from ${table} where ${where}`,
  )
  const used = columns.filter(([name]) => rows.some((row) => row[name] !== null))
  return { table, columns: used, rows: rows.map((row) => used.map(([name]) => row[name])) }
}

/** Inserts the rows of so many pays in portions and one transaction; answers the seconds it took. */
export async function insertInPortions(
  database: Database,
  tables: readonly TableRows[],
  pays: number,
): Promise<number> {
  const portions = Math.max(1, Math.ceil(pays / PAYS_AT_ONCE))
  const start = performance.now()
  await database.query.transaction().execute(async (tx) => {
    for (let part = 0; part < portions; part++)
      for (const { table, columns, rows } of tables) {
        const size = Math.ceil(rows.length / portions)
        const portion = rows.slice(part * size, (part + 1) * size)
        await tx.executeQuery(CompiledQuery.raw(textOf(table, columns), columns.map(arrayOf(portion))))
      }
  })
  return (performance.now() - start) / 1000
}

/** The same statement whatever the cells are: one array for each column. */
function textOf(table: string, columns: readonly Column[]): string {
  const names = columns.map(([name]) => name).join(', ')
  const lists = columns.map(([, type], index) => `unnest($${index + 1}::${type}[])`).join(', ')
  return `insert into ${table} (${names}) select * from rows from (${lists}) as r (${names})`
}

const UNQUOTED = new Set(['int4', 'int8', 'numeric', 'bool', 'int'])

const arrayOf =
  (rows: readonly Cell[][]) =>
  ([, type]: Column, index: number): string => {
    const write = UNQUOTED.has(type) ? String : JSON.stringify
    return `{${rows.map((row) => (row[index] == null ? 'NULL' : write(row[index]))).join(',')}}`
  }
