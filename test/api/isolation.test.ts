import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'
import { type Operation, readOperations } from '../support/operations.ts'

/** In every text of the first customer, so that it is known wherever it turns up. */
const MARKER = 'Qzxowner'
const MARKED_KEYS = /^(description|name|.*_name|reference|position|department|reason|text)$/
/** What a walk itself changes, or what belongs to nobody. */
const UNWATCHED =
  /^(audit_log|rate_buckets|oauth_tokens|oauth_grants|sessions|kysely_.*|events?|.*deliver.*)$/

type Ids = Record<string, number | string>

let tasman: TestApp
let owner: TestClient
let operations: Operation[]
let ownerIds: Ids
let ownerRows: Map<string, string[]>

beforeAll(async () => {
  tasman = await startTestApp({ env: { WEBHOOK_ALLOW_HOSTS: '127.0.0.1' } })
  owner = await tasman.clientFor('owner')
  operations = await readOperations(owner)
  ownerIds = await seed(owner, MARKER)
  // A reader of the obligations adds up the paydays that changed: the owner has read them, so that nobody else's walk may.
  const companies: AnyJson[] = (await owner.get('/api/company')).body
  for (const { id } of companies) await owner.get(`/api/company/${id}/obligations`)
  ownerRows = await readRows()
  const customers = ownerRows.get('customers') ?? []
  ownerRows.set(
    'customers',
    customers.filter((row) => row.includes('Southern Cross Group')),
  )
}, 180_000)
afterAll(() => tasman.close())

describe('another customer’s ids open nothing, on every route of the OpenAPI document', () => {
  it('the walk can see the first customer’s data: as that customer, the marker comes back', async () => {
    const seen = new Set<string>()
    for (const operation of operations.filter(({ method }) => method === 'get'))
      for (const id of [1, 2]) {
        const answer = await call(owner, operation, idsFor(operation, ownerIds, id), undefined)
        if (answer.raw.includes(MARKER)) seen.add(operation.path)
      }
    expect([...seen]).toEqual(
      expect.arrayContaining([
        '/api/company',
        '/api/company/{company_id}',
        '/api/company/{company_id}/employees',
        '/api/company/{company_id}/allowances/{allowance_id}',
        '/api/employees/{employee_id}',
        '/api/employees/{employee_id}/bank-accounts',
        '/api/employees/{employee_id}/deductions',
        '/api/company/{company_id}/pay-rates',
        '/api/company/{company_id}/pays',
        '/api/company/{company_id}/pays/{pay_id}',
        '/api/company/{company_id}/pay-runs/{pay_run_id}',
        '/api/webhooks/{webhook_id}',
        '/api/api-admin/clients',
      ]),
    )
  })

  for (const person of ['other', 'partner'] as const)
    it(`as ${person}: nothing comes back, and nothing changes`, async () => {
      const client = await tasman.clientFor(person)
      const ownIds = await seed(client, 'Own')
      const leaks: string[] = []
      for (const operation of operations.filter(({ isPublic }) => !isPublic))
        for (const ids of idChoices(operation, ownIds)) {
          const body = aimAt(operation.body, ownerIds)
          const answer = await call(client, operation, ids, body)
          const isLeak =
            answer.raw.includes(MARKER) ||
            answer.status >= 500 ||
            (isOpenFile(answer) && !(await isOwnRun(ids, ownIds)))
          if (isLeak)
            leaks.push(
              `${operation.method} ${operation.path} ${JSON.stringify(ids)} → ${answer.status} ${answer.raw}`,
            )
        }
      expect(leaks).toEqual([])
      const now = await readRows()
      for (const [table, rows] of ownerRows) {
        const left = new Set(now.get(table))
        expect([table, rows.filter((row) => !left.has(row))]).toEqual([table, []])
      }
    }, 180_000)
})

/** The files of a run of one's own are no leak; its id may be as low as those of the first customer. */
async function isOwnRun(ids: Ids, ownIds: Ids): Promise<boolean> {
  const { rows } = await tasman.service.database.pool.query(
    'select from pay_runs where id = $1 and company_id = $2',
    [ids.pay_run_id, ownIds.company_id],
  )
  return rows.length === 1
}

