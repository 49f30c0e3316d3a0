import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueGrant } from '../../../src/features/access/oauth/index.ts'
import { ALL_PAYROLL, type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let web: TestClient
let cafe: AnyJson
let bakery: AnyJson
let mia: { id: number; client: TestClient }
let tom: { id: number; client: TestClient }

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-02T00:00:00', env: { WEBHOOK_ALLOW_HOSTS: '127.0.0.1' } })
  owner = await tasman.clientFor('owner')
  web = await tasman.clientFor('owner', { clientId: 'tasman-web' })
  cafe = await aCompany(owner, { legal_name: 'Cafe Pty Ltd' })
  bakery = await aCompany(owner, { legal_name: 'Bakery Pty Ltd' })
  mia = await aPerson('Mia')
  tom = await aPerson('Tom')
}, 60_000)
afterAll(() => tasman.close())

async function aPerson(name: string) {
  const { query } = tasman.service.database
  const { customer_id } = await query
    .selectFrom('users')
    .select('customer_id')
    .where('email', '=', 'owner@demo.example')
    .executeTakeFirstOrThrow()
  const now = tasman.clock.now()
  const { id } = await query
    .insertInto('users')
    .values({
      customer_id,
      email: `${name.toLowerCase()}@bureau.example`,
      name,
      role: 'member',
      created_at: now,
    })
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

const give = (person: { id: number }, roles: AnyJson[], scope = 'companies') =>
  web.put(`/api/access/people/${person.id}`, { scope, roles })
const seen = async ({ client }: { client: TestClient }) =>
  (await client.get('/api/company')).body.map(({ id }: { id: number }) => id)

describe('a role by company', () => {
  it('covers its days, and a deputy has it too on theirs', async () => {
    // Today is 2 November 2026.
    expect(await seen(mia)).toEqual([cafe.id, bakery.id])
    await give(tom, [])
    expect(await seen(tom)).toEqual([])
    const role = (days: object) => ({ company_id: bakery.id, role: 'reader', ...days })
    for (const [roles, reached] of [
      [[], []],
      [[role({ from_date: '2026-11-02' })], [bakery.id]],
      [[role({ from_date: '2026-11-03' })], []],
      [[role({ from_date: '2026-10-01', to_date: '2026-11-02' })], [bakery.id]],
      [[role({ from_date: '2026-10-01', to_date: '2026-11-01' })], []],
    ] as const) {
      expect((await give(mia, [...roles])).status).toBe(200)
      expect(await seen(mia)).toEqual(reached)
    }
    const deputy = (from_date: string, to_date: string) => ({ user_id: tom.id, from_date, to_date })
    const since = { from_date: '2026-10-01' }
    await give(mia, [role({ ...since, deputy: deputy('2026-11-02', '2026-11-02') })])
    expect([await seen(mia), await seen(tom)]).toEqual([[bakery.id], [bakery.id]])
    await give(mia, [role({ ...since, deputy: deputy('2026-11-03', '2026-11-09') })])
    expect([await seen(mia), await seen(tom)]).toEqual([[bakery.id], []])
    await give(mia, [role({ ...since, to_date: '2026-11-01', deputy: deputy('2026-11-01', '2026-11-09') })])
    expect([await seen(mia), await seen(tom)]).toEqual([[], []])
  })

  it('reads in one company and writes in another', async () => {
    await give(mia, [
      { company_id: cafe.id, role: 'member' },
      { company_id: bakery.id, role: 'reader' },
    ])
    const person = await anEmployee(owner, bakery.id, { number: 'B-7' })
    const [mine, theirs] = [`/api/company/${cafe.id}`, `/api/company/${bakery.id}`]
    expect((await mia.client.patch(mine, { trading_name: 'Mia’s' })).status).toBe(200)
    expect((await mia.client.get(theirs)).status).toBe(200)
    expect(await mia.client.patch(theirs, { trading_name: 'x' })).toMatchObject({
      status: 403,
      body: { code: 'role_not_allowed' },
    })
    expect((await mia.client.get(`/api/employees/${person.id}`)).status).toBe(200)
    expect((await mia.client.delete(`/api/employees/${person.id}`)).status).toBe(403)
    await give(mia, [{ company_id: cafe.id, role: 'member' }])
    expect(await mia.client.get(`/api/employees/${person.id}`)).toMatchObject({ status: 404 })
    const taken = await mia.client.put(`/api/company/${cafe.id}/employees/create`, [{ number: 'B-7' }])
    expect(taken.raw.toString()).not.toContain(person.last_name)
  })

  it('closes what belongs to the account', async () => {
    for (const [method, path] of [
      ['put', '/api/company/create'],
      ['get', '/api/webhooks'],
      ['get', '/api/people'],
      ['get', '/api/portfolios'],
      ['post', '/api/employment-types'],
    ] as const)
      expect([path, (await mia.client[method](path, method === 'get' ? undefined : {})).status]).toEqual([
        path,
        403,
      ])
  })

  it('follows the portfolio', async () => {
    const { body: portfolio } = await web.post('/api/portfolios', { name: 'Food', company_ids: [cafe.id] })
    await give(mia, [{ portfolio_id: portfolio.id, role: 'member' }])
    expect(await seen(mia)).toEqual([cafe.id])
    await web.patch(`/api/portfolios/${portfolio.id}`, { company_ids: [cafe.id, bakery.id] })
    expect(await seen(mia)).toEqual([cafe.id, bakery.id])
    expect(await web.delete(`/api/portfolios/${portfolio.id}`)).toMatchObject({
      status: 409,
      body: { detail: 'These people have a role for the portfolio Food: Mia. Change their access first.' },
    })
    await give(mia, [], 'account')
    expect((await web.delete(`/api/portfolios/${portfolio.id}`)).status).toBe(204)
  })

  it('gives applications of such a person no events', async () => {
    const partner = await tasman.clientFor('partner')
    const hook = { url: 'http://127.0.0.1:9/hook', events: ['company.updated'] }
    expect((await partner.post('/api/webhooks', hook)).status).toBe(201)
    const { query } = tasman.service.database
    const { customer_id: customerId } = await query
      .selectFrom('users')
      .select('customer_id')
      .where('id', '=', mia.id)
      .executeTakeFirstOrThrow()
    const grant = { clientId: 'demo-partner', userId: mia.id, customerId, scopes: ALL_PAYROLL.split(' ') }
    await tasman.service.database.transaction((tx) => issueGrant(tx, grant, tasman.clock.now()))
    const heard = async (name: string) => {
      await owner.patch(`/api/company/${bakery.id}`, { trading_name: name })
      const { count } = await query
        .selectFrom('webhook_deliveries')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    }
    await give(mia, [{ company_id: cafe.id, role: 'member' }])
    expect(await heard('One')).toBe(0)
    await give(mia, [], 'account')
    expect(await heard('Two')).toBe(1)
  })
})

describe('the access review', () => {
  it('says who reaches what, since when and through whom, also as CSV', async () => {
    await give(mia, [{ company_id: cafe.id, role: 'reader', from_date: '2026-11-01', to_date: '2027-06-30' }])
    const { body } = await owner.get('/api/access-review')
    expect(body.find((row: AnyJson) => row.user_id === mia.id)).toMatchObject({
      name: 'Mia',
      role: 'reader',
      via: 'company',
      company: 'Cafe Pty Ltd',
      from_date: '2026-11-01',
      to_date: '2027-06-30',
      applications: ['Demo application', 'Demo partner application'],
    })
    expect(body.find((row: AnyJson) => row.via === 'account')).toMatchObject({
      role: 'owner',
      company_id: null,
    })
    const csv = await owner.get('/api/access-review?format=csv')
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(csv.raw.toString()).toContain('Cafe Pty Ltd')
  })
})

describe('refused', () => {
  it('what makes no sense, with a sentence', async () => {
    const deputy = { user_id: mia.id, from_date: '2026-12-05', to_date: '2026-12-06' }
    for (const [roles, sentence] of [
      [[{ role: 'member' }], 'roles[0]: name either a company_id or a portfolio_id.'],
      [[{ company_id: 999999, role: 'member' }], 'These are not companies of the account: 999999.'],
      [[{ portfolio_id: 999999, role: 'member' }], 'roles[0]: there is no portfolio 999999.'],
      [
        [{ company_id: cafe.id, role: 'member', from_date: '2026-12-05', to_date: '2026-12-01' }],
        'roles[0]: to_date is before from_date.',
      ],
      [[{ company_id: cafe.id, role: 'member', deputy }], 'roles[0]: a person cannot be their own deputy.'],
    ] as const)
      expect(await give(mia, [...roles])).toMatchObject({ status: 400, body: { detail: sentence } })
    const { id } = (await owner.get('/api/people')).body.people.find((row: AnyJson) => row.is_self)
    expect((await give({ id }, [])).status).toBe(409)
    expect((await give({ id: 999999 }, [])).status).toBe(404)
    expect((await owner.put(`/api/access/people/${mia.id}`, { scope: 'account' })).status).toBe(403)
    expect(await web.patch(`/api/people/${mia.id}`, { role: 'admin' })).toMatchObject({ status: 409 })
  })
})
