import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { NewGrant } from './issue-token.ts'

/** The grant of an application on its owner's account that says the same as this one. */
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

/** Writes down that an assertion was used; whether it was the first time. */
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

/** Forgets assertions that have expired anyway. */
export async function deleteSpentAssertions(query: Queryable, now: Date): Promise<void> {
  await query.deleteFrom('used_assertions').where('expires_at', '<', now).execute()
}
