import fc from 'fast-check'
import type { AnyJson } from './app.ts'
import { type DocumentedOperation, typesOf } from './members.ts'

/** One generated request, as sent over the network. */
export type FuzzRequest = {
  path: string
  query: [string, string][]
  headers: Record<string, string>
  /** JSON as text, because some broken bodies are not valid JSON. */
  body: string | undefined
}

/** Texts and numbers that callers really send, and some that once broke something. */
const ODD_JSON = [
  ...[
    'null',
    'true',
    'false',
    '""',
    '" "',
    '[]',
    '{}',
    '[null]',
    '[[[]]]',
    '{"id":1}',
    '0',
    '-0',
    '-1',
    '1.005',
  ],
  ...['99999999999', '1e15', '1e308', '1e309', '-1e309', '9007199254740993', '2147483648', '0.1', '1e-20'],
  ...[
    '"0"',
    '"00"',
    '"-1"',
    '"0.00"',
    '"1e3"',
    '"0x1"',
    '"NaN"',
    '"Infinity"',
    '"12.50"',
    '"999999999999999999999"',
  ],
  ...[
    '"2026-02-30"',
    '"0000-01-01"',
    '"0001-01-01"',
    '"1900-01-01"',
    '"2199-12-31"',
    '"9999-12-31"',
    '"2024-02-29"',
  ],
  ...[
    '"\\ud800"',
    '"\\udc00a"',
    '"a\\u0000b"',
    '"\\u0007"',
    '"\\u202e"',
    '"e\\u0301"',
    '"💶"',
    '"\\n"',
    '"\\t"',
  ],
  ...[
    '"Ā‘<script>"',
    '"\' or 1=1 --"',
    '"%s%n"',
    '"../../etc"',
    '"{{7*7}}"',
    '"=1+1"',
    '"__proto__"',
    '"constructor"',
  ],
  `"${'x'.repeat(300)}"`,
  `"${'9'.repeat(5000)}"`,
]
const ODD_TEXTS = ODD_JSON.filter((json) => json.startsWith('"')).map((json) => JSON.parse(json) as string)
const oddJson = fc.constantFrom(...ODD_JSON)

/** Requests for one operation: mostly valid, sometimes invalid, rarely not JSON at all. */
export function requestsFor(
  entry: DocumentedOperation,
  ids: Record<string, string>,
): fc.Arbitrary<FuzzRequest> {
  const schema = entry.operation.requestBody?.content?.['application/json']?.schema
  const parameters = (entry.operation.parameters ?? []) as AnyJson[]
  const queries: AnyJson[] = parameters.filter(({ in: part }) => part === 'query')
  const json = schema
    ? mostly(30, jsonFor(schema, 0), brokenJson(jsonFor(schema, 0)))
    : fc.constant(undefined)
  const query = fc.record(Object.fromEntries(queries.map(({ name, schema: own }) => [name, textFor(own)])), {
    requiredKeys: queries.filter(({ required }) => required).map(({ name }) => name as never),
  })
  const extra = mostly(
    20,
    fc.constant<[string, string][]>([]),
    fc.constant<[string, string][]>([['colour', 'red']]),
  )
  return fc.record({
    path: pathFor(entry.path, ids),
    query: fc
      .tuple(query, extra)
      .map(([own, more]) => [...(Object.entries(own) as [string, string][]), ...more]),
    headers: headersFor(entry),
    body: entry.method === 'get' ? fc.constant(undefined) : json,
  })
}

const mostly = <T>(times: number, usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: times, arbitrary: usual }, { weight: 1, arbitrary: odd })

function pathFor(path: string, ids: Record<string, string>): fc.Arbitrary<string> {
  const parts = path.split('/').map((part) => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    if (!name) return fc.constant(part)
    const own = fc.constantFrom(ids[name] ?? '1', '1', '2', '3')
    return mostly(
      8,
      own,
      fc.constantFrom('0', '-1', '0x1', '1e3', 'a', '%00', '999999999999', '%F0%9F%92%B6', '2147483648'),
    )
  })
  return fc.tuple(...parts).map((all) => all.join('/'))
}

