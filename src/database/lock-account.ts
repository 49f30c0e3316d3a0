import type { Tx } from './tx.ts'

/**
 * Locks the account for changes to its people, its rules and its identity provider. So two owners cannot remove
 * each other at the same time and leave none, and no provider changes while approvals are switched on.
 */
export async function lockAccount(tx: Tx, customerId: number): Promise<void> {
  await tx
    .selectFrom('customers')
    .select('id')
    .where('id', '=', customerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
