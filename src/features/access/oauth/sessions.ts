import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import { customerOf } from '../../../database/customer-of.ts'
import type { Role } from '../../../database/tables/customers.ts'
import { markKnown } from '../../../kernel/request-context.ts'
import { hashToken, randomToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { mayStillGive } from './authority.ts'
import { readSessionCookie } from './cookies.ts'
import { revokeGrant } from './grants.ts'
import { later } from './issue-token.ts'

const SESSION_SECONDS = 12 * 3600
const PENDING_SECONDS = 300

/** For a session opened by a partner: the partner, its officer and the reason. */
export type OpenedBy = {
  name: string
  until: Date
  partnerId: number | null
  officerId: number | null
  reason: string | null
}

/** The person signed in on a browser, and their customer. */
export type SessionUser = {
  sessionId: number
  userId: number
  name: string
  email: string
  role: Role
  customerId: number
  customerName: string
  isApiAdmin: boolean
  isReseller: boolean
  /** Authenticator app codes are turned on. */
  hasCodes: boolean
  hasPasskeys: boolean
  /** Codes or passkeys are set up. */
  hasSecondFactor: boolean
  /** The account requires a second factor, and this person has none yet. */
  mustEnrol: boolean
  /**
   * The last proof of identity is too old. Sensitive actions ask for the password or the second factor first.
   */
  mustProve: boolean
  signedInAt: Date
  /** The organisation's identity provider signed the person in. */
  isByProvider: boolean
  /** The partner who opened this session temporarily. Null when the person signed in. */
  openedBy: OpenedBy | null
}

/** Where a session was opened from, so its owner can recognise it. */
export type Origin = { ip: string; headers: { 'user-agent'?: string | undefined } }

const AGENT_MAX = 300

/** Opens a session and returns its cookie value. A pending session still needs the second factor. */
export async function openSession(
  service: Service,
  userId: number,
  isVerified: boolean,
  { ip, headers }: Origin,
  isByProvider = false,
): Promise<string> {
  const token = randomToken()
  const now = service.clock.now()
  await service.database.transaction(async (tx) =>
    tx
      .insertInto('sessions')
      .values({
        token_hash: hashToken(token),
        customer_id: await customerOf(tx, 'users', userId),
        user_id: userId,
        verified_at: isVerified ? now : null,
        proved_at: isVerified ? now : null,
        created_at: now,
        expires_at: later(now, isVerified ? SESSION_SECONDS : PENDING_SECONDS),
        ip,
        user_agent: headers['user-agent']?.slice(0, AGENT_MAX) ?? null,
        last_seen_at: now,
        is_by_provider: isByProvider,
      })
      .execute(),
  )
  return token
}

/**
 * The person signed in on this browser, or undefined. A session opened by a partner does not count as a
 * sign-in.
 */
export async function sessionUser(
  service: Service,
  request: FastifyRequest,
): Promise<SessionUser | undefined> {
  const user = await findSession(service, request, true)
  return user?.openedBy ? undefined : user
}

/** The person who uses the web app on this browser, signed in or let in by a partner. */
export function appUser(service: Service, request: FastifyRequest): Promise<SessionUser | undefined> {
  return findSession(service, request, true)
}

/** The person whose password was right but who still has to enter the second factor. */
export function pendingUser(service: Service, request: FastifyRequest): Promise<SessionUser | undefined> {
  return findSession(service, request, false)
}

async function findSession(service: Service, request: FastifyRequest, isVerified: boolean) {
  const token = readSessionCookie(request)
  if (!token) return undefined
  const row = await service.database.query
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('customers as c', 'c.id', 'u.customer_id')
    .select(['s.id as session_id', 's.user_id', 'u.name', 'u.email', 'u.role', 'u.totp_secret'])
    .leftJoin('customers as opener', 'opener.id', 's.opened_by_id')
    .leftJoin('sign_in_policies as policy', 'policy.customer_id', 'c.id')
    .leftJoin('identity_providers as provider', 'provider.customer_id', 'c.id')
    .select(['s.is_by_provider', 'provider.is_required as is_provider_required'])
    .select(['policy.second_factor_roles', 'policy.proof_minutes', 's.proved_at'])
    .select(sql<boolean>`exists (select from passkeys key where key.user_id = u.id)`.as('has_passkeys'))
    .select(['c.id as customer_id', 'c.name as customer_name', 'c.is_api_admin', 'c.is_reseller'])
    .select([
      's.expires_at',
      's.created_at',
      's.last_seen_at',
      's.opened_by_user_id',
      's.opened_by_id',
      's.opened_reason',
      'opener.name as opened_by',
    ])
    .where('s.token_hash', '=', hashToken(token))
    .where('s.expires_at', '>', service.clock.now())
    .where('s.verified_at', isVerified ? 'is not' : 'is', null)
    .where('s.mode', '=', service.settings.mode)
    .where('c.access_ended_at', 'is', null)
    .where('u.removed_at', 'is', null)
    .executeTakeFirst()
  if (!row || (row.opened_by !== null && !(await isStillOpened(service, row)))) return undefined
  if (row.opened_by === null && isRefusedByProvider(row)) return undefined
  markKnown()
  await markSeen(service, row.session_id, row.last_seen_at)
  const hasCodes = row.totp_secret !== null
  const hasSecondFactor = hasCodes || row.has_passkeys
  // A session opened by a partner follows the policy of the partner's own account.
  const isOwn = row.opened_by === null
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    name: row.name,
    email: row.email,
    role: row.role,
    customerId: row.customer_id,
    customerName: row.customer_name,
    isApiAdmin: row.is_api_admin && isOwn,
    isReseller: row.is_reseller && isOwn,
    hasCodes,
    hasPasskeys: row.has_passkeys,
    hasSecondFactor,
    mustEnrol: isOwn && !hasSecondFactor && (row.second_factor_roles ?? []).includes(row.role),
    mustProve: isOwn && isProofOld(row, service.clock.now()),
    signedInAt: row.created_at,
    isByProvider: row.is_by_provider,
    openedBy:
      row.opened_by === null
        ? null
        : {
            name: row.opened_by,
            until: row.expires_at,
            partnerId: row.opened_by_id,
            officerId: row.opened_by_user_id,
            reason: row.opened_reason,
          },
  }
}

