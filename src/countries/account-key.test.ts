import { describe, expect, it } from 'vitest'
import { accountKey } from './account-key.ts'

describe('the key of a bank account', () => {
  it.each(['12345678', '1234-5678', '012345678', '1234 5678', '12-345678', '0012345678'])(
    'is the same for %s',
    (number) => {
      expect(accountKey('062-000', number)).toBe('062000 12345678')
      expect(accountKey('062000', number)).toBe('062000 12345678')
    },
  )

  it.each(['02-0300-0012345-00', '02 300 12345 000', '020300001234500', '2-0300-0012345-0'])(
    'is the same for %s in New Zealand',
    (number) => expect(accountKey(null, number)).toBe(' 020300001234500'),
  )

  it('differs between accounts', () => {
    expect(accountKey('062-001', '12345678')).not.toBe(accountKey('062-000', '12345678'))
    expect(accountKey('062-000', '123456780')).not.toBe(accountKey('062-000', '12345678'))
    expect(accountKey(null, '02-0300-0012345-01')).not.toBe(accountKey(null, '02-0300-0012345-00'))
  })
})
