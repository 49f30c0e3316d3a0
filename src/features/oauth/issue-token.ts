import type { Tx } from '../../database/connect.ts'
import { hashToken, randomToken } from '../../security/tokens.ts'

export const ACCESS_SECONDS = 1800
export const REFRESH_SECONDS = 2_592_000

export type NewGrant = { clientId: string; userId: number; customerId: number; scopes: string[] }

/** Writes down one consent and hands out its first pair of tokens. */
export async function issueGrant(tx: Tx, grant: NewGrant, now: Date) {
  const { id: grantId } = await tx
    .insertInto('oauth_grants')
    .values({
      client_id: grant.clientId,
      user_id: grant.userId,
      customer_id: grant.customerId,
      scopes: grant.scopes,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { grantId, ...(await issueTokens(tx, grantId, now)) }
}

/** A new access and refresh token under an existing grant; only their hashes are stored. */
export async function issueTokens(tx: Tx, grantId: number, now: Date) {
  const accessToken = randomToken()
  const refreshToken = randomToken()
  await tx
    .insertInto('oauth_tokens')
    .values({
      grant_id: grantId,
      access_hash: hashToken(accessToken),
      access_expires_at: new Date(now.getTime() + ACCESS_SECONDS * 1000),
      refresh_hash: hashToken(refreshToken),
      refresh_expires_at: new Date(now.getTime() + REFRESH_SECONDS * 1000),
      created_at: now,
    })
    .execute()
  return { accessToken, refreshToken }
}
