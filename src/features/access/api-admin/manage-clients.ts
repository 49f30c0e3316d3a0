import { randomBytes } from 'node:crypto'
import { isId } from '../../../database/ids.ts'
import { conflict, invalid, notFound } from '../../../kernel/problem.ts'
import { hashSecret, randomToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { callersOf, endConnection, revokeGrantsOfClient } from '../oauth/index.ts'
import { findConnection, updateClient } from './queries.ts'
import type { ClientChanges, NewClient } from './schema.ts'

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Says why an address cannot be a redirect URI, or null. */
export function refuseRedirectUri(text: string): string | null {
  const url = URL.parse(text)
  if (!url || /\s/.test(text)) return 'must be an absolute URL'
  if (url.hash || text.includes('#')) return 'must not have a fragment'
  if (url.username || url.password) return 'must not have a user name'
  if (url.protocol === 'https:') return null
  if (url.protocol === 'http:' && LOOPBACK.has(url.hostname)) return null
  return 'must start with https:// (or http:// on the loopback address)'
}

function checkRedirectUris(uris: readonly string[]): void {
  for (const [index, uri] of uris.entries()) {
    const refusal = refuseRedirectUri(uri)
    if (refusal) throw invalid(['body', 'redirect_uris', index], `redirect_uris[${index}] ${refusal}`)
  }
}

/** Registers an application; its secret is given out here and nowhere else. */
export async function createClient(service: Service, customerId: number, wish: NewClient) {
  const { name, redirect_uris = [], allows_loopback = false, is_public = false } = wish
  checkRedirectUris(redirect_uris)
  if (redirect_uris.length === 0 && !allows_loopback)
    throw invalid(['body', 'redirect_uris'], 'redirect_uris needs at least one address')
  const secret = is_public ? null : randomToken()
  const row = {
    client_id: `tc_${randomBytes(12).toString('hex')}`,
    customer_id: customerId,
    name,
    secret_hash: secret && hashSecret(secret),
    redirect_uris,
    allows_loopback,
    is_public,
    created_at: service.clock.now(),
  }
  const client = await service.database.transaction((tx) =>
    tx.insertInto('oauth_clients').values(row).returningAll().executeTakeFirstOrThrow(),
  )
  return { client, secret }
}

/** Renames an application or changes where it may be sent back to. */
export async function changeClient(
  service: Service,
  customerId: number,
  clientId: string,
  wish: ClientChanges,
) {
  if (wish.redirect_uris) checkRedirectUris(wish.redirect_uris)
  return service.database.transaction(async (tx) => found(await updateClient(tx, customerId, clientId, wish)))
}

/** A new secret; the old one is void at once. Tokens stay good. */
export async function rotateSecret(service: Service, customerId: number, clientId: string): Promise<string> {
  const secret = randomToken()
  await service.database.transaction(async (tx) => {
    const client = found(await updateClient(tx, customerId, clientId, { secret_hash: hashSecret(secret) }))
    if (client.is_public) throw conflict('A public client has no secret.')
  })
  return secret
}

/** Deletes an application; everything it was allowed ends with it. */
export async function removeClient(service: Service, customerId: number, clientId: string): Promise<void> {
  const now = service.clock.now()
  await service.database.transaction(async (tx) => {
    found(await updateClient(tx, customerId, clientId, { deleted_at: now }))
    await revokeGrantsOfClient(tx, clientId, now)
  })
  callersOf(service.database).forget('client', clientId)
}

/** Ends a connection between a customer and an application: all its grants, no matter who gave them. */
export async function removeConnection(service: Service, customerId: number, id: number): Promise<void> {
  const connection = isId(id) ? await findConnection(service.database.query, customerId, id) : undefined
  if (!connection || !(await endConnection(service, connection))) throw notFound('Connection not found')
}

function found<T>(client: T | undefined): T {
  if (client === undefined) throw notFound('Client not found')
  return client
}
