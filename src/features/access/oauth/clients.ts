import type { Selectable } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { OauthClientsTable } from '../../../database/tables/oauth.ts'
import { isSecret } from '../../../security/tokens.ts'
import type { Settings } from '../../../settings/index.ts'

export type ClientRow = Selectable<OauthClientsTable>

/** Finds an application by its id. The demo applications do not exist in production. */
export async function findClient(
  query: Queryable | Tx,
  settings: Settings,
  clientId: string,
): Promise<ClientRow | undefined> {
  if (settings.mode === 'production' && clientId.startsWith('demo-')) return undefined
  return query
    .selectFrom('oauth_clients')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Whether this secret authenticates the client. A public client must send none. */
export function isProven(client: ClientRow, secret: string | undefined | null): boolean {
  if (client.is_public) return !secret
  return Boolean(secret && client.secret_hash && isSecret(secret, client.secret_hash))
}

const LOOPBACK_CALLBACK = /^http:\/\/127\.0\.0\.1:(\d{1,5})\/callback$/

/** A redirect URI must match a registered one exactly. A client for scripts may use any loopback port. */
export function isRegisteredRedirect(client: ClientRow, uri: string): boolean {
  if (client.redirect_uris.includes(uri)) return true
  if (!client.allows_loopback) return false
  const port = Number(LOOPBACK_CALLBACK.exec(uri)?.[1])
  return port >= 1 && port <= 65_535
}
