import type { Tx } from '../../../database/connect.ts'
import { customerOf } from '../../../database/customer-of.ts'
import { hashToken, randomToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { later } from './issue-token.ts'

const HANDOFF_SECONDS = 30 * 60

/** Opens a session of this user for a partner. It gives access to the web app only. */
export async function openHandoffSession(
  service: Service,
  handoff: { user_id: number; partner_id: number; created_by: number; reason: string | null },
): Promise<string> {
  const token = randomToken()
  const now = service.clock.now()
  await service.database.query
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      customer_id: await customerOf(service.database.query, 'users', handoff.user_id),
      user_id: handoff.user_id,
      verified_at: now,
      created_at: now,
      expires_at: later(now, HANDOFF_SECONDS),
      opened_by_id: handoff.partner_id,
      opened_by_user_id: handoff.created_by,
      opened_reason: handoff.reason,
    })
    .execute()
  return token
}

/**
 * Extends a session opened by a partner by its full length. The owner's consent was checked when the session
 * was found.
 */
export async function extendOpenedSession(service: Service, sessionId: number): Promise<Date> {
  const until = later(service.clock.now(), HANDOFF_SECONDS)
  await service.database.transaction((tx) =>
    tx
      .updateTable('sessions')
      .set({ expires_at: until })
      .where('id', '=', sessionId)
      .where('opened_by_id', 'is not', null)
      .execute(),
  )
  return until
}

/**
 * Ends sessions opened by a partner: for a customer, for an owner, or by one of the partner's officers.
 * Returns their grants.
 */
export async function closeOpenedSessions(
  tx: Tx,
  which: { customerId: number } | { userId: number } | { openerId: number },
  now: Date,
): Promise<number[]> {
  let remove = tx.deleteFrom('sessions').where('opened_by_id', 'is not', null)
  if ('customerId' in which) remove = remove.where('customer_id', '=', which.customerId)
  else if ('userId' in which) remove = remove.where('user_id', '=', which.userId)
  else remove = remove.where('opened_by_user_id', '=', which.openerId)
  const rows = await remove.returning('grant_id').execute()
  const grantIds = rows.flatMap((row) => row.grant_id ?? [])
  if (grantIds.length > 0)
    await tx.updateTable('oauth_grants').set({ revoked_at: now }).where('id', 'in', grantIds).execute()
  return grantIds
}
