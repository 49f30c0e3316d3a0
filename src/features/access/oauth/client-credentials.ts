import OAuth2Server from '@node-oauth/oauth2-server'
import type { Tx } from '../../../database/connect.ts'
import { SCOPES } from '../../../http/caller.ts'
import { isOneOf } from '../../../kernel/values/word-lists.ts'
import type { Service } from '../../../service.ts'
import { mayStillGive, narrowScopes } from './authority.ts'
import { readGiver } from './authority-queries.ts'
import type { ClientRow } from './clients.ts'
import { createGrant } from './issue-token.ts'
import { PARTNER_SCOPES } from './scopes.ts'
import { findOwnGrant } from './service-client-queries.ts'

/** A client with client credentials: who allowed it, and the role it acts with. */
type ServiceClient = ClientRow & { customer_id: number; service_role: NonNullable<ClientRow['service_role']> }

/** Whether an application may use client credentials. */
export function isServiceClient(client: ClientRow): client is ServiceClient {
  return client.service_role !== null && client.customer_id !== null && !client.is_public
}

/**
 * The grant with which an application acts on the account of its own owner, created if there is none. It depends on the person who
 * allowed it, like every other grant, and never does more than its own role.
 */
export async function ownGrant(service: Service, tx: Tx, client: ServiceClient) {
  const { customer_id: customerId, service_role: role } = client
  const userId = client.service_user_id ?? 0
  const giver = await readGiver(tx, userId)
  const possible = ['payroll.read', 'payroll.write', ...(giver?.isReseller ? PARTNER_SCOPES : [])]
  const scopes = narrowScopes(giver?.role ?? 'reader', narrowScopes(role, possible))
  if (!(await mayStillGive(tx, userId, { kind: 'application', scopes })))
    throw new OAuth2Server.InvalidGrantError('The person who allowed this may not allow it any more')
  const grant = { clientId: client.client_id, userId, customerId, scopes, role }
  const known = await findOwnGrant(tx, grant, service.settings.mode)
  const grantId = known ?? (await createGrant(tx, grant, service.clock.now()))
  return { grantId, userId, customerId, scopes }
}

/** The scopes that a token gets of those its application asked for; all of the grant when it asked for none. */
export function chooseScopes(granted: readonly string[], asked: readonly string[] | undefined): string[] {
  // There is no person, so `openid` is dropped: a library that always asks for it gets the other scopes.
  const wanted = [...new Set(asked ?? [])].filter((scope) => scope !== 'openid' && scope !== 'openapi')
  if (wanted.length === 0) return [...granted]
  const refused = wanted.find((scope) => !isOneOf(SCOPES, scope) || !granted.includes(scope))
  if (refused !== undefined)
    throw new OAuth2Server.InvalidScopeError('The scope names something that the role does not allow')
  return wanted
}
