import type { AnyJson, TestApp, TestClient } from './app.ts'
import { aCompany, anEmployee } from './make.ts'
import type { Operation } from './operations.ts'
import { execute } from './postgres.ts'

/* Calls every operation with ids of others. Shared by the tests of customers and of portfolios. */

const MARKED_KEYS = /^(description|name|.*_name|reference|position|department|reason|text)$/
/** Tables that the calls themselves change, or that belong to no customer. */
const UNWATCHED =
  /^(audit_log|rate_buckets|oauth_tokens|oauth_grants|sessions|kysely_.*|events?|.*deliver.*)$/

export type Ids = Record<string, number | string>

/** PDFs and other files are compressed, so they could hide a marker. None may be returned at all. */
export function isOpenFile(answer: { status: number; headers: Record<string, string> }): boolean {
  return answer.status < 300 && !/json|^$/.test(answer.headers['content-type'] ?? '')
}

export function callWith(client: TestClient, operation: Operation, ids: Ids, body: AnyJson) {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(ids[name])))
  return client[operation.method](path, operation.method === 'get' ? undefined : body)
}

/** The first customer was created in an empty database, so the low ids of every table belong to them. */
export function idsFor(operation: Operation, ids: Ids, others: number): Ids {
  return Object.fromEntries(
    operation.params.map(({ name, type }) => [name, ids[name] ?? (type === 'string' ? `${others}` : others)]),
  )
}

/** All ids of the first customer, or their ids under the caller's own company or employee. */
export function idChoices(operation: Operation, ownerIds: Ids, ownIds: Ids): Ids[] {
  const theirs = [1, 2, 3].map((id) => idsFor(operation, ownerIds, id))
  const parents = operation.params.slice(0, -1).filter(({ name }) => ownIds[name] !== undefined)
  if (parents.length === 0) return operation.params.length === 0 ? theirs.slice(0, 1) : theirs
  const own = Object.fromEntries(parents.map(({ name }) => [name, ownIds[name]])) as Ids
  return [...theirs, ...theirs.map((ids) => ({ ...ids, ...own }))]
}

/** The body with every id replaced by one of the first customer. */
export function aimAt(body: AnyJson, ids: Ids, marker: string): AnyJson {
  if (Array.isArray(body)) return body.map((item) => aimAt(item, ids, marker))
  if (body === null || typeof body !== 'object') return body
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      if (key === 'employee_ids') return [key, [ids.employee_id]]
      if (key === 'id') return [key, ids.employee_id]
      if (key === 'number' || key === 'employee_number') return [key, marker]
      if (key in ids) return [key, ids[key]]
      if (/_ids$/.test(key)) return [key, [1, 2]]
      if (/_id$/.test(key) && typeof value === 'number') return [key, 1]
      return [key, aimAt(value, ids, marker)]
    }),
  )
}

/** Creates a company with an employee, and whatever the document's examples create under them. Texts contain the marker. */
export async function seed(
  client: TestClient,
  operations: readonly Operation[],
  marker: string,
): Promise<Ids> {
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
    await callWith(client, operation, ids, mark(aimOwn(operation.body, ids), `${marker} ${index}`))
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

export async function readRows(tasman: TestApp): Promise<Map<string, string[]>> {
  // Runs as the owner of the tables, who can read every cell.
  const tables = (await execute(
    tasman.databaseUrl,
    `select table_schema as schema, table_name as name from information_schema.tables
     where (table_schema = 'public' or starts_with(table_schema, 'cell_')) and table_type = 'BASE TABLE'`,
  )) as { schema: string; name: string }[]
  const found = new Map<string, string[]>()
  for (const { schema, name } of tables.filter((table) => !UNWATCHED.test(table.name))) {
    const rows = await execute(
      tasman.databaseUrl,
      `select to_jsonb(t)::text as row from ${schema}."${name}" t`,
    )
    found.set(name, [...(found.get(name) ?? []), ...rows.map(({ row }) => String(row))])
  }
  return found
}
