import type { Insertable } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { SigningKeysTable } from '../../../database/tables/oauth.ts'

/** The current signing key: not retired, and created under this encryption key. */
export function readCurrentKey(query: Queryable, madeUnder: string) {
  return query
    .selectFrom('signing_keys')
    .select(['kid', 'private_key'])
    .where('made_under', '=', madeUnder)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
}

/** The public keys that are in use or retired after this time, newest first. */
export function readListedKeys(query: Queryable, since: Date) {
  return query
    .selectFrom('signing_keys')
    .select(['kid', 'public_key'])
    .where((where) => where.or([where('retired_at', 'is', null), where('retired_at', '>', since)]))
    .orderBy('created_at', 'desc')
    .orderBy('retired_at', (order) => order.desc().nullsFirst())
    .execute()
}

/**
 * Stores a key unless another process was faster, and retires the keys created under other encryption keys.
 */
export async function storeKey(tx: Tx, key: Insertable<SigningKeysTable>): Promise<void> {
  await tx
    .insertInto('signing_keys')
    .values(key)
    .onConflict((on) => on.doNothing())
    .execute()
  await tx
    .updateTable('signing_keys')
    .set({ retired_at: key.created_at })
    .where('made_under', '<>', key.made_under)
    .where('retired_at', 'is', null)
    .execute()
}

export async function deleteRetiredKeys(query: Queryable, before: Date): Promise<void> {
  await query.deleteFrom('signing_keys').where('retired_at', '<', before).execute()
}
