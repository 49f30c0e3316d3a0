// npm run docs:examples: records real answers of the demo companies as examples for the served schema.
// Run it against a new service with demo data and RATE_LIMITS=off. It changes the data.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { Json, JsonObject } from '../src/http/json.ts'
import { isRecord } from '../src/kernel/is-record.ts'
import { readArguments } from './read-arguments.mjs'

const FILE = new URL('../src/http/recorded-answers.json', import.meta.url)
const SCRIPT = new URL('token.ts', import.meta.url).pathname
const TRIES = 6
/** Lists that make up a figure stay complete. Other lists are cut to one or two entries. */
const WHOLE = /^(hours|leave|allowances|deductions|bonuses|back_payments|leave_balance_rows|lines)$/
const SHOWN = 2
/** Values that readers must never copy. */
const SECRET = /(?:secret|token)$/
const STAND_IN = 'k3jv0cJq1bD0mQ3rT9yX'
const LONGEST = 300
/** Writes that would end the access of this script or of the users it signs in as. */
const LEFT_OUT = /^\/api\/(oauth|api-admin|people|access|me)\b|\/rules$|\/branding/
/** A payroll officer's work in one week, which creates data to read. */
const STORY: readonly [method: string, path: string, body: Json][] = [
  [
    'post',
    '/api/webhooks',
    { url: 'https://timesheets.example.com/webhooks', events: ['pay.created', 'pay.updated'] },
  ],
  ['post', '/api/single-touch/{company_id}/submit-stp-pays', { pay_ids: [1, 2, 3], dry_run: true }],
  ['post', '/api/single-touch/{company_id}/submit-stp-pays', { pay_ids: [1, 2, 3, 4, 5, 6] }],
  ['post', '/api/payday-filing/{company_id}/submit', { from_date: '2026-10-01', to_date: '2026-12-31' }],
]
const QUERY: Readonly<Record<string, string>> = {
  text: 'Harbour',
  query: 'Harbour',
  country: 'AU',
  date: '2026-10-25',
  from_date: '2026-07-01',
  to_date: '2026-12-31',
  year: '2027',
}

type Operation = { operationId: string; path: string; method: string; details: JsonObject }

readArguments({ usage: 'npm run docs:examples', options: {} })
const base = process.env.BASE_URL ?? `http://127.0.0.1:${process.env.PORT ?? '8080'}`
const components = new Map<string, Json>()
const document = (await (await fetch(`${base}/api/openapi.json`)).json()) as JsonObject
const operations = listOperations(document)
const tokens = ['owner', 'partner', 'sandbox'].map(tokenOf)
/** Ids collected from answers, for use in later calls. */
const ids = new Map<string, Set<string>>([['company_id', new Set(['1', '2'])]])

for (const [method, path, body] of STORY) {
  const found = operations.find((operation) => operation.path === path && operation.method === method)
  if (found) await record(found, body)
}
for (const isWrite of [false, true, false])
  for (const operation of operations)
    if ((operation.method !== 'get') === isWrite && isTried(operation)) await record(operation)
const sorted = Object.fromEntries([...components].sort(([a], [b]) => a.localeCompare(b)))
const text = JSON.stringify(sorted, null, 1).replaceAll(base, 'https://payroll.example.com')
writeFileSync(FILE, `${text}\n`)
console.log(`Recorded ${components.size} answers from ${base}.`)

function isTried({ method, path }: Operation): boolean {
  return method === 'get' || (method !== 'delete' && !LEFT_OUT.test(path))
}

function tokenOf(person: string): string {
  const env = { ...process.env, BASE_URL: base }
  return execFileSync(process.execPath, [SCRIPT, '--as', person], { env, encoding: 'utf8' }).trim()
}

function listOperations({ paths }: JsonObject): Operation[] {
  return Object.entries(paths as Record<string, Record<string, JsonObject>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, details]) => ({
      operationId: String(details.operationId),
      path,
      method,
      details,
    })),
  )
}

