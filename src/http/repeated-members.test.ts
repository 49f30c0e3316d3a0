import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fc from 'fast-check'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { writeError } from './errors.ts'
import { readJsonBodies } from './json-body.ts'
import type { App } from './types.ts'

/** JSON as it is written: an object is a list of members, and two may have the same name. */
type Written = string | number | null | { items: Written[] } | { members: [name: string, value: Written][] }

const app: App = Fastify().withTypeProvider<TypeBoxTypeProvider>()
readJsonBodies(app)
app.setErrorHandler(writeError)
app.post('/', async (request) => ({ read: request.body }))

async function send(text: string) {
  const headers = { 'content-type': 'application/json' }
  const { statusCode, payload } = await app.inject({ method: 'POST', url: '/', headers, payload: text })
  return { status: statusCode, body: JSON.parse(payload) }
}

// No name is a backslash alone: after Node 24 has parsed a member of that name, its JSON.parse mistakes an
// escaped name ("\u0061") for it.
const name = fc.constantFrom('a', 'b', 'a:b', '"', 'x\\y', '', '1', '01', 'é', 'constructor', 'toString', '{')
const { written } = fc.letrec<{ written: Written }>((again) => ({
  written: fc.oneof(
    { depthSize: 'small', maxDepth: 5 },
    fc.oneof(fc.constantFrom('', 'a', ',":{}[]', '\\"', 'é'), fc.nat(9), fc.constant(null)),
    fc.record({ items: fc.array(again('written'), { maxLength: 4 }) }),
    fc.record({ members: fc.array(fc.tuple(name, again('written')), { maxLength: 5 }) }),
  ),
}))

/** Writes each text with or without escapes, and each mark with or without space. */
function write(node: Written, isOdd: () => boolean): string {
  const space = () => (isOdd() ? ' \n' : '')
  const quote = (text: string) => {
    if (!isOdd()) return JSON.stringify(text)
    const codes = Array.from(text, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'))
    return `"${codes.map((code) => `\\u${code}`).join('')}"`
  }
  if (typeof node === 'string') return quote(node)
  if (typeof node !== 'object' || node === null) return String(node)
  if ('items' in node) return `[${space()}${node.items.map((item) => write(item, isOdd)).join()}${space()}]`
  const member = ([key, value]: [string, Written]) => `${quote(key)}${space()}:${write(value, isOdd)}`
  return `{${node.members.map(member).join(`${space()},`)}}`
}

/** The reference implementation: finds the first repeated name in the order of the text. */
function repeatedIn(node: Written, loc: (string | number)[]): (string | number)[] | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  const places =
    'items' in node ? node.items.map((value, index) => [index, value] as const) : [...node.members]
  const seen = new Set<string | number>()
  for (const [at, value] of places) {
    const found = seen.has(at) ? [...loc, at] : repeatedIn(value, [...loc, at])
    if (found) return found
    seen.add(at)
  }
  return undefined
}

async function check(node: Written, text: string): Promise<void> {
  const loc = repeatedIn(node, ['body'])
  const { status, body } = await send(text)
  const msg = `${loc?.at(-1)} is given twice. Send it once`
  const refused = [
    422,
    { status_code: 10_422, code: 'invalid_request', message: msg, data: [{ loc, msg, type: 'repeated' }] },
  ]
  expect([status, body]).toEqual(loc ? refused : [200, { read: JSON.parse(text) }])
}

it('a member given twice is refused with its place, however it is written, and nothing else is', async () => {
  await fc.assert(
    fc.asyncProperty(written, fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }), (node, odd) => {
      let at = 0
      return check(
        node,
        write(node, () => odd[at++ % odd.length] === true),
      )
    }),
    { numRuns: 300 },
  )
})

it('the same in a body that is read in parts', async () => {
  const one: Written = { members: [['a', { items: [{ members: [['b', 'x'.repeat(50)]] }] }]] }
  const two: Written = { members: [['a', { items: [null, { members: [...Array(2)].map(() => ['b', 1]) }] }]] }
  const many = (node: Written, count: number): Written[] => Array.from({ length: count }, () => node)
  for (const last of [one, two])
    for (const items of [many(one, 6000), [...many(one, 6000), last], [last, ...many(one, 6000)]]) {
      const text = write({ items }, () => false)
      expect(text.length).toBeGreaterThan(300_000)
      await check({ items }, text)
    }
  const record: Written = { members: [['list', { items: [...many(one, 6000), two] }]] }
  await check(
    record,
    write(record, () => false),
  )
})

it('a name of any length is said short', async () => {
  const long = `"${'x'.repeat(90_000)}":1`
  const { body } = await send(`{${long},${long}}`)
  expect(body.message).toBe(`${'x'.repeat(100)}… is given twice. Send it once`)
})
