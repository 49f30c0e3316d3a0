import { sql } from 'kysely'
import type { Tx } from './connect.ts'
import { whileRollingBack } from './transaction-hooks.ts'

/** Runs work inside a savepoint that is rolled back. The transaction continues as if it had not run. */
export async function rolledBack<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint tried`.execute(tx)
  try {
    return await whileRollingBack(work)
  } finally {
    await sql`rollback to savepoint tried`.execute(tx)
  }
}
