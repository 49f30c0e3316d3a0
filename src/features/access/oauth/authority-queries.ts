import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Role } from '../../../database/tables/customers.ts'
import { WEB_CLIENT_ID } from '../../../http/limits.ts'

/** The current state of a person who gave access. */
export type Giver = {
  role: Role
  /** Whether the person is still a user, in an account whose access has not ended. */
  isActive: boolean
  isReseller: boolean
}

/** Reads the giver with this id. Inside a transaction the row is locked. */
export async function readGiver(query: Queryable | Tx, id: number): Promise<Giver | undefined> {
  let select = query
    .selectFrom('users as u')
    .innerJoin('customers as c', 'c.id', 'u.customer_id')
    .select(['u.role', 'u.removed_at', 'c.access_ended_at', 'c.is_reseller'])
    .where('u.id', '=', id)
  if (query.isTransaction) select = select.forNoKeyUpdate('u')
  const row = await select.executeTakeFirst()
  if (!row) return undefined
  const isActive = row.removed_at === null && row.access_ended_at === null
  return { role: row.role, isActive, isReseller: row.is_reseller }
}

/** Locks and returns the open invitations that this person sent. */
export function readInvitationsBy(tx: Tx, personId: number) {
  return tx
    .selectFrom('invitations')
    .select(['id', 'role'])
    .where('invited_by', '=', personId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .execute()
}

export async function revokeInvitationsById(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length > 0)
    await tx.updateTable('invitations').set({ revoked_at: now }).where('id', 'in', ids).execute()
}

/**
 * The grants this person gave to applications. The web app's grant is left out: it belongs to the person's
 * own session and follows their role.
 */
export function readGrantsOf(tx: Tx, personId: number) {
  return tx
    .selectFrom('oauth_grants as g')
    .innerJoin('oauth_clients as k', 'k.client_id', 'g.client_id')
    .select(['g.id', 'g.scopes', 'k.name'])
    .where('g.user_id', '=', personId)
    .where('g.client_id', '<>', WEB_CLIENT_ID)
    .where('g.revoked_at', 'is', null)
    .orderBy('k.name')
    .execute()
}

/**
 * Ends the partner access that this person had allowed. Returns whether there was any. The next owner who
 * signs in is asked again.
 */
export async function endPartnerAccess(tx: Tx, personId: number): Promise<boolean> {
  const rows = await tx
    .updateTable('partner_clients')
    .set({ handoff_asked_at: null, handoff_allowed_at: null, handoff_allowed_by: null })
    .where('handoff_allowed_by', '=', personId)
    .returning('customer_id')
    .execute()
  return rows.length > 0
}

/** Uses up hand-offs and returns how many were still valid. */
export async function spendHandoffs(tx: Tx, by: 'user_id' | 'created_by', personId: number, now: Date) {
  const rows = await tx
    .updateTable('session_handoffs')
    .set({ used_at: now })
    .where(by, '=', personId)
    .where('used_at', 'is', null)
    .returning('expires_at')
    .execute()
  return rows.filter(({ expires_at }) => expires_at > now).length
}

/** Uses up password links and returns how many were still valid. */
export async function spendLinks(tx: Tx, by: 'user_id' | 'given_by', personId: number, now: Date) {
  const rows = await tx
    .updateTable('password_links')
    .set({ used_at: now })
    .where(by, '=', personId)
    .where('used_at', 'is', null)
    .returning('expires_at')
    .execute()
  return rows.filter(({ expires_at }) => expires_at > now).length
}

/** Ends the SCIM tokens that a person made, and returns their names. */
export async function revokeScimTokensBy(tx: Tx, personId: number, now: Date): Promise<string[]> {
  const rows = await tx
    .updateTable('scim_tokens')
    .set({ revoked_at: now })
    .where('created_by', '=', personId)
    .where('revoked_at', 'is', null)
    .returning('name')
    .execute()
  return rows.map(({ name }) => name)
}
