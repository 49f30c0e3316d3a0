import { describe, expect, it } from 'vitest'
import { present } from '../kernel/values/present.ts'
import { inOrder, isOneOf, keysOf, recordOf } from '../kernel/values/word-lists.ts'

const COUNTRIES = ['AU', 'NZ'] as const

describe('word lists', () => {
  it('make a record with a value for each word, in their order', () => {
    const record = recordOf(COUNTRIES, (country) => country.toLowerCase())
    expect(record).toEqual({ AU: 'au', NZ: 'nz' })
    expect(keysOf(record)).toEqual(['AU', 'NZ'])
    expect(inOrder({ NZ: true, AU: true })).toEqual(['NZ', 'AU'])
  })

  it('know their own words and no others', () => {
    expect(isOneOf(COUNTRIES, 'NZ')).toBe(true)
    for (const other of ['nz', '', 'UK', undefined, null]) expect(isOneOf(COUNTRIES, other)).toBe(false)
  })
})

describe('a value that must be there', () => {
  it('is handed on, also when it is zero, empty or null', () => {
    for (const value of [0, '', false, null]) expect(present<unknown>(value)).toBe(value)
  })

  it('is an error when it is not', () => {
    expect(() => present([].at(0))).toThrow('must be there')
  })
})