function headersFor(entry: DocumentedOperation): fc.Arbitrary<Record<string, string>> {
  const isPartner = entry.path.includes('partner-checkout')
  const key = fc.oneof(fc.uuid(), fc.constantFrom('', 'k'.repeat(300), 'same'))
  return fc.record(
    {
      'idempotency-key': key,
      'if-match': fc.constantFrom('*', '"1"', 'W/"2"', 'nonsense', '"'),
      'content-type': mostly(
        20,
        fc.constant('application/json'),
        fc.constantFrom('text/plain', 'application/json; charset=latin1', 'a', ''),
      ),
    },
    { requiredKeys: isPartner ? ['idempotency-key', 'content-type'] : ['content-type'] },
  ) as fc.Arbitrary<Record<string, string>>
}

function brokenJson(json: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(json, fc.nat(200), fc.constantFrom('', '[', '"', '\\', '\u0000', '{"__proto__":{}}', ']]'))
    .map(([text, at, more]) => text.slice(0, at) + more)
}

function textFor(schema: AnyJson): fc.Arbitrary<string> {
  return mostly(
    4,
    jsonFor(schema, 0).map((json) => (json.startsWith('"') ? JSON.parse(json) : json)),
    fc.constantFrom(...ODD_TEXTS),
  )
}

/** JSON text that mostly matches the schema. */
function jsonFor(schema: AnyJson, depth: number): fc.Arbitrary<string> {
  return mostly(12, fittingJson(schema, depth), oddJson)
}

function fittingJson(schema: AnyJson, depth: number): fc.Arbitrary<string> {
  if (!schema || depth > 6) return oddJson
  if (schema.enum)
    return fc.constantFrom<string>(...schema.enum.map((value: AnyJson) => JSON.stringify(value)))
  if (schema.anyOf)
    return fc.oneof(...(schema.anyOf as AnyJson[]).map((branch) => jsonFor(branch, depth + 1)))
  const examples: string[] = (Array.isArray(schema.examples) ? schema.examples : []).map((value: AnyJson) =>
    JSON.stringify(value),
  )
  const kinds = typesOf(schema).map((type) => kindJson(type, schema, depth))
  const own = kinds.length > 0 ? fc.oneof(...kinds) : oddJson
  return examples.length > 0
    ? fc.oneof({ weight: 1, arbitrary: fc.constantFrom(...examples) }, { weight: 2, arbitrary: own })
    : own
}

function kindJson(type: string, schema: AnyJson, depth: number): fc.Arbitrary<string> {
  switch (type) {
    case 'object':
      return objectJson(schema, depth)
    case 'array':
      return fc.array(jsonFor(schema.items, depth + 1), { maxLength: 3 }).map((items) => `[${items.join()}]`)
    case 'integer':
      return fc
        .oneof(
          fc.integer({ min: -3, max: 300 }),
          fc.constantFrom(2026, 2_147_483_648, schema.maximum ?? 1, schema.minimum ?? 0),
        )
        .map(String)
    case 'number':
      return fc
        .oneof(
          fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
          fc.integer({ min: 0, max: 100 }),
          fc.constantFrom(schema.maximum ?? 1, schema.minimum ?? schema.exclusiveMinimum ?? 0),
        )
        .map((value) => JSON.stringify(value))
    case 'boolean':
      return fc.constantFrom('true', 'false')
    case 'null':
      return fc.constant('null')
    default:
      return stringJson(schema)
  }
}

function objectJson(schema: AnyJson, depth: number): fc.Arbitrary<string> {
  const required = new Set<string>(schema.required ?? [])
  const members = Object.entries(schema.properties ?? {}) as [string, AnyJson][]
  return fc
    .record(Object.fromEntries(members.map(([name, member]) => [name, jsonFor(member, depth + 1)])), {
      requiredKeys: members.map(([name]) => name).filter((name) => required.has(name)),
    })
    .map(
      (own) =>
        `{${Object.entries(own as Record<string, string>)
          .map(([name, json]) => `${JSON.stringify(name)}:${json}`)
          .join()}}`,
    )
}

