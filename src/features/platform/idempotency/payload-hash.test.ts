import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { hashPayload } from './payload-hash.ts'

/** The fingerprint of a string, as existing rows have it. */
const whole = (text: string) => createHash('sha256').update(`PUT /x\n${text}`).digest('hex')
const hashed = async (payload: unknown) => (await hashPayload('PUT /x', payload)).toString('hex')

it('is that of the JSON text with its keys sorted, however deep it lies', async () => {
  const cases: [unknown, string][] = [
    [{ b: 1, a: [{ d: 'x', c: null }] }, '{"a":[{"c":null,"d":"x"}],"b":1}'],
    [{ query: {}, body: [] }, '{"body":[],"query":{}}'],
    [[{ z: { y: { x: { w: { v: [1, 2], u: 1 } } } } }], '[{"z":{"y":{"x":{"w":{"u":1,"v":[1,2]}}}}}]'],
    [{ a: undefined, b: [undefined, 1] }, '{"b":[null,1]}'],
    [[[[[['deep']]]]], '[[[[["deep"]]]]]'],
    ['"text"', '"\\"text\\""'],
    [null, 'null'],
    [undefined, ''],
  ]
  for (const [payload, text] of cases) expect(await hashed(payload), text).toBe(whole(text))
})

it('lets others have their turn while it reads a large payload', async () => {
  const body = Array.from({ length: 10_000 }, (_, id) => ({
    employee_id: id,
    hours: Array.from({ length: 10 }, () => ({ units: 'hours', value: 7.6, description: 'Ordinary hours' })),
  }))
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await hashed({ body })
  clearInterval(timer)
  expect(turns).toBeGreaterThan(2)
})
