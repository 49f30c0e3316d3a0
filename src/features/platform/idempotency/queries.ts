import type { Tx } from '../../../database/connect.ts'
import type { IdempotencyKeysTable } from '../../../database/tables/pays.ts'
import type { Service } from '../../../service.ts'

const HOUR_MS = 60 * 60 * 1000
/** How long the response to a pay request is kept. */
export const ANSWER_KEPT_HOURS = 48
/** How long the key itself is kept. It is more than a year, so last year's request is never paid twice. */
export const KEY_KEPT_DAYS = 400
/** A partner's keys and responses are few, and are kept for ever. */
export const PARTNER_SCOPE = 'partner:'

export type KeyRow = {
  endpoint: string
  payload_hash: Buffer
  status: number | null
  response: Buffer | null
  created_at: Date
}

/**
 * Stores the key, or reports that it is already in use. A second request with the same key waits here. If the
 * first one commits, the second finds the row. If the first one fails, the key is free.
 */
export async function reserveKey(
  tx: Tx,
  row: Pick<
    IdempotencyKeysTable,
    'customer_id' | 'scope' | 'key' | 'endpoint' | 'payload_hash' | 'created_at'
  >,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((on) => on.columns(['scope', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return inserted !== undefined
}

export function findKey(tx: Tx, scope: string, key: string): Promise<KeyRow | undefined> {
  return tx
    .selectFrom('idempotency_keys')
    .select(['endpoint', 'payload_hash', 'status', 'response', 'created_at'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function rememberAnswer(
  tx: Tx,
  scope: string,
  key: string,
  answer: { status: number; response: Buffer },
): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set(answer)
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute()
}

/** Deletes responses, and later keys, after their retention period. Those of partners stay. */
export async function purgeIdempotencyKeys({ database, clock }: Service): Promise<void> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms)
  await database.query
    .deleteFrom('idempotency_keys')
    .where('scope', 'not like', `${PARTNER_SCOPE}%`)
    .where('created_at', '<', before(KEY_KEPT_DAYS * 24 * HOUR_MS))
    .execute()
  await database.query
    .updateTable('idempotency_keys')
    .set({ response: null })
    .where('scope', 'not like', `${PARTNER_SCOPE}%`)
    .where('created_at', '<', before(ANSWER_KEPT_HOURS * HOUR_MS))
    .where('response', 'is not', null)
    .execute()
}
