import type { Queryable, Tx } from '../../database/connect.ts'
import type { Service } from '../../service.ts'
import { callersOf } from './caller-cache.ts'

/** Ends a grant and with it every token and code under it, here at once and in every other process by its notice. */
export async function revokeGrant(service: Service, grantId: number): Promise<boolean> {
  const { numUpdatedRows } = await service.database.transaction((tx) =>
    tx
      .updateTable('oauth_grants')
      .set({ revoked_at: service.clock.now() })
      .where('id', '=', grantId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst(),
  )
  callersOf(service.database).forget('grant', grantId)
  return numUpdatedRows > 0n
}

/** Ends every grant of an application, e.g. when it is deleted. */
export async function revokeGrantsOfClient(
  query: Queryable | Tx,
  clientId: string,
  now: Date,
): Promise<void> {
  await query
    .updateTable('oauth_grants')
    .set({ revoked_at: now })
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .execute()
}