/**
 * A session with the person's own password ends where the provider is required. An owner who becomes an admin
 * has such a session.
 */
const isRefusedByProvider = (row: {
  role: Role
  is_by_provider: boolean
  is_provider_required: boolean | null
}): boolean => row.is_provider_required === true && row.role !== 'owner' && !row.is_by_provider

/** Whether the account requires a new proof of identity. An account without a policy never does. */
function isProofOld(row: { proof_minutes: number | null; proved_at: Date | null }, now: Date): boolean {
  if (row.proof_minutes === null) return false
  return row.proved_at === null || row.proved_at <= later(now, -row.proof_minutes * 60)
}

/** Whether the owner still allows the partner in, and the partner's officer may still open the account. */
async function isStillOpened(
  { database }: Service,
  session: { user_id: number; opened_by_user_id: number | null },
): Promise<boolean> {
  const { user_id: owner, opened_by_user_id: opener } = session
  if (!(await mayStillGive(database.query, owner, { kind: 'partner-access' }))) return false
  return opener === null || mayStillGive(database.query, opener, { kind: 'hand-off' })
}

const SEEN_EVERY_SECONDS = 300

/** Records from time to time that a session is in use. */
async function markSeen(service: Service, sessionId: number, lastSeen: Date | null): Promise<void> {
  const now = service.clock.now()
  if (lastSeen && lastSeen > later(now, -SEEN_EVERY_SECONDS)) return
  await service.database.query
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('id', '=', sessionId)
    .execute()
}

/** Ends this browser's session and its web app tokens. */
export async function closeSession(service: Service, request: FastifyRequest): Promise<void> {
  const token = readSessionCookie(request)
  if (!token) return
  const row = await service.database.transaction((tx) =>
    tx
      .deleteFrom('sessions')
      .where('token_hash', '=', hashToken(token))
      .returning('grant_id')
      .executeTakeFirst(),
  )
  if (row?.grant_id) await revokeGrant(service, row.grant_id)
}

/**
 * Ends a user's sessions and their web app tokens, for example after a new password. `except` keeps one
 * session.
 */
export async function closeSessionsOf(
  tx: Tx,
  userId: number,
  now: Date,
  options: { except?: number; only?: number } = {},
): Promise<number> {
  let remove = tx.deleteFrom('sessions').where('user_id', '=', userId)
  if (options.except !== undefined) remove = remove.where('id', '<>', options.except)
  if (options.only !== undefined) remove = remove.where('id', '=', options.only)
  const rows = await remove.returning('grant_id').execute()
  const grantIds = rows.flatMap((row) => row.grant_id ?? [])
  if (grantIds.length > 0)
    await tx.updateTable('oauth_grants').set({ revoked_at: now }).where('id', 'in', grantIds).execute()
  return rows.length
}
