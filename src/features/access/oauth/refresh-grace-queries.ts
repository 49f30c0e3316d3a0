import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import { hashToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { later } from './issue-token.ts'

/** The pair that a refresh token was exchanged for. */
export type Successor = { accessToken: string; refreshToken: string; scope: string[] }

const COLUMN = 'oauth_tokens.successor'

/** Keeps the new pair beside the token that it replaced, encrypted, for the grace time. */
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

/** The pair that replaced this token a moment ago; undefined when the time is over or the pair has been used by now. */
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

/** Deletes pairs whose time is over. */
export async function forgetSuccessors({ database, clock }: Service): Promise<void> {
  await sql`
    update oauth_tokens set successor = null, successor_until = null
    where successor_until <= ${clock.now()}`.execute(database.query)
}
