import { describe, expect, it } from 'vitest'
import {
  amount,
  count,
  day,
  flag,
  list,
  maybe,
  members,
  optional,
  type Reader,
  StoredError,
  text,
  word,
} from './stored.ts'

/** The result of a reader for each value: the value as text, or its error. */
function read(reader: Reader<unknown>, ...values: unknown[]): string[] {
  return values.map((value) => {
    try {
      return `${reader(value, 'x')}`
    } catch (error) {
      return error instanceof StoredError ? error.message : `not a StoredError: ${error}`
    }
  })
}

describe('a reader of stored JSON', () => {
  it('takes a decimal as text, also with an exponent, and nothing that only looks like one', () => {
    const no = 'x is not a decimal'
    expect(read(amount, '12.50', '-3', '1e+21', '2e-7', '1.5e3')).toEqual([
      '12.5',
      '-3',
      '1e+21',
      '2e-7',
      '1500',
    ])
    expect(read(amount, 12.5, '', '1.', '.5', 'a1', '1a', '1e', '1.2.3', null, '--1', '1,5', '1e+')).toEqual(
      Array(12).fill(no),
    )
  })

  it('takes true and false, whole numbers, days and texts, each only as what it is', () => {
    expect(read(flag, true, false, 'true', 1, null)).toEqual([
      'true',
      'false',
      ...Array(3).fill('x is not true or false'),
    ])
    expect(read(count, 0, -2, 1.5, '1', Number.MAX_SAFE_INTEGER + 1)).toEqual([
      '0',
      '-2',
      ...Array(3).fill('x is not a whole number'),
    ])
    expect(read(day, '2026-02-28', '2026-02-29', 20260228)).toEqual([
      '2026-02-28',
      'x is not a date',
      'x is not a date',
    ])
    expect(read(text, '', 'a', 1, undefined)).toEqual(['', 'a', 'x is not a text', 'x is not a text'])
  })

  it('takes one word of a closed list', () => {
    expect(read(word('A', 'B'), 'A', 'B', 'C', undefined)).toEqual([
      'A',
      'B',
      'x is not one of A, B',
      'x is not one of A, B',
    ])
  })

  it('lets null through only where it may be null, and nothing only where it may be left out', () => {
    expect([maybe(flag)(null, 'x'), maybe(flag)(true, 'x')]).toEqual([null, true])
    expect([optional(flag)(undefined, 'x'), optional(flag)(true, 'x')]).toEqual([undefined, true])
    expect(read(maybe(flag), undefined)).toEqual(['x is not true or false'])
    expect(read(optional(flag), null)).toEqual(['x is not true or false'])
  })

  it('names the entry of a list that is wrong', () => {
    expect(list(flag)([true, false], 'x')).toEqual([true, false])
    expect(read(list(flag), [true, 1], { 0: true })).toEqual(['x[1] is not true or false', 'x is not a list'])
  })
})

describe('an object of known members', () => {
  const reader = members<{ a: string; b?: number }>({ a: text, b: optional(count) })

  it('comes back with what it has, and without what was left out', () => {
    expect(reader({ a: 'x', b: 2 }, 'it')).toEqual({ a: 'x', b: 2 })
    expect(Object.keys(reader({ a: 'x' }, 'it'))).toEqual(['a'])
  })

  it('names a member that is missing, wrong or unknown', () => {
    expect(read(reader, {}, { a: 'x', b: '2' }, { a: 'x', c: 1 })).toEqual([
      'x.a is not a text',
      'x.b is not a whole number',
      'x.c is not a member that is known',
    ])
  })

  it('is an object and no list', () => {
    expect(read(reader, null, 'text', [], undefined)).toEqual(Array(4).fill('x is not an object'))
  })

  it('says what kind of error it is', () => {
    expect(() => reader(null, 'x')).toThrow(expect.objectContaining({ name: 'StoredError' }))
  })
})
