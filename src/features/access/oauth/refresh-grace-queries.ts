import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import { hashToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { later } from './issue-token.ts'

/** The token pair that a refresh token was exchanged for. */
export type Successor = { accessToken: string; refreshToken: string; scope: string[] }

const COLUMN = 'oauth_tokens.successor'

/** Stores the new pair, encrypted, with the token it replaced for the grace period. */
export async function storeSuccessor(
  service: Service,
  tx: Tx,
  tokenId: number,
  pair: Successor,
): Promise<void> {
  const { cipher, clock, settings } = service
  await tx
    .updateTable('oauth_tokens')
    .set({
      successor: cipher.seal(COLUMN, tokenId, JSON.stringify(pair)),
      successor_until: later(clock.now(), settings.refreshGraceSeconds),
    })
    .where('id', '=', tokenId)
    .execute()
}

/**
 * The pair that recently replaced this token. Undefined when the grace period is over or the pair has been
 * used.
 */
export async function readSuccessor(
  service: Service,
  tx: Tx,
  tokenId: number,
): Promise<Successor | undefined> {
  const row = await tx
    .selectFrom('oauth_tokens')
    .select('successor')
    .where('id', '=', tokenId)
    .where('successor_until', '>', service.clock.now())
    .executeTakeFirst()
  if (!row?.successor) return undefined
  const pair: Successor = JSON.parse(service.cipher.open(COLUMN, tokenId, row.successor))
  const unused = await tx
    .selectFrom('oauth_tokens')
    .select('id')
    .where('refresh_hash', '=', hashToken(pair.refreshToken))
    .where('refresh_used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return unused && pair
}

/** Deletes the pairs whose grace period is over. */
export async function forgetSuccessors({ database, clock }: Service): Promise<void> {
  await sql`
    update oauth_tokens set successor = null, successor_until = null
    where successor_until <= ${clock.now()}`.execute(database.query)
}
