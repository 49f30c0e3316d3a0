import { sql } from 'kysely'
import { countryOf } from '../../../countries/index.ts'
import { isActiveGrant } from '../../../database/active-grants.ts'
import { findCells, withinCell } from '../../../database/cell-of-customer.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Role } from '../../../database/tables/customers.ts'
import { skipUnheard } from '../../../events/queue.ts'
import { managesAccount } from '../../../http/caller.ts'
import { PERSONAL_CLIENT_ID, WEB_CLIENT_ID } from '../../../http/limits.ts'
import { dayIn } from '../../../kernel/clock.ts'
import type { Service } from '../../../service.ts'
import { callersOf } from './caller-cache.ts'

/**
 * Ends a grant with all its tokens and codes. This process forgets it at once, and other processes after a
 * notification.
 */
export async function revokeGrant(service: Service, grantId: number): Promise<boolean> {
  const ended = await service.database.transaction((tx) =>
    endGrants(tx, { ids: [grantId] }, service.clock.now()),
  )
  callersOf(service.database).forget('grant', grantId)
  return ended.length > 0
}

/**
 * Ends every grant that the application has from the customer, including those never exchanged. All personal
 * tokens belong to one application, so they are ended one by one.
 */
export async function endConnection(
  service: Service,
  { grantId, ...connection }: { clientId: string; customerId: number; grantId: number },
): Promise<boolean> {
  if (connection.clientId === PERSONAL_CLIENT_ID) return revokeGrant(service, grantId)
  const ended = await service.database.transaction((tx) => endGrants(tx, connection, service.clock.now()))
  for (const id of ended) callersOf(service.database).forget('grant', id)
  return ended.length > 0
}

/** Ends every grant of an application, for example when it is deleted. */
export async function revokeGrantsOfClient(tx: Tx, clientId: string, now: Date): Promise<void> {
  await endGrants(tx, { clientId }, now)
}

/** Ends every grant that a person gave or works with. */
export async function revokeGrantsOfUser(tx: Tx, userId: number, now: Date): Promise<void> {
  await endGrants(tx, { userId }, now)
}

export async function revokeGrants(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length > 0) await endGrants(tx, { ids }, now)
}

/** Ends these grants and skips the deliveries queued under them. Returns their ids. */
async function endGrants(
  tx: Tx,
  which: { ids?: readonly number[]; clientId?: string; customerId?: number; userId?: number },
  now: Date,
): Promise<number[]> {
  let update = tx.updateTable('oauth_grants').set({ revoked_at: now }).where('revoked_at', 'is', null)
  if (which.ids !== undefined) update = update.where('id', 'in', which.ids)
  if (which.clientId !== undefined) update = update.where('client_id', '=', which.clientId)
  if (which.customerId !== undefined) update = update.where('customer_id', '=', which.customerId)
  if (which.userId !== undefined) update = update.where('user_id', '=', which.userId)
  const ended = await update.returning(['id', 'client_id', 'customer_id']).execute()
  const clientIds = new Set(ended.map((grant) => grant.client_id))
  clientIds.delete(WEB_CLIENT_ID)
  if (clientIds.size > 0) {
    const owners = await tx
      .selectFrom('oauth_clients')
      .select('customer_id')
      .distinct()
      .where('client_id', 'in', [...clientIds])
      .execute()
    // The queued deliveries are in the cells of the customers who ended the access, not in the cell of the
    // application's account.
    for (const cell of await findCells(tx, new Set(ended.map((grant) => grant.customer_id))))
      await withinCell(tx, cell, async () => {
        for (const { customer_id: owner } of owners) if (owner !== null) await skipUnheard(tx, owner, now)
      })
  }
  return ended.map((grant) => grant.id)
}

/** The display name of a grant. Expects the alias `k` for its application and `g` for the grant. */
export const nameOfGrant = sql<string>`k.name || coalesce(': ' || g.name, '')`

/** The active grants that the person may see and end: owners and admins all of the account, others those they gave. */
export async function findApplications(
  service: Service,
  user: { userId: number; customerId: number; role: Role },
) {
  let select = service.database.query
    .selectFrom('oauth_grants as g')
    .innerJoin('oauth_clients as k', 'k.client_id', 'g.client_id')
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .select(['g.id', 'g.client_id', nameOfGrant.as('name'), 'g.created_at', 'u.name as given_by'])
    .where('g.customer_id', '=', user.customerId)
    .where('g.client_id', '<>', WEB_CLIENT_ID)
    .where(isActiveGrant('g', service.clock.now()))
  if (!managesAccount(user)) select = select.where('g.user_id', '=', user.userId)
  const rows = await select.orderBy('g.id', 'desc').execute()
  return rows.map((row) => ({
    id: row.id,
    clientId: row.client_id,
    clientName: row.name,
    givenBy: row.given_by,
    since: dayIn(countryOf(service.settings.region).timeZone, row.created_at),
  }))
}
