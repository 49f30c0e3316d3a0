import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resolveReferences } from '../../src/http/openapi.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'

const TRIES = 12
let tasman: TestApp
let owner: TestClient
let partner: TestClient
let operations: { name: string; method: string; path: string; operation: AnyJson }[]
let ids: Record<string, number | string>

beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  partner = await tasman.clientFor('partner')
  const company = await aCompany(owner)
  const employee = await anEmployee(owner, company.id)
  ids = { company_id: company.id, employee_id: employee.id }
  const { body: document } = await owner.get('/api/openapi.json')
  operations = Object.entries(document.paths as Record<string, AnyJson>).flatMap(([path, item]) =>
    Object.entries(item as Record<string, AnyJson>).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method,
      path,
      operation: resolveReferences(operation, document.components.schemas) as AnyJson,
    })),
  )
})
afterAll(() => tasman.close())

/** Odd values that callers really send. */
const ODD = fc.constantFrom<AnyJson>(
  null,
  '',
  ' ',
  0,
  -1,
  1.005,
  99_999_999_999,
  true,
  false,
  [],
  {},
  [null],
  'x'.repeat(300),
  'Ā‘<script>',
  '2026-02-30',
  '\u0007',
  '💶',
  'NaN',
  -0,
  1e15,
  '00',
  [[[]]],
  { id: 1 },
)

/** A value that mostly fits the schema, and sometimes does not. */
function valueFor(schema: AnyJson, depth = 0): fc.Arbitrary<AnyJson> {
  const fitting = fittingFor(schema, depth)
  return fc.oneof({ weight: 7, arbitrary: fitting }, { weight: 1, arbitrary: ODD })
}

function fittingFor(schema: AnyJson, depth: number): fc.Arbitrary<AnyJson> {
  if (!schema || depth > 6) return ODD
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((branch: AnyJson) => valueFor(branch, depth + 1)))
  const examples = Array.isArray(schema.examples) ? schema.examples : []
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object': {
      const required = new Set<string>(schema.required ?? [])
      const members = Object.entries(schema.properties ?? {}) as [string, AnyJson][]
      const picked = fc.record(
        Object.fromEntries(members.map(([name, member]) => [name, valueFor(member, depth + 1)])),
        { requiredKeys: members.map(([name]) => name).filter((name) => required.has(name)) },
      )
      return examples.length > 0 ? fc.oneof(fc.constantFrom(...examples), picked) : picked
    }
    case 'array':
      return fc.array(valueFor(schema.items, depth + 1), { maxLength: 3 })
    case 'integer':
      return fc.oneof(
        fc.integer({ min: -3, max: 300 }),
        fc.constantFrom(2_147_483_648, ids.company_id as number),
      )
    case 'number':
      return fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }), fc.integer())
    case 'boolean':
      return fc.boolean()
    default:
      if (schema.format === 'date')
        return fc.constantFrom('2026-11-02', '1899-01-01', '9999-12-31', '2024-02-29')
      return fc.oneof(
        fc.string({ maxLength: 40 }),
        fc.constantFrom('12.50', '0', '-1', ...examples.filter((e: AnyJson) => typeof e === 'string')),
      )
  }
}

/** Calls one operation with made-up input; gives the status. */
async function call(
  entry: (typeof operations)[number],
  input: { body: AnyJson; query: Record<string, AnyJson> },
) {
  const client = entry.path.includes('partner-checkout') ? partner : owner
  const path = entry.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(ids[name] ?? 1))
  const texts = Object.entries(input.query).map(([name, value]): [string, string] => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  const query = new URLSearchParams(texts)
  const send = client[entry.method as 'get'] ?? client.get
  const needsKey = entry.path.includes('partner-checkout') && entry.method === 'post'
  const headers = needsKey ? { 'idempotency-key': `fuzz-${Math.random()}` } : {}
  return send(`${path}?${query}`, entry.method === 'get' ? undefined : input.body, headers)
}

/** Signing everybody out or deleting the company would only make the rest of the walk dull. */
const LEFT_OUT = /oauth\/|DELETE \/api\/(company|employees)\/\{\w+\}$|rotate-secret|connections|\/docs/

it('no operation answers 500, whatever it is sent', { timeout: 240_000 }, async () => {
  const failures: string[] = []
  for (const entry of operations.filter(({ name }) => !LEFT_OUT.test(name))) {
    const schema = entry.operation.requestBody?.content?.['application/json']?.schema
    const queries = (entry.operation.parameters ?? []).filter(
      (parameter: AnyJson) => parameter.in === 'query',
    )
    const inputs = fc.record({
      body: schema ? valueFor(schema) : fc.constant(undefined),
      query: fc.record(
        Object.fromEntries(queries.map((parameter: AnyJson) => [parameter.name, valueFor(parameter.schema)])),
        { requiredKeys: [] },
      ),
    })
    const tries = schema ? TRIES : queries.length > 0 ? 5 : 1
    for (const input of fc.sample(inputs, { numRuns: tries, seed: 20_261_115 })) {
      const answer = await call(entry, input)
      if (answer.status >= 500)
        failures.push(
          `${entry.name} ${JSON.stringify(input).slice(0, 600)} → ${answer.status} ${JSON.stringify(answer.body)}`,
        )
    }
  }
  expect(failures).toEqual([])
})
