import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from './tx.ts'

const PART = 1000

/**
 * The rows of one statement, part by part: the server keeps its place in a cursor, so that memory stays that of one part and all
 * rows are of one moment. A reader that stops ends the transaction with `return()`; one who sleeps too long between two
 * parts is cut off by the server (`IDLE_TRANSACTION_TIMEOUT_MS`).
 */
export async function* readInParts<T>(query: Queryable, statement: RawBuilder<T>): AsyncGenerator<T[]> {
  const tx = await query.startTransaction().setAccessMode('read only').execute()
  try {
    // All rows will be read: without this the server plans for the first tenth of them.
    await sql`set local cursor_tuple_fraction = 1`.execute(tx)
    await sql`declare parts no scroll cursor for ${statement}`.execute(tx)
    for (;;) {
      const { rows } = await sql<T>`fetch forward ${sql.lit(PART)} from parts`.execute(tx)
      const isLast = rows.length < PART
      // A slow reader of the last part, which most answers consist of, holds no connection.
      if (isLast) await tx.rollback().execute()
      if (rows.length > 0) yield rows
      if (isLast) return
    }
  } finally {
    if (!tx.isRolledBack) await tx.rollback().execute()
  }
}
