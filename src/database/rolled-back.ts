import { sql } from 'kysely'
import type { Tx } from './connect.ts'
import { whileRollingBack } from './transaction-hooks.ts'

/** Does something inside a transaction of which nothing stays; the transaction goes on as if it had never been. */
export async function rolledBack<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint tried`.execute(tx)
  try {
    return await whileRollingBack(work)
  } finally {
    await sql`rollback to savepoint tried`.execute(tx)
  }
}
