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

/** A client that may use client credentials, with its owner and its role. */
type ServiceClient = ClientRow & { customer_id: number; service_role: NonNullable<ClientRow['service_role']> }

/** Whether an application may use client credentials. */
export function isServiceClient(client: ClientRow): client is ServiceClient {
  return client.service_role !== null && client.customer_id !== null && !client.is_public
}

/**
 * The grant with which an application acts on its owner's account, created when missing. Like every grant, it
 * depends on the person who allowed it. It never exceeds its own role.
 */
export async function ownGrant(service: Service, tx: Tx, client: ServiceClient) {
  const { customer_id: customerId, service_role: role } = client
  const userId = client.service_user_id ?? 0
  const giver = await readGiver(tx, userId)
  const possible = ['payroll.read', 'payroll.write', ...(giver?.isReseller ? PARTNER_SCOPES : [])]
  const scopes = narrowScopes(giver?.role ?? 'reader', narrowScopes(role, possible))
  if (!(await mayStillGive(tx, userId, { kind: 'application', scopes })))
    throw new OAuth2Server.InvalidGrantError('The person who allowed this can no longer allow it')
  const grant = { clientId: client.client_id, userId, customerId, scopes, role }
  const known = await findOwnGrant(tx, grant, service.settings.mode)
  const grantId = known ?? (await createGrant(tx, grant, service.clock.now()))
  return { grantId, userId, customerId, scopes }
}

/** The scopes of a token: those requested, or all scopes of the grant when none were requested. */
export function chooseScopes(granted: readonly string[], asked: readonly string[] | undefined): string[] {
  // No person is involved, so `openid` is dropped. A library that always requests it still gets the other
  // scopes.
  const wanted = [...new Set(asked ?? [])].filter((scope) => scope !== 'openid' && scope !== 'openapi')
  if (wanted.length === 0) return [...granted]
  const refused = wanted.find((scope) => !isOneOf(SCOPES, scope) || !granted.includes(scope))
  if (refused !== undefined)
    throw new OAuth2Server.InvalidScopeError('The scope names something that the role does not allow')
  return wanted
}
