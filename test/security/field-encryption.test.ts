import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createFieldCipher, mask } from '../../src/security/field-encryption.ts'

const first = { id: 'k1', key: randomBytes(32) }
const second = { id: 'k2', key: randomBytes(32) }

describe('field encryption', () => {
  it('gives back what was sealed, and seals the same text differently each time', () => {
    const cipher = createFieldCipher([first])
    const sealed = cipher.encrypt('123456782')
    expect(sealed).not.toContain('123456782')
    expect(cipher.encrypt('123456782')).not.toBe(sealed)
    expect(cipher.decrypt(sealed)).toBe('123456782')
  })

  it('reads old fields after a key rotation and knows that they are stale', () => {
    const sealed = createFieldCipher([first]).encrypt('old')
    const rotated = createFieldCipher([second, first])
    expect(rotated.decrypt(sealed)).toBe('old')
    expect(rotated.isStale(sealed)).toBe(true)
    expect(rotated.isStale(rotated.encrypt('new'))).toBe(false)
  })

  it('refuses a field that was tampered with, and one whose key is gone', () => {
    const cipher = createFieldCipher([first])
    const sealed = cipher.encrypt('123456782')
    const bytes = Buffer.from(sealed.slice(3), 'base64')
    bytes[14] = (bytes[14] ?? 0) ^ 1
    expect(() => cipher.decrypt(`k1:${bytes.toString('base64')}`)).toThrow()
    expect(() => createFieldCipher([second]).decrypt(sealed)).toThrow('no encryption key named k1')
  })

  it('masks all but the last three characters', () => {
    expect(mask('123456782')).toBe('***782')
  })
})
