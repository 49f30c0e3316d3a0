import type { Tx } from '../../database/connect.ts'
import type { Service } from '../../service.ts'

/** Keys are promised for a day; a second one gives clients with a clock of their own some room. */
const KEPT_MS = 48 * 60 * 60 * 1000

export type KeyRow = {
  endpoint: string
  payload_hash: Buffer
  status: number | null
  response: Buffer | null
}

/**
 * Writes the key down, or answers that somebody else has it. A second request with the same key waits here until the
 * first one has committed (then it finds the row) or failed (then the key is free).
 */
export async function reserveKey(
  tx: Tx,
  row: { scope: string; key: string; endpoint: string; payload_hash: Buffer; created_at: Date },
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
    .select(['endpoint', 'payload_hash', 'status', 'response'])
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

/** Forgets keys that are older than promised. */
export async function purgeIdempotencyKeys(service: Service): Promise<void> {
  await service.database.query
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(service.clock.now().getTime() - KEPT_MS))
    .execute()
}