function stringJson(schema: AnyJson): fc.Arbitrary<string> {
  if (schema.format === 'date')
    return fc
      .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
      .map((date) => JSON.stringify(date.toISOString().slice(0, 10)))
  const decimals = ['12.50', '0', '0.00', '-1', '999999999', '0.000001']
  return fc
    .oneof(
      fc.string({ maxLength: 40 }),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom(...decimals),
    )
    .map((value) => JSON.stringify(value))
}

/** The pages, with the fields of their forms. */
export const PAGES: { method: 'GET' | 'POST'; path: string; fields: string[] }[] = [
  { method: 'GET', path: '/sign-in', fields: ['next'] },
  { method: 'POST', path: '/sign-in', fields: ['email', 'password', 'next', 'form_token'] },
  { method: 'GET', path: '/sign-in/code', fields: ['next'] },
  { method: 'POST', path: '/sign-in/code', fields: ['code', 'next', 'form_token'] },
  { method: 'GET', path: '/forgot-password', fields: [] },
  { method: 'POST', path: '/forgot-password', fields: ['email', 'form_token'] },
  {
    method: 'GET',
    path: '/consent',
    fields: ['client_id', 'redirect_uri', 'scope', 'state', 'code_challenge'],
  },
  {
    method: 'POST',
    path: '/consent',
    fields: ['decision', 'client_id', 'redirect_uri', 'scope', 'state', 'form_token'],
  },
  { method: 'GET', path: '/account/security', fields: [] },
  {
    method: 'POST',
    path: '/account/security/second-factor',
    fields: ['do', 'code', 'password', 'form_token'],
  },
  { method: 'POST', path: '/account/security/disconnect', fields: ['grant_id', 'form_token'] },
  { method: 'GET', path: '/demo/callback', fields: ['code', 'state', 'error'] },
  { method: 'POST', path: '/demo/callback', fields: ['code', 'form_token'] },
  {
    method: 'GET',
    path: '/api/oauth/authorize',
    fields: ['client_id', 'redirect_uri', 'scope', 'state', 'response_type'],
  },
  {
    method: 'POST',
    path: '/api/oauth/token',
    fields: ['grant_type', 'code', 'refresh_token', 'client_id', 'client_secret', 'redirect_uri'],
  },
  { method: 'POST', path: '/api/oauth/revoke', fields: ['token', 'client_id', 'client_secret'] },
  { method: 'GET', path: '/app/own/session', fields: [] },
  { method: 'GET', path: '/app/api/company', fields: ['status'] },
  { method: 'GET', path: '/app/assets/x', fields: [] },
]

const PAGE_TEXTS = [
  ...ODD_TEXTS,
  'demo-client',
  'demo-secret',
  'owner@demo.example',
  '/app',
  '//evil.example',
  'allow',
  'authorization_code',
  'refresh_token',
]

/** The fields of a page's form or query, form-encoded. In rare cases the bytes are not a form at all. */
export function fieldsFor(fields: string[]): fc.Arbitrary<string> {
  const value = fc.oneof(fc.constantFrom(...PAGE_TEXTS), fc.string({ unit: 'grapheme', maxLength: 30 }))
  const encode = (text: string) => encodeURIComponent(text.toWellFormed())
  const form = fc
    .array(fc.tuple(fields.length > 0 ? fc.constantFrom(...fields) : fc.constant('x'), value), {
      maxLength: fields.length + 2,
    })
    .map((pairs) => pairs.map(([name, text]) => `${name}=${encode(text)}`).join('&'))
  return mostly(
    15,
    form,
    fc.constantFrom('%', '%zz=%ff', '=&=&', 'a[]=1&a[]=2', '__proto__=1', '%00=%00', 'a=%ED%A0%80'),
  )
}
