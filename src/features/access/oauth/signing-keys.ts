import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importPKCS8,
  type JWK,
} from 'jose'
import type { Service } from '../../../service.ts'
import { deleteRetiredKeys, readCurrentKey, readListedKeys, storeKey } from './signing-key-queries.ts'

export const SIGNING_ALGORITHM = 'RS256'
/** Longer than the half hour an ID token lives, because clients cache the list of keys. */
const LISTED_AFTER_RETIREMENT_MS = 24 * 3_600_000

type Parts = Pick<Service, 'database' | 'cipher' | 'clock'>

/** The public keys that verify ID tokens (RFC 7517). */
export async function readPublicKeys(service: Parts): Promise<{ keys: JWK[] }> {
  await currentKey(service)
  const since = new Date(service.clock.now().getTime() - LISTED_AFTER_RETIREMENT_MS)
  const rows = await readListedKeys(service.database.query, since)
  return {
    keys: rows.map(({ kid, public_key }) => ({
      ...public_key,
      kid,
      use: 'sig',
      alg: SIGNING_ALGORITHM,
    })),
  }
}

/** The current signing key, decrypted. */
export async function signingKey(service: Parts): Promise<{ kid: string; key: CryptoKey }> {
  const { kid, private_key } = await currentKey(service)
  const text = service.cipher.open('signing_keys.private_key', kid, private_key)
  return { kid, key: await importPKCS8(text, SIGNING_ALGORITHM) }
}

/** Deletes keys that are no longer listed. */
export async function forgetSigningKeys({ database, clock }: Parts): Promise<void> {
  const since = new Date(clock.now().getTime() - LISTED_AFTER_RETIREMENT_MS)
  await deleteRetiredKeys(database.query, since)
}

/**
 * The key created under the first encryption key. None exists at the first start, or after ENCRYPTION_KEYS
 * gets a new first key. Then a new key is created and the others retire. When several processes do so at
 * once, the unique index lets one succeed.
 */
async function currentKey(service: Parts) {
  const { database, cipher, clock } = service
  const madeUnder = cipher.keyIds[0] ?? ''
  const known = await readCurrentKey(database.query, madeUnder)
  if (known) return known
  const pair = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true, modulusLength: 2048 })
  const publicKey = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicKey)
  const key = {
    kid,
    public_key: JSON.stringify(publicKey),
    private_key: cipher.seal('signing_keys.private_key', kid, await exportPKCS8(pair.privateKey)),
    made_under: madeUnder,
    created_at: clock.now(),
    retired_at: null,
  }
  await database.transaction((tx) => storeKey(tx, key))
  const made = await readCurrentKey(database.query, madeUnder)
  if (!made) throw new Error('the new signing key was not found')
  return made
}
