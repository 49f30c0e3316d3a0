import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from './tx.ts'

const PART = 1000

/**
 * The rows of one statement in batches. The server uses a cursor, so memory holds one batch and all rows are
 * from the same moment. A reader that stops ends the transaction with `return()`. The server disconnects a
 * reader that pauses too long between two batches (`IDLE_TRANSACTION_TIMEOUT_MS`).
 */
export async function* readInParts<T>(query: Queryable, statement: RawBuilder<T>): AsyncGenerator<T[]> {
  const tx = await query.startTransaction().setAccessMode('read only').execute()
  try {
    // All rows will be read. Without this, the server plans for the first tenth of them.
    await sql`set local cursor_tuple_fraction = 1`.execute(tx)
    await sql`declare parts no scroll cursor for ${statement}`.execute(tx)
    for (;;) {
      const { rows } = await sql<T>`fetch forward ${sql.lit(PART)} from parts`.execute(tx)
      const isLast = rows.length < PART
      // A slow reader of the last batch does not keep a connection. Most answers have only one batch.
      if (isLast) await tx.rollback().execute()
      if (rows.length > 0) yield rows
      if (isLast) return
    }
  } finally {
    if (!tx.isRolledBack) await tx.rollback().execute()
  }
}