/** A PDF or another file is compressed, so a marker could hide in it: none may come at all. */
function isOpenFile(answer: { status: number; headers: Record<string, string> }): boolean {
  return answer.status < 300 && !/json|^$/.test(answer.headers['content-type'] ?? '')
}

function call(client: TestClient, operation: Operation, ids: Ids, body: AnyJson) {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(ids[name])))
  return client[operation.method](path, operation.method === 'get' ? undefined : body)
}

/** The first customer was first in an empty database, so the low ids of every table are theirs. */
function idsFor(operation: Operation, ids: Ids, others: number): Ids {
  return Object.fromEntries(
    operation.params.map(({ name, type }) => [name, ids[name] ?? (type === 'string' ? `${others}` : others)]),
  )
}

/** All ids of the first customer, or theirs below a company or an employee of one's own. */
function idChoices(operation: Operation, ownIds: Ids): Ids[] {
  const theirs = [1, 2, 3].map((id) => idsFor(operation, ownerIds, id))
  const parents = operation.params.slice(0, -1).filter(({ name }) => ownIds[name] !== undefined)
  if (parents.length === 0) return operation.params.length === 0 ? theirs.slice(0, 1) : theirs
  const own = Object.fromEntries(parents.map(({ name }) => [name, ownIds[name]])) as Ids
  return [...theirs, ...theirs.map((ids) => ({ ...ids, ...own }))]
}

/** The body with every id in it replaced by one of the first customer. */
function aimAt(body: AnyJson, ids: Ids): AnyJson {
  if (Array.isArray(body)) return body.map((item) => aimAt(item, ids))
  if (body === null || typeof body !== 'object') return body
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      if (key === 'employee_ids') return [key, [ids.employee_id]]
      if (key === 'id') return [key, ids.employee_id]
      if (key === 'number' || key === 'employee_number') return [key, MARKER]
      if (key in ids) return [key, ids[key]]
      if (/_ids$/.test(key)) return [key, [1, 2]]
      if (/_id$/.test(key) && typeof value === 'number') return [key, 1]
      return [key, aimAt(value, ids)]
    }),
  )
}

/** A company with an employee, and whatever the examples of the document make under them; texts carry the marker. */
async function seed(client: TestClient, marker: string): Promise<Ids> {
  const company = await aCompany(client, { legal_name: `${marker} Pty Ltd` })
  const names = { first_name: marker, last_name: `${marker}son`, number: marker }
  const employee = await anEmployee(client, company.id, names)
  const ids: Ids = { company_id: company.id, employee_id: employee.id }
  for (const [index, operation] of operations.entries()) {
    const isChild = /^\/api\/(company\/\{company_id\}|employees\/\{employee_id\})\/[\w/-]+$/.test(
      operation.path,
    )
    const isEnd = /(terminate|restore|reinstate|employees\/create|update)$/.test(operation.path)
    if (!isChild || isEnd || !['put', 'post'].includes(operation.method)) continue
    await call(client, operation, ids, mark(aimOwn(operation.body, ids), `${marker} ${index}`))
  }
  const hook = { url: 'http://127.0.0.1:9/hook', events: ['company.created'], description: marker }
  await client.post('/api/webhooks', hook)
  const made = await client.post('/api/api-admin/clients', {
    name: marker,
    redirect_uris: ['https://a.example/'],
  })
  if (made.status === 201) ids.client_id = made.body.client_id
  return ids
}

function aimOwn(body: AnyJson, ids: Ids): AnyJson {
  if (Array.isArray(body)) return body.map((item) => aimOwn(item, ids))
  if (body === null || typeof body !== 'object') return body
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      if (key === 'employee_ids') return [key, [ids.employee_id]]
      return [key, key in ids ? ids[key] : aimOwn(value, ids)]
    }),
  )
}

function mark(body: AnyJson, marker: string): AnyJson {
  if (Array.isArray(body)) return body.map((item) => mark(item, marker))
  if (body === null || typeof body !== 'object') return body
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      typeof value === 'string' && MARKED_KEYS.test(key)
        ? `${marker} ${value}`.slice(0, 32)
        : mark(value, marker),
    ]),
  )
}

async function readRows(): Promise<Map<string, string[]>> {
  const { pool } = tasman.service.database
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found = new Map<string, string[]>()
  for (const { name } of tables.filter((table) => !UNWATCHED.test(table.name))) {
    const { rows } = await pool.query<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t`)
    found.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return found
}
