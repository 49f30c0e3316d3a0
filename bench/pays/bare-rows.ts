import type { Database } from '../../src/database/connect.ts'
import { type Cell, type Column, insertRows } from '../../src/database/insert-rows.ts'

/* Inserts rows without the service, as fast as the database can. */

export type { Cell }
export type TableRows = { table: string; columns: Column[]; rows: Cell[][] }

const PAYS_AT_ONCE = 250

/** The writable columns of a table, with their types. */
export async function columnsOf(database: Database, table: string): Promise<Column[]> {
  const { rows } = await database.pool.query<{ name: string; type: string }>(
    `select column_name as name, udt_name as type from information_schema.columns
     where is_generated = 'NEVER' and table_name = $1 and table_schema = 'public' order by ordinal_position`,
    [table],
  )
  return rows.map(({ name, type }): Column => [name, type])
}

/** The rows of a table as text, without the columns that are empty in every row. */
export async function rowsOf(database: Database, table: string, where: string): Promise<TableRows> {
  const columns = await columnsOf(database, table)
  const list = columns.map(([name]) => `${name}::text as ${name}`).join(', ')
  const { rows } = await database.pool.query<Record<string, string | null>>(
    `select ${list} from ${table} where ${where}`,
  )
  const used = columns.filter(([name]) => rows.some((row) => row[name] !== null))
  return { table, columns: used, rows: rows.map((row) => used.map(([name]) => row[name])) }
}

/** Inserts the rows of a number of pays in batches in one transaction. Returns the seconds it took. */
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
        await insertRows(tx, table, columns, rows.slice(part * size, (part + 1) * size))
      }
  })
  return (performance.now() - start) / 1000
}
