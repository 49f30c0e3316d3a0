import { hashToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { callersOf } from './caller-cache.ts'
import { type ClientRow, findClient, isProven } from './clients.ts'
import type { Credentials } from './credentials.ts'
import { revokeGrant } from './grants.ts'
import { OAuthFailure } from './oauth-failure.ts'

type RevokedGrant = { grant_id: number; user_id: number; customer_id: number }

/**
 * RFC 7009: a refresh token ends its whole grant, and an access token ends only itself. An unknown token is
 * not an error.
 */
export async function revokeByClient(
  service: Service,
  credentials: Credentials,
  token: string,
  onFound: (client: ClientRow, grant: RevokedGrant | undefined) => void,
): Promise<void> {
  const isText = /^[\x20-\x7e]+$/.test(credentials.clientId)
  const client = isText
    ? await findClient(service.database.query, service.settings, credentials.clientId)
    : undefined
  if (!client || !isProven(client, credentials.clientSecret))
    throw new OAuthFailure(401, 'invalid_client', 'The client is unknown or its secret is wrong')
  if (!token) throw new OAuthFailure(400, 'invalid_request', 'The parameter token is missing')
  const hash = hashToken(token)
  const row = await service.database.query
    .selectFrom('oauth_tokens as t')
    .innerJoin('oauth_grants as g', 'g.id', 't.grant_id')
    .select(['t.id', 't.grant_id', 't.refresh_hash', 'g.user_id', 'g.customer_id'])
    .where('g.client_id', '=', client.client_id)
    .where((where) => where.or([where('t.access_hash', '=', hash), where('t.refresh_hash', '=', hash)]))
    .executeTakeFirst()
  onFound(client, row)
  if (!row) return
  if (row.refresh_hash?.equals(hash)) {
    await revokeGrant(service, row.grant_id)
  } else {
    await service.database.transaction((tx) =>
      tx
        .updateTable('oauth_tokens')
        .set({ revoked_at: service.clock.now() })
        .where('id', '=', row.id)
        .where('revoked_at', 'is', null)
        .execute(),
    )
    callersOf(service.database).forget('grant', row.grant_id)
  }
}
