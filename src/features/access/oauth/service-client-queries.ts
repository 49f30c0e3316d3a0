import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { NewGrant } from './issue-token.ts'

/** Finds a grant of an application on its owner's account that is equal to this one. */
export async function findOwnGrant(tx: Tx, grant: NewGrant, mode: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('oauth_grants')
    .select('id')
    .where('client_id', '=', grant.clientId)
    .where('customer_id', '=', grant.customerId)
    .where('user_id', '=', grant.userId)
    .where('role', '=', grant.role ?? null)
    .where('scopes', '=', sql<string[]>`${grant.scopes}::text[]`)
    .where('mode', '=', mode)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id
}

/** Records that an assertion was used. Returns whether it was the first use. */
export async function spendAssertion(
  tx: Tx,
  assertion: { customer_id: number; client_id: string; jti_hash: Buffer; expires_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('used_assertions')
    .values(assertion)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Deletes used assertions that have expired. */
export async function deleteSpentAssertions(query: Queryable, now: Date): Promise<void> {
  await query.deleteFrom('used_assertions').where('expires_at', '<', now).execute()
}
