import type { Pool } from 'pg'

/** The columns of a table that an insert can set, except the ones in `without`. */
export async function columnsOf(pool: Pool, table: string, without: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query(
    `select column_name from information_schema.columns
     where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER'`,
    [table],
  )
  return rows.map((row) => String(row.column_name)).filter((name) => !without.includes(name))
}
