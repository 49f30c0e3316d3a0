import { createCipheriv, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createFieldCipher, mask } from '../../src/security/field-encryption.ts'

const first = { id: 'k1', key: randomBytes(32) }
const second = { id: 'k2', key: randomBytes(32) }
const TFN = 'employees.tax_file_number'

/** Encrypted as in version 0.1: without associated data. */
function sealedByOldVersion({ id, key }: typeof first, plain: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const parts = [nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return `${id}:${Buffer.concat(parts).toString('base64')}`
}

describe('field encryption', () => {
  it('gives back what was sealed, and seals the same text differently each time', () => {
    const cipher = createFieldCipher([first])
    const sealed = cipher.seal(TFN, 7, '123456782')
    expect(sealed).not.toContain('123456782')
    expect(cipher.seal(TFN, 7, '123456782')).not.toBe(sealed)
    expect(cipher.open(TFN, 7, sealed)).toBe('123456782')
    const bytes = cipher.sealBytes('idempotency_keys.response', 'a/b', Buffer.from([31, 139, 0]))
    expect(cipher.openBytes('idempotency_keys.response', 'a/b', bytes)).toEqual(Buffer.from([31, 139, 0]))
  })

  it('opens a value only in its own table, column and row', () => {
    const cipher = createFieldCipher([first])
    const sealed = cipher.seal(TFN, 7, '123456782')
    expect(() => cipher.open(TFN, 8, sealed)).toThrow()
    expect(() => cipher.open('employees.ird_number', 7, sealed)).toThrow()
    expect(() => cipher.open('companies.ird_number', 7, sealed)).toThrow()
  })

  it('reads what an older key sealed, also in the format of version 0.1', () => {
    const rotated = createFieldCipher([second, first])
    const sealed = createFieldCipher([first]).seal(TFN, 7, 'old')
    expect(rotated.open(TFN, 7, sealed)).toBe('old')
    expect(sealed.startsWith(rotated.currentPrefix)).toBe(false)
    expect(rotated.open(TFN, 7, sealedByOldVersion(first, 'older'))).toBe('older')
  })

  it('reads clear text only in a column that once was clear', () => {
    const cipher = createFieldCipher([first])
    expect(cipher.open('companies.ird_number', 7, '49091850')).toBe('49091850')
    expect(() => cipher.open(TFN, 7, '123456782')).toThrow()
  })

  it('refuses a value that was tampered with, and one whose key is gone', () => {
    const cipher = createFieldCipher([first])
    const sealed = cipher.seal(TFN, 7, '123456782')
    const bytes = Buffer.from(sealed.slice(6), 'base64')
    bytes[14] = (bytes[14] ?? 0) ^ 1
    expect(() => cipher.open(TFN, 7, `s2.k1.${bytes.toString('base64')}`)).toThrow()
    expect(() => createFieldCipher([second]).open(TFN, 7, sealed)).toThrow('no encryption key named k1')
  })

  it('finds equal values by fingerprints that need the key', () => {
    const column = 'partner_clients.tax_number'
    const [one] = createFieldCipher([first]).fingerprints(column, '49091850')
    expect(createFieldCipher([second, first]).fingerprints(column, '49091850')[1]).toEqual(one)
    expect(createFieldCipher([second]).fingerprints(column, '49091850')[0]).not.toEqual(one)
  })

  it('masks all but the last three characters', () => {
    expect(mask('123456782')).toBe('***782')
  })
})
