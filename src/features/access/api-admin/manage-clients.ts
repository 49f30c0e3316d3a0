import { randomBytes } from 'node:crypto'
import type { Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { Caller } from '../../../http/caller.ts'
import { isOwnSession } from '../../../http/limits.ts'
import { conflict, forbidden, invalid, notFound } from '../../../kernel/problem.ts'
import { quoteName } from '../../../kernel/values/quote-name.ts'
import { hashSecret, randomToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { requireApproval } from '../../platform/approvals/index.ts'
import { callersOf, endConnection, revokeGrantsOfClient } from '../oauth/index.ts'
import { checkPublicKeys } from './public-keys.ts'
import { endOwnGrants, findConnection, lockClient, updateClient } from './queries.ts'
import type { ClientChanges, NewClient } from './schema.ts'

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Returns why a URL cannot be a redirect URI, or null when it can. */
function refuseRedirectUri(text: string): string | null {
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

/** Registers an application. This is the only time its secret is returned. */
export async function createClient(service: Service, caller: Caller, wish: NewClient) {
  const { name, redirect_uris = [], allows_loopback = false, is_public = false } = wish
  const { public_keys = [], service_role = null } = wish
  checkRedirectUris(redirect_uris)
  checkPublicKeys(public_keys)
  if (is_public && (public_keys.length > 0 || service_role !== null))
    throw invalid(['body', 'is_public'], 'is_public excludes public_keys and service_role')
  if (redirect_uris.length === 0 && !allows_loopback && service_role === null)
    throw invalid(['body', 'redirect_uris'], 'redirect_uris needs at least one address')
  const secret = is_public || public_keys.length > 0 ? null : randomToken()
  const row = {
    client_id: `tc_${randomBytes(12).toString('hex')}`,
    customer_id: caller.customerId,
    name,
    secret_hash: secret && hashSecret(secret),
    redirect_uris,
    allows_loopback,
    is_public,
    public_keys: JSON.stringify(public_keys),
    ...serviceFields(caller, service_role),
    keeper_ids: [caller.userId],
    created_at: service.clock.now(),
  }
  const client = await service.database.transaction(async (tx) => {
    await approveCredentials(tx, caller, name, service_role)
    return tx.insertInto('oauth_clients').values(row).returningAll().executeTakeFirstOrThrow()
  })
  return { client, secret }
}

/** Changes an application's name, redirect URIs, keys or role for client credentials. */
export async function changeClient(
  service: Service,
  caller: Caller,
  clientId: string,
  { public_keys, service_role, ...wish }: ClientChanges,
) {
  if (wish.redirect_uris) checkRedirectUris(wish.redirect_uris)
  if (public_keys) checkPublicKeys(public_keys)
  const now = service.clock.now()
  const { client, ended } = await service.database.transaction(async (tx) => {
    const before = found(await lockClient(tx, caller.customerId, clientId))
    // Clients may send the role back unchanged. Changing it is possible only in the web app and ends the
    // tokens.
    const isOtherRole = service_role !== undefined && service_role !== before.service_role
    const isKept = public_keys !== undefined || wish.redirect_uris !== undefined
    const isOtherHolder = !isOtherRole && public_keys !== undefined && isOfAnother(before, caller)
    const client = found(
      await updateClient(tx, caller.customerId, clientId, {
        // The update needs at least one column, even when nothing changes.
        name: before.name,
        ...wish,
        ...(public_keys ? { public_keys: JSON.stringify(public_keys) } : {}),
        ...(isOtherRole ? serviceFields(caller, service_role) : {}),
        ...(isOtherHolder ? { service_user_id: caller.userId } : {}),
        ...(isKept ? { keeper_ids: withKeeper(before, caller) } : {}),
      }),
    )
    if (client.is_public && (client.public_keys.length > 0 || client.service_role !== null))
      throw conflict('A public client has neither public keys nor client credentials.')
    if (!client.is_public && client.secret_hash === null && client.public_keys.length === 0)
      throw conflict('This application has no secret: it needs at least one public key.')
    await approveCredentials(tx, caller, client.name, service_role)
    // The role is stored on the application's own grant, so the next token gets the new role.
    const ended = isOtherRole || isOtherHolder ? await endOwnGrants(tx, client, now) : []
    return { client, ended }
  })
  for (const id of ended) callersOf(service.database).forget('grant', id)
  return client
}

/**
 * Client credentials give an application access without a person. Only a person signed in to the web app can
 * allow that.
 */
function serviceFields(caller: Caller, role: NewClient['service_role']) {
  if (role == null) return { service_role: null, service_user_id: null }
  if (!isOwnSession(caller))
    throw forbidden('service_role is set in the web app only: an application cannot grant access to another.')
  return { service_role: role, service_user_id: caller.userId }
}

/** Client credentials give an application access like any other grant, but without a consent page. */
async function approveCredentials(
  tx: Tx,
  { customerId }: Caller,
  name: string,
  role: NewClient['service_role'],
): Promise<void> {
  if (role == null) return
  await requireApproval(tx, { kind: 'grant', customerId, companyId: null }, () => ({
    summary: `Lets the application ${quoteName(name)} act with its own credentials, as ${role}.`,
    outcome: [name, role],
  }))
}

/**
 * Whether the application acts in the name of another person. Anyone who gets its secret or keys controls it,
 * and could then prepare in that person's name and approve in their own.
 */
const isOfAnother = (client: { service_user_id: number | null }, { userId }: Caller): boolean =>
  client.service_user_id !== null && client.service_user_id !== userId

/**
 * The people who do not approve what the application prepares. Redirect addresses count, because codes are sent there. The
 * earlier people stay: tokens of before remain valid.
 */
const withKeeper = ({ keeper_ids }: { keeper_ids: number[] }, { userId }: Caller): number[] => [
  ...new Set([...keeper_ids, userId]),
]

/** Replaces the secret. The old one is invalid at once. Tokens stay valid, unless the application acted for another person. */
export async function rotateSecret(service: Service, caller: Caller, clientId: string): Promise<string> {
  const { customerId, userId } = caller
  const secret = randomToken()
  const ended = await service.database.transaction(async (tx) => {
    const before = found(await lockClient(tx, customerId, clientId))
    const isTakenOver = isOfAnother(before, caller)
    const client = found(
      await updateClient(tx, customerId, clientId, {
        secret_hash: hashSecret(secret),
        keeper_ids: withKeeper(before, caller),
        ...(isTakenOver ? { service_user_id: userId } : {}),
      }),
    )
    if (client.is_public) throw conflict('A public client has no secret.')
    if (client.public_keys.length > 0)
      throw conflict('This application has public keys in place of a secret.')
    return isTakenOver ? endOwnGrants(tx, client, service.clock.now()) : []
  })
  for (const id of ended) callersOf(service.database).forget('grant', id)
  return secret
}

/** Deletes an application and ends all its access. */
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
  if (!connection || !(await endConnection(service, { ...connection, grantId: id })))
    throw notFound('Connection not found')
}

function found<T>(client: T | undefined): T {
  if (client === undefined) throw notFound('Client not found')
  return client
}
