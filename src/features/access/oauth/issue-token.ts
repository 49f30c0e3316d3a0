import type { Tx } from '../../../database/connect.ts'
import { hashToken, randomToken } from '../../../security/tokens.ts'

export const CODE_SECONDS = 600
export const ACCESS_SECONDS = 1800
export const REFRESH_SECONDS = 2_592_000

export type NewGrant = {
  clientId: string
  userId: number
  customerId: number
  scopes: string[]
  openedById?: number | null
  /** When the giver last signed in. */
  authenticatedAt?: Date | null
  /** The highest role of the grant, when that is less than the giver's role. */
  role?: 'admin' | 'member' | 'reader' | null
  /** The name of a personal token. */
  name?: string | null
}
export type TokenPair = { accessToken: string; refreshToken?: string | undefined }

export const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

/** Stores one consent. */
export async function createGrant(tx: Tx, grant: NewGrant, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('oauth_grants')
    .values({
      client_id: grant.clientId,
      user_id: grant.userId,
      customer_id: grant.customerId,
      scopes: grant.scopes,
      created_at: now,
      opened_by_id: grant.openedById ?? null,
      authenticated_at: grant.authenticatedAt ?? null,
      role: grant.role ?? null,
      name: grant.name ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores one consent and issues its first pair of tokens. */
export async function issueGrant(tx: Tx, grant: NewGrant, now: Date) {
  const grantId = await createGrant(tx, grant, now)
  const pair = { accessToken: randomToken(), refreshToken: randomToken() }
  await storeTokens(tx, grantId, pair, now)
  return { grantId, ...pair }
}

/**
 * Stores the hashes of a new token pair under its grant. `scopes` limits the pair to less than the grant.
 * `accessSeconds` gives the access token a longer life.
 */
export async function storeTokens(
  tx: Tx,
  grantId: number,
  pair: TokenPair,
  now: Date,
  {
    scopes = null,
    accessSeconds = ACCESS_SECONDS,
  }: { scopes?: string[] | null; accessSeconds?: number } = {},
): Promise<void> {
  const { accessToken, refreshToken } = pair
  const { customerId, leadMs } = await timeOf(tx, grantId)
  const until = (seconds: number) => new Date(later(now, seconds).getTime() + leadMs)
  await tx
    .insertInto('oauth_tokens')
    .values({
      customer_id: customerId,
      grant_id: grantId,
      access_hash: hashToken(accessToken),
      access_expires_at: until(accessSeconds),
      refresh_hash: refreshToken ? hashToken(refreshToken) : null,
      refresh_expires_at: refreshToken ? until(REFRESH_SECONDS) : null,
      scopes,
      created_at: now,
    })
    .execute()
}

/** The grant's customer, and how far ahead the sandbox clock is. Sandbox tokens expire by that clock. */
async function timeOf(tx: Tx, grantId: number): Promise<{ customerId: number; leadMs: number }> {
  const { customer_id, lead_ms } = await tx
    .selectFrom('oauth_grants')
    .leftJoin('sandboxes', 'sandboxes.customer_id', 'oauth_grants.customer_id')
    .select(['oauth_grants.customer_id', 'sandboxes.lead_ms'])
    .where('oauth_grants.id', '=', grantId)
    .executeTakeFirstOrThrow()
  return { customerId: customer_id, leadMs: Number(lead_ms ?? 0) }
}
