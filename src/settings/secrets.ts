import { randomBytes } from 'node:crypto'
import { refuseWeakKey, refuseWeakSecret } from './key-strength.ts'
import { list, setting } from './setting.ts'

const encryptionKeys = (value: string): { id: string; key: Buffer }[] =>
  list(value).map((entry) => {
    const [id = '', encoded = ''] = entry.split(':')
    const key = Buffer.from(encoded, 'base64')
    if (!/^[a-z0-9-]{1,20}$/.test(id) || key.length !== 32)
      throw new Error('must be id:key pairs separated by commas, each key 32 bytes in base64')
    const weakness = refuseWeakKey(key)
    if (weakness) throw new Error(`the key ${id} ${weakness}: create one with openssl rand -base64 32`)
    return { id, key }
  })
const distinctKeys = (value: string) => {
  const keys = encryptionKeys(value)
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error('names a key twice')
  return keys
}

/** Secret settings. */
export const SECRETS = {
  encryptionKeys: setting({
    variable: 'ENCRYPTION_KEYS',
    meaning:
      'Keys for data encrypted at rest (tax and bank account numbers, documents, links): `id:base64` pairs separated by commas, 32 random bytes each. The first one encrypts, all of them decrypt; `npm run rotate-keys` retires the others. Empty in demo mode: a key kept in DATA_DIR.',
    fallback: '',
    read: distinctKeys,
    isSecret: true,
  }),
  cookieSecret: setting({
    variable: 'COOKIE_SECRET',
    meaning:
      'Signs session cookies and form tokens; at least 32 characters. Empty in demo mode: a random one.',
    fallback: '',
    read: (value) => {
      if (value === '') return randomBytes(32).toString('hex')
      if (value.length < 32) throw new Error('must have at least 32 characters')
      const weakness = refuseWeakSecret(value)
      if (weakness) throw new Error(`${weakness}: create one with openssl rand -hex 32`)
      return value
    },
    isSecret: true,
  }),
} as const