async function record({ path, method, details }: Operation, body = exampleBody(details)): Promise<void> {
  for (const address of addressesOf(path))
    for (const token of tokens) {
      const answer = await send(method, address + queryOf(details), token, body)
      if (!answer) continue
      collect(schemaOf(details, answer.status), answer.body)
      break
    }
}

/** The path with known ids filled in, up to a limit. */
function addressesOf(path: string): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))
  let addresses = [path]
  for (const name of names) {
    const values = [...(ids.get(name) ?? [])].slice(0, TRIES)
    addresses = addresses.flatMap((address) => values.map((value) => address.replace(`{${name}}`, value)))
  }
  return addresses.slice(0, TRIES * 2)
}

function queryOf({ parameters = [] }: JsonObject): string {
  const needed = (parameters as JsonObject[]).filter(
    (parameter) => parameter.in === 'query' && parameter.required,
  )
  const given = needed.map(({ name, schema }): [string, string] => {
    const [example] = ((schema as JsonObject).examples ?? (schema as JsonObject).enum ?? []) as Json[]
    return [String(name), QUERY[String(name)] ?? String(example ?? '1')]
  })
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

async function send(method: string, address: string, token: string, body: Json | undefined) {
  const response = await fetch(base + address, {
    method: method.toUpperCase(),
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (!response.ok || !isJson) {
    await response.body?.cancel()
    return null
  }
  return { status: response.status, body: (await response.json()) as Json }
}

function exampleBody({ requestBody }: JsonObject): Json | undefined {
  const media = mediaOf(requestBody)
  const [first] = Object.values((media?.examples ?? {}) as Record<string, JsonObject>)
  return media?.example ?? first?.value
}

function schemaOf({ responses }: JsonObject, status: number): Json | undefined {
  return mediaOf((responses as JsonObject)[String(status)])?.schema
}

function mediaOf(holder: Json | undefined): JsonObject | undefined {
  const content = isRecord(holder) ? holder.content : undefined
  return isRecord(content) ? (content['application/json'] as JsonObject) : undefined
}

/** Keeps the fullest example of each component, wherever it occurs in the answer. */
function collect(schema: Json | undefined, value: Json): void {
  if (!isRecord(schema) || value === null) return
  const name = typeof schema.$ref === 'string' ? String(schema.$ref.split('/').at(-1)) : null
  const target = name ? ((document.components as JsonObject).schemas as JsonObject)[name] : schema
  if (!isRecord(target)) return
  if (name && isRecord(value)) keep(name, value as JsonObject)
  if (Array.isArray(value)) for (const item of value) collect(target.items as Json, item)
  else if (isRecord(value))
    for (const [member, child] of Object.entries(value)) {
      remember(name, member, child as Json)
      collect((target.properties as JsonObject | undefined)?.[member], child as Json)
    }
  const branches = (target.anyOf ?? []) as Json[]
  const [only] = branches.filter((branch) => isRecord(branch) && branch.type !== 'null')
  if (only && branches.length <= 2) collect(only, value)
}

function remember(component: string | null, member: string, value: Json): void {
  if (typeof value !== 'number' && typeof value !== 'string') return
  const own = component ? `${component.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()}_id` : ''
  const name = member === 'id' ? own : /_id$/.test(member) ? member : null
  if (name) ids.set(name, (ids.get(name) ?? new Set()).add(String(value)))
}

function keep(name: string, value: JsonObject): void {
  const shown = shorten(value) as JsonObject
  const before = components.get(name)
  if (before === undefined || fullness(shown) > fullness(before)) components.set(name, shown)
}

/** Counts filled members, regardless of their length. */
function fullness(value: Json): number {
  const children = isRecord(value) ? Object.values(value) : value
  if (!Array.isArray(children)) return Number(value !== null && value !== '')
  return children.reduce<number>((sum, item) => sum + fullness(item as Json), 0)
}

function shorten(value: Json, member = ''): Json {
  if (Array.isArray(value)) {
    const shown = WHOLE.test(member) ? value : value.slice(0, SHOWN)
    return shown.map((item) => shorten(item))
  }
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, shorten(item as Json, name)]),
    )
  if (typeof value === 'string' && SECRET.test(member)) return STAND_IN
  return typeof value === 'string' && value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value
}
