import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { nullable, words } from './schema.ts'
import { serialiseLazily } from './serialise.ts'

const Shape = Type.Object({
  name: nullable(Type.String()),
  amount: nullable(Type.Number()),
  count: nullable(Type.Integer()),
  isPaid: nullable(Type.Boolean()),
  status: nullable(words(['open', 'paid'])),
  from: nullable(Type.String({ format: 'date' })),
  lines: nullable(Type.Array(nullable(Type.Object({ text: Type.String() })))),
  bank: nullable(Type.Object({ account: nullable(Type.String()) })),
  numberOrText: nullable(Type.Union([Type.Number(), Type.String()])),
  // Field names that are also keywords of JSON Schema.
  example: nullable(Type.String()),
  properties: nullable(Type.String()),
})
const write = serialiseLazily({ schema: Shape })
const whole = {
  name: 'Mia "M" Nguyen',
  amount: 12.5,
  count: 3,
  isPaid: false,
  status: 'open',
  from: '2026-07-01',
  lines: [{ text: 'Ordinary hours' }, null],
  bank: { account: null },
  numberOrText: '7.60',
  example: 'one',
  properties: 'two',
}

it('writes what is there', () => {
  expect(JSON.parse(write(whole))).toEqual(whole)
  expect(JSON.parse(write({ ...whole, numberOrText: 7.6 })).numberOrText).toBe(7.6)
})

it('writes null where there is nothing', () => {
  const nothing = Object.fromEntries(Object.keys(whole).map((name) => [name, null]))
  expect(JSON.parse(write(nothing))).toEqual(nothing)
})

it('leaves out what the schema does not name', () => {
  expect(JSON.parse(write({ ...whole, bank: { account: '1', secret: '2' } })).bank).toEqual({ account: '1' })
})
