import type { Tx } from '../../database/connect.ts'
import { skipUnheard } from '../../events/queue.ts'
import { WEB_CLIENT_ID } from '../../http/limits.ts'
import type { Service } from '../../service.ts'
import { callersOf } from './caller-cache.ts'

/** Ends a grant and with it every token and code under it, here at once and in every other process by its notice. */
export async function revokeGrant(service: Service, grantId: number): Promise<boolean> {
  const ended = await service.database.transaction((tx) =>
    endGrants(tx, { id: grantId }, service.clock.now()),
  )
  callersOf(service.database).forget('grant', grantId)
  return ended.length > 0
}

/** Ends every grant that the application has of the customer, those that were never exchanged among them. */
export async function endConnection(
  service: Service,
  connection: { clientId: string; customerId: number },
): Promise<boolean> {
  const ended = await service.database.transaction((tx) => endGrants(tx, connection, service.clock.now()))
  for (const id of ended) callersOf(service.database).forget('grant', id)
  return ended.length > 0
}

/** Ends every grant of an application, e.g. when it is deleted. */
export async function revokeGrantsOfClient(tx: Tx, clientId: string, now: Date): Promise<void> {
  await endGrants(tx, { clientId }, now)
}

/** Ends these grants and skips what waits to be delivered on them; answers their ids. */
async function endGrants(
  tx: Tx,
  which: { id?: number; clientId?: string; customerId?: number },
  now: Date,
): Promise<number[]> {
  let update = tx.updateTable('oauth_grants').set({ revoked_at: now }).where('revoked_at', 'is', null)
  if (which.id !== undefined) update = update.where('id', '=', which.id)
  if (which.clientId !== undefined) update = update.where('client_id', '=', which.clientId)
  if (which.customerId !== undefined) update = update.where('customer_id', '=', which.customerId)
  const ended = await update.returning(['id', 'client_id']).execute()
  const clientIds = new Set(ended.map((grant) => grant.client_id))
  clientIds.delete(WEB_CLIENT_ID)
  if (clientIds.size > 0) {
    const owners = await tx
      .selectFrom('oauth_clients')
      .select('customer_id')
      .distinct()
      .where('client_id', 'in', [...clientIds])
      .execute()
    for (const { customer_id: owner } of owners) if (owner !== null) await skipUnheard(tx, owner, now)
  }
  return ended.map((grant) => grant.id)
}
