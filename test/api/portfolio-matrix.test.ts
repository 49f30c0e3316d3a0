import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueGrant } from '../../src/features/access/oauth/index.ts'
import { ALL_PAYROLL, type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { type Operation, readOperations } from '../support/operations.ts'
import { aimAt, callWith, type Ids, isOpenFile, readRows, seed } from '../support/others-ids.ts'

/*
 * Every operation × three portfolios of one account: an officer of one portfolio has no access to the others.
 */

const NAMES = ['Qzxalpha', 'Qzxbeta', 'Qzxgamma'] as const
type Name = (typeof NAMES)[number]

let tasman: TestApp
let owner: TestClient
let stranger: TestClient
let operations: Operation[]
const ids = {} as Record<Name, Ids>
const officers = {} as Record<Name, { id: number; client: TestClient }>

beforeAll(async () => {
  tasman = await startTestApp({ env: { WEBHOOK_ALLOW_HOSTS: '127.0.0.1' } })
  owner = await tasman.clientFor('owner')
  stranger = await tasman.clientFor('other')
  operations = await readOperations(owner)
  for (const name of NAMES) ids[name] = await seed(owner, operations, name)
  const web = await tasman.clientFor('owner', { clientId: 'tasman-web' })
  for (const name of NAMES) {
    const portfolio = await web.post('/api/portfolios', { name, company_ids: [ids[name].company_id] })
    expect(portfolio.status).toBe(201)
    const person = await anOfficer(name)
    const roles = [{ portfolio_id: portfolio.body.id, role: 'member' }]
    const given = await web.put(`/api/access/people/${person.id}`, { scope: 'companies', roles })
    expect(given.status).toBe(200)
    officers[name] = person
  }
  for (const name of NAMES) await owner.get(`/api/company/${ids[name].company_id}/obligations`)
}, 240_000)
afterAll(() => tasman.close())

async function anOfficer(name: string): Promise<{ id: number; client: TestClient }> {
  const { query } = tasman.service.database
  const { customer_id } = await query
    .selectFrom('companies')
    .select('customer_id')
    .where('id', '=', Number(ids[NAMES[0]].company_id))
    .executeTakeFirstOrThrow()
  const email = `${name.toLowerCase()}@bureau.example`
  const now = tasman.clock.now()
  const { id } = await query
    .insertInto('users')
    .values({ customer_id, email, name: `Officer ${name.slice(3)}`, role: 'member', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const grant = {
    clientId: 'demo-client',
    userId: id,
    customerId: customer_id,
    scopes: ALL_PAYROLL.split(' '),
  }
  const { accessToken } = await tasman.service.database.transaction((tx) => issueGrant(tx, grant, now))
  return { id, client: tasman.clientWith(accessToken) }
}

/**
 * The ids of the other portfolio, alone, below the caller's own company or employee, and as a filter of the
 * caller's own records.
 */
function choices(operation: Operation, own: Ids, others: Ids): { ids: Ids; query: string }[] {
  const named = (from: Ids) =>
    Object.fromEntries(
      operation.params.map(({ name, type }) => [name, from[name] ?? (type === 'string' ? '1' : 1)]),
    ) as Ids
  const parents = operation.params.slice(0, -1).filter(({ name }) => own[name] !== undefined)
  const below = {
    ...named(others),
    ...Object.fromEntries(parents.map(({ name }) => [name, own[name]])),
  } as Ids
  const filters = operation.query
    .filter((name) => /(^|_)(id|ids|after|before)$/.test(name))
    .map((name) => `${name}=${others[name.replace(/s$/, '')] ?? others.company_id}`)
  const aimed = [{ ids: named(others), query: '' }]
  if (parents.length > 0) aimed.push({ ids: below, query: '' })
  if (filters.length > 0 || operation.params.length === 0)
    aimed.push({ ids: named(own), query: filters.length > 0 ? `?${filters.join('&')}` : '' })
  return aimed
}

const isOthersPath = ({ params }: Operation, used: Ids, others: Ids) =>
  params.some(({ name }) => /^(company|employee)_id$/.test(name) && used[name] === others[name])

/** Values that differ from call to call. */
const plain = (raw: Buffer) => raw.toString().replaceAll(/"request_id":"[^"]*"/g, '')

describe('an officer of one portfolio', () => {
  for (const [place, name] of NAMES.entries()) {
    const other = NAMES[(place + 1) % NAMES.length] as Name
    it(`${name}: no operation shows or changes anything of ${other}`, async () => {
      const { client } = officers[name]
      const watched = (rows: string[]) => rows.filter((row) => row.includes(other))
      const before = await readRows(tasman)
      const leaks: string[] = []
      for (const operation of operations.filter(({ isPublic }) => !isPublic))
        for (const { ids: used, query } of choices(operation, ids[name], ids[other])) {
          const body = aimAt(operation.body, ids[other], other)
          const aimed = { ...operation, path: operation.path + query }
          const answer = await callWith(client, aimed, used, body)
          const text = plain(answer.raw)
          const isForeign = isOthersPath(operation, used, ids[other])
          // An id in a sentence about the request is not a leak, but a name is.
          const hasLeaked =
            NAMES.some((known) => known !== name && text.includes(known) && !isEcho(answer)) ||
            answer.status >= 500 ||
            (isForeign && answer.status < 300) ||
            (isForeign && isOpenFile(answer))
          const where = `${operation.method} ${aimed.path} ${JSON.stringify(used)}`
          if (hasLeaked) leaks.push(`${where} → ${answer.status} ${text.slice(0, 300)}`)
          // Below the caller's own company, a stranger is refused the company, not the record below it.
          if (isForeign && (used.company_id ?? ids[other].company_id) === ids[other].company_id) {
            const strange = await callWith(stranger, aimed, used, body)
            if (strange.status !== answer.status || plain(strange.raw) !== text)
              leaks.push(
                `${where} → ${answer.status} ${text}, to a stranger ${strange.status} ${plain(strange.raw)}`,
              )
          }
        }
      expect(leaks).toEqual([])
      const after = await readRows(tasman)
      for (const [table, rows] of before) {
        const left = new Set(after.get(table))
        expect([table, watched(rows).filter((row) => !left.has(row))]).toEqual([table, []])
      }
    }, 240_000)
  }

  it('works in the companies of the portfolio as in an account of its own', async () => {
    const { client } = officers.Qzxalpha
    const { company_id: company, employee_id: employee } = ids.Qzxalpha
    for (const path of ['/api/company', '/api/companies'])
      expect(namesIn((await client.get(path)).body)).toEqual([company])
    for (const path of [`company/${company}`, `employees/${employee}`, `company/${company}/pays`])
      expect((await client.get(`/api/${path}`)).status).toBe(200)
    const changed = await client.patch(`/api/company/${company}`, { trading_name: 'By its officer' })
    expect([changed.status, changed.body.trading_name]).toEqual([200, 'By its officer'])
  })
})

const namesIn = (body: AnyJson): number[] => (body.companies ?? body).map(({ id }: { id: number }) => id)

/** 422 and 400 repeat values from the request. */
const isEcho = ({ status }: { status: number }) => [400, 409, 422].includes(status)
