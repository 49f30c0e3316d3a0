import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto'

export type EncryptionKey = { id: string; key: Buffer }

/** Encrypts single fields. The text holds the key's id, so old rows stay readable after a rotation. */
export type FieldCipher = {
  encrypt(plain: string): string
  decrypt(sealed: string): string
  /** True when the field was sealed with an older key and should be sealed again. */
  isStale(sealed: string): boolean
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM; the first key encrypts, every key decrypts. */
export function createFieldCipher(keys: readonly EncryptionKey[]): FieldCipher {
  // Key objects made once: a raw key is taken apart anew for every field, which costs five times the encryption itself.
  const prepared = keys.map(({ id, key }) => ({ id, key: createSecretKey(key) }))
  const [current] = prepared
  if (!current) throw new Error('no encryption key')
  const byId = new Map(prepared.map((entry) => [entry.id, entry.key]))
  return {
    encrypt(plain) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce)
      const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${current.id}:${sealed.toString('base64')}`
    },
    decrypt(text) {
      const colon = text.indexOf(':')
      const key = byId.get(text.slice(0, colon))
      if (!key) throw new Error(`no encryption key named ${text.slice(0, colon)}`)
      const sealed = Buffer.from(text.slice(colon + 1), 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
      const plain = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([plain, decipher.final()]).toString('utf8')
    },
    isStale: (text) => !text.startsWith(`${current.id}:`),
  }
}

/** `***782`: the last three digits, for payloads and pages that must not show the whole number. */
export function mask(value: string): string {
  return `***${value.slice(-3)}`
}
