import type { Tx } from '../../../database/connect.ts'
import { hashToken, randomToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { mayStillGive } from './authority.ts'
import { callersOf } from './caller-cache.ts'
import { later } from './issue-token.ts'
import { closeOpenedSessions } from './partner-session-queries.ts'
import type { SessionUser } from './sessions.ts'

const HANDOFF_SECONDS = 60

/** The reseller of a client, and whether the owner has been asked and has allowed access. */
export type PartnerAccess = { partnerId: number; partnerName: string; isAllowed: boolean; isAsked: boolean }

export type NewHandoff = {
  partnerId: number
  createdBy: number
  customerId: number
  /** The owner who allowed the hand-off. */
  userId: number
  returnTo: string
  /** The officer's reason for opening the account, for the audit log. */
  reason: string | null
}

/** Creates a link that opens the client's account once, within a minute. Only its hash is stored. */
export async function createHandoff(service: Service, tx: Tx, handoff: NewHandoff) {
  const token = randomToken()
  const now = service.clock.now()
  const expiresAt = later(now, HANDOFF_SECONDS)
  await tx
    .insertInto('session_handoffs')
    .values({
      token_hash: hashToken(token),
      partner_id: handoff.partnerId,
      customer_id: handoff.customerId,
      user_id: handoff.userId,
      created_by: handoff.createdBy,
      return_to: handoff.returnTo,
      reason: handoff.reason,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return { url: `${service.settings.publicUrl}/handoff/${token}`, expiresAt }
}

/** The customer and the partner of a hand-off, without using it up. Undefined when it is no longer valid. */
export async function findHandoff(service: Service, token: string) {
  const row = await service.database.query
    .selectFrom('session_handoffs as h')
    .innerJoin('customers as partner', 'partner.id', 'h.partner_id')
    .innerJoin('customers as c', 'c.id', 'h.customer_id')
    .select(['partner.name as partner_name', 'c.name as customer_name'])
    .where('h.token_hash', '=', hashToken(token))
    .where('h.used_at', 'is', null)
    .where('h.expires_at', '>', service.clock.now())
    .executeTakeFirst()
  return row && { partnerName: row.partner_name, customerName: row.customer_name }
}

/** Uses a hand-off up. Undefined when it was used, has expired, or is no longer allowed. */
export function takeHandoff(service: Service, token: string) {
  const now = service.clock.now()
  return service.database.transaction(async (tx) => {
    const found = await tx
      .selectFrom('session_handoffs as h')
      .innerJoin('partner_clients as pc', (join) =>
        join
          .onRef('pc.customer_id', '=', 'h.customer_id')
          .onRef('pc.partner_id', '=', 'h.partner_id')
          .onRef('pc.handoff_allowed_by', '=', 'h.user_id'),
      )
      .innerJoin('customers as partner', 'partner.id', 'pc.partner_id')
      .select(['h.user_id', 'h.created_by', 'partner.name'])
      .where('h.token_hash', '=', hashToken(token))
      .executeTakeFirst()
    if (!found) return undefined
    const isAllowed =
      (await mayStillGive(tx, found.user_id, { kind: 'partner-access' })) &&
      (await mayStillGive(tx, found.created_by, { kind: 'hand-off' }))
    if (!isAllowed) return undefined
    const taken = await tx
      .updateTable('session_handoffs')
      .set({ used_at: now })
      .where('token_hash', '=', hashToken(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['partner_id', 'customer_id', 'user_id', 'created_by', 'return_to', 'reason'])
      .executeTakeFirst()
    return taken && { ...taken, partnerName: found.name }
  })
}

/** The access that the owner of a reseller's client has allowed. Undefined for everyone else. */
export async function partnerAccessOf(
  service: Service,
  user: Pick<SessionUser, 'customerId' | 'role'>,
): Promise<PartnerAccess | undefined> {
  if (user.role !== 'owner') return undefined
  const row = await service.database.query
    .selectFrom('partner_clients as pc')
    .innerJoin('customers as partner', 'partner.id', 'pc.partner_id')
    .select(['pc.partner_id', 'partner.name', 'pc.handoff_allowed_at', 'pc.handoff_asked_at'])
    .where('pc.customer_id', '=', user.customerId)
    .executeTakeFirst()
  return (
    row && {
      partnerId: row.partner_id,
      partnerName: row.name,
      isAllowed: row.handoff_allowed_at !== null,
      isAsked: row.handoff_asked_at !== null,
    }
  )
}

/** Allows the reseller to open the account, or forbids it and ends the reseller's open sessions. */
export async function setPartnerAccess(
  service: Service,
  user: Pick<SessionUser, 'customerId' | 'userId'>,
  isAllowed: boolean,
): Promise<void> {
  const now = service.clock.now()
  const ended = await service.database.transaction(async (tx) => {
    await tx
      .updateTable('partner_clients')
      .set({
        handoff_asked_at: now,
        handoff_allowed_at: isAllowed ? now : null,
        handoff_allowed_by: isAllowed ? user.userId : null,
      })
      .where('customer_id', '=', user.customerId)
      .execute()
    if (isAllowed) return []
    await tx
      .updateTable('session_handoffs')
      .set({ used_at: now })
      .where('customer_id', '=', user.customerId)
      .where('used_at', 'is', null)
      .execute()
    return closeOpenedSessions(tx, { customerId: user.customerId }, now)
  })
  for (const grantId of ended) callersOf(service.database).forget('grant', grantId)
}
