import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomFillSync,
} from 'node:crypto'
import { factsOf, type RowName, type SealedColumn } from './sealed-columns.ts'

export type EncryptionKey = { id: string; key: Buffer }

/**
 * Encrypts single fields with AES-256-GCM. Each value is authenticated together with its table, column and
 * row, so a value copied elsewhere cannot be decrypted. The first key encrypts, every key can decrypt, and
 * each value names its key.
 */
export type FieldCipher = {
  seal(column: SealedColumn, row: RowName, plain: string): string
  /**
   * Decrypts values written by `seal` and by version 0.1. Returns plain text unchanged, for columns that were
   * not encrypted before.
   */
  open(column: SealedColumn, row: RowName, stored: string): string
  sealBytes(column: SealedColumn, row: RowName, plain: Buffer): Buffer
  openBytes(column: SealedColumn, row: RowName, stored: Buffer): Buffer
  /**
   * Keyed fingerprints of a value, the current key's first. With them, a query finds a value without
   * decrypting every row.
   */
  fingerprints(column: SealedColumn, plain: string): [Buffer, ...Buffer[]]
  /** The prefix of values that need no re-encryption. */
  readonly currentPrefix: string
  readonly currentBytesPrefix: Buffer
  /** The ids of the keys, the encrypting one first. */
  readonly keyIds: readonly string[]
}

type Prepared = { id: string; key: KeyObject; fingerprintKey: Buffer }

const NONCE_BYTES = 12
const TAG_BYTES = 16
/**
 * Neither a key id nor base64 contains a dot, so a value written by version 0.1 (`id:base64`) never matches
 * this prefix.
 */
const TEXT_MARK = 's2.'
const BYTES_MARK = 2
// Nonces come from a pool. Asking the system for twelve bytes costs more than encrypting a number with them.
const nonces = Buffer.alloc(NONCE_BYTES * 512)
let noncesUsed = nonces.length

export function createFieldCipher(keys: readonly EncryptionKey[]): FieldCipher {
  // Key objects are created once. With raw keys, every encryption would parse the key again, which costs five
  // times the encryption itself.
  const prepared = keys.map(prepare)
  const [current] = prepared
  if (!current) throw new Error('no encryption key')
  const byId = new Map(prepared.map((entry) => [entry.id, entry]))
  const keyOf = (id: string): KeyObject => {
    const found = byId.get(id)
    if (!found) throw new Error(`no encryption key named ${id}`)
    return found.key
  }
  const currentPrefix = `${TEXT_MARK}${current.id}.`
  const currentBytesPrefix = Buffer.concat([
    Buffer.from([BYTES_MARK, current.id.length]),
    Buffer.from(current.id, 'latin1'),
  ])

  return {
    currentPrefix,
    currentBytesPrefix,
    keyIds: prepared.map(({ id }) => id),
    seal: (column, row, plain) =>
      currentPrefix + encrypt(current.key, aadOf(column, row), Buffer.from(plain)).toString('base64'),
    open(column, row, stored) {
      if (stored.startsWith(TEXT_MARK)) {
        const dot = stored.indexOf('.', TEXT_MARK.length)
        const key = keyOf(stored.slice(TEXT_MARK.length, dot))
        return decrypt(key, aadOf(column, row), Buffer.from(stored.slice(dot + 1), 'base64')).toString('utf8')
      }
      const colon = stored.indexOf(':')
      const isOld = colon > 0 && byId.has(stored.slice(0, colon))
      if (!isOld && factsOf(column).wasClear) return stored
      const key = keyOf(stored.slice(0, colon))
      return decrypt(key, undefined, Buffer.from(stored.slice(colon + 1), 'base64')).toString('utf8')
    },
    sealBytes: (column, row, plain) =>
      Buffer.concat([currentBytesPrefix, encrypt(current.key, aadOf(column, row), plain)]),
    openBytes(column, row, stored) {
      if (stored[0] !== BYTES_MARK) return stored
      const end = 2 + (stored[1] ?? 0)
      const key = keyOf(stored.subarray(2, end).toString('latin1'))
      return decrypt(key, aadOf(column, row), stored.subarray(end))
    },
    fingerprints: (column, plain) =>
      prepared.map(({ fingerprintKey }) =>
        createHmac('sha256', fingerprintKey).update(`${column}\n${plain}`).digest(),
      ) as [Buffer, ...Buffer[]],
  }
}

function prepare({ id, key }: EncryptionKey): Prepared {
  const fingerprintKey = Buffer.from(hkdfSync('sha256', key, '', 'tasman fingerprints', 32))
  return { id, key: createSecretKey(key), fingerprintKey }
}

const aadOf = (column: SealedColumn, row: RowName) => Buffer.from(`${column}/${row}`)

function nextNonce(): Buffer {
  if (noncesUsed >= nonces.length) {
    randomFillSync(nonces)
    noncesUsed = 0
  }
  const nonce = nonces.subarray(noncesUsed, noncesUsed + NONCE_BYTES)
  noncesUsed += NONCE_BYTES
  return nonce
}

function encrypt(key: KeyObject, aad: Buffer, plain: Buffer): Buffer {
  const nonce = nextNonce()
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(aad)
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: KeyObject, aad: Buffer | undefined, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  if (aad) decipher.setAAD(aad)
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}

/** `***782`: the last three digits, for payloads and pages that must not show the whole number. */
export function mask(value: string): string {
  return `***${value.slice(-3)}`
}
