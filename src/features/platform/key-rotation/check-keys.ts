import { sql } from 'kysely'
import type { Service } from '../../../service.ts'
import { SettingError } from '../../../settings/index.ts'

const CANARY = 'this key seals this database'
/**
 * Columns that version 0.1 encrypted and that every customer fills. One value per key shows whether the key
 * is right.
 */
const OLD_SAMPLES = [
  ['employees', 'tax_file_number'],
  ['employees', 'ird_number'],
  ['employees', 'primary_bank_account_number'],
  ['companies', 'bank_account_number'],
  ['users', 'totp_secret'],
  ['webhook_endpoints', 'secret'],
] as const

type Parts = Pick<Service, 'database' | 'cipher' | 'clock'>

/** Refuses to start with keys that cannot decrypt the stored data, before they are used. */
export async function checkKeys(service: Parts): Promise<void> {
  const { database, cipher, clock } = service
  let known = await readKeys(service)
  if (known.length === 0) await checkOldValues(service)
  const missing = cipher.keyIds.filter((id) => !known.some((row) => row.key_id === id))
  // Only the first key encrypts. An older key without a canary was already proven by the old values.
  for (const keyId of missing.filter((id) => id === cipher.keyIds[0]))
    await database.query
      .insertInto('sealing_keys')
      .values({
        key_id: keyId,
        canary: cipher.seal('sealing_keys.canary', keyId, CANARY),
        created_at: clock.now(),
      })
      .onConflict((on) => on.column('key_id').doNothing())
      .execute()
  known = await readKeys(service)
  for (const row of known) checkKey(service, row)
}

type KeyRow = { key_id: string; canary: string; retired_at: Date | null }

function readKeys({ database }: Parts): Promise<KeyRow[]> {
  return database.query.selectFrom('sealing_keys').select(['key_id', 'canary', 'retired_at']).execute()
}

function checkKey({ cipher }: Parts, { key_id: id, canary, retired_at }: KeyRow): void {
  if (retired_at) {
    if (cipher.keyIds[0] === id)
      throw new SettingError(
        `ENCRYPTION_KEYS: the key ${id} has retired. Put its replacement, or a new key, first.`,
      )
    return
  }
  if (!cipher.keyIds.includes(id)) throw missingKey(id)
  if (!opens(() => cipher.open('sealing_keys.canary', id, canary) === CANARY)) throw wrongKey(id)
}

/** A database of version 0.1 has no canary yet, so its own values prove the keys. */
async function checkOldValues({ database, cipher }: Parts): Promise<void> {
  for (const [table, column] of OLD_SAMPLES) {
    const name = sql.ref(column)
    const { rows } = await sql<{ key_id: string; value: string }>`
      select split_part(${name}, ':', 1) as key_id, min(${name}) as value from ${sql.table(table)}
      where ${name} is not null and not starts_with(${name}, 's2.') group by 1`.execute(database.query)
    for (const { key_id: id, value } of rows) {
      if (!cipher.keyIds.includes(id)) throw missingKey(id)
      if (!opens(() => cipher.open(`${table}.${column}` as 'employees.ird_number', 0, value) !== ''))
        throw wrongKey(id)
    }
  }
}

function opens(attempt: () => boolean): boolean {
  try {
    return attempt()
  } catch {
    return false
  }
}

const missingKey = (id: string) =>
  new SettingError(
    `ENCRYPTION_KEYS lacks the key ${id}, which still encrypts stored numbers. Add it after the first one, run npm run rotate-keys, then remove it.`,
  )

const wrongKey = (id: string) =>
  new SettingError(
    `ENCRYPTION_KEYS: the key ${id} is not the one that encrypted this database. Give the right key under this id (in demo mode: the file encryption.key of DATA_DIR).`,
  )
