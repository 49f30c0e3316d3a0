import { sql } from 'kysely'
import type { Tx } from './tx.ts'

const CUSTOMER_LOCK = 32

/**
 * Locks a customer's plan until the transaction ends. Not a lock on its row: with Citus that row is on every
 * machine, and no one could be hired while one of them is down.
 */
export async function lockCustomer(tx: Tx, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CUSTOMER_LOCK}, ${customerId})`.execute(tx)
}
