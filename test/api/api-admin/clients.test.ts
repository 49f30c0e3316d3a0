import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { authorize, createVisitor, exchangeCode, refresh } from '../../support/visitor.ts'

let tasman: TestApp
let owner: TestClient
let partner: TestClient
const NEW = { name: 'Roster sync', redirect_uris: ['https://roster.example.com/callback'] }

beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  partner = await tasman.clientFor('partner')
})
afterAll(() => tasman.close())

describe('use', () => {
  it('shows an application what it used of its limits, and nothing of others', async () => {
    const limited = await startTestApp({ env: { RATE_LIMITS: 'on' } })
    const caller = await limited.clientFor('owner')
    const web = await limited.clientFor('owner', { clientId: 'tasman-web' })
    const { body: made } = await web.post('/api/api-admin/clients', NEW)
    await limited.administer(
      `update oauth_clients set customer_id = (select customer_id from users where email = $1) where client_id = $2`,
      ['owner@demo.example', 'demo-client'],
    )
    for (let at = 0; at < 3; at += 1) await caller.get('/api/company')
    const { status, body } = await web.get('/api/api-admin/use')
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        client_id: 'demo-client',
        customer_id: null,
        limit_class: 'default',
        used: 3,
        limit: 500,
        resets_at: expect.any(String),
      },
      {
        client_id: 'demo-client',
        customer_id: expect.any(Number),
        limit_class: 'default',
        used: 3,
        limit: 25,
        resets_at: expect.any(String),
      },
    ])
    expect(body.map((row: { client_id: string }) => row.client_id)).not.toContain(made.client_id)
    const other = await limited.clientFor('partner', { clientId: 'tasman-web' })
    expect((await other.get('/api/api-admin/use')).body).toEqual([])
    await limited.close()
  })
})

describe('201', () => {
  it('creates an application whose secret is shown once and stored hashed', async () => {
    const made = await owner.post('/api/api-admin/clients', NEW)
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      client_id: expect.stringMatching(/^tc_[0-9a-f]{24}$/),
      ...NEW,
      allows_loopback: false,
      is_public: false,
      public_keys: [],
      service_role: null,
      created_at: expect.stringMatching(/^2026-11-02T00:0\d:\d\d$/),
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
    })
    const list = await owner.get('/api/api-admin/clients')
    expect(list.body.map((row: { name: string }) => row.name)).toContain('Roster sync')
    expect(JSON.stringify(list.body)).not.toContain(made.body.client_secret)
    const { rows } = await tasman.service.database.pool.query(
      'select row_to_json(c)::text as a from oauth_clients c',
    )
    expect(JSON.stringify(rows)).not.toContain(made.body.client_secret)
  })

  it('gives a public application no secret', async () => {
    const made = await owner.post('/api/api-admin/clients', { ...NEW, is_public: true })
    expect(made.body.client_secret).toBeNull()
    const rotated = await owner.post(`/api/api-admin/clients/${made.body.client_id}/rotate-secret`)
    expect(rotated.status).toBe(409)
  })

  it('makes an application that can run the whole flow, until its secret rotates', async () => {
    const { body: made } = await owner.post('/api/api-admin/clients', NEW)
    const [redirect_uri = ''] = NEW.redirect_uris
    const visitor = createVisitor(tasman)
    const query = { client_id: made.client_id, redirect_uri }
    const credentials = { client_id: made.client_id, client_secret: made.client_secret, redirect_uri }
    const back = await authorize(visitor, query, { email: 'other@demo.example' })
    const pair = await exchangeCode(tasman, back.get('code') ?? '', credentials)
    expect(pair.status).toBe(200)

    const rotated = await owner.post(`/api/api-admin/clients/${made.client_id}/rotate-secret`)
    expect(rotated.status).toBe(200)
    expect(rotated.body.client_secret).not.toBe(made.client_secret)
    expect((await refresh(tasman, pair.body.refresh_token, credentials)).status).toBe(401)
    const renewed = { ...credentials, client_secret: rotated.body.client_secret }
    expect((await refresh(tasman, pair.body.refresh_token, renewed)).status).toBe(200)

    const { body: connections } = await owner.get('/api/api-admin/connections')
    expect(connections.find((row: { client_id: string }) => row.client_id === made.client_id)).toEqual({
      id: expect.any(Number),
      client_id: made.client_id,
      client_name: 'Roster sync',
      customer_id: expect.any(Number),
      customer_name: 'Other Bakery',
      scopes: ['openid', 'payroll.read', 'payroll.write'],
      created_at: expect.stringMatching(/^2026-11-02T00:0\d:\d\d$/),
      last_token_at: expect.stringMatching(/^2026-11-02T00:0\d:\d\d$/),
    })
  })
})

describe('200', () => {
  it('renames and changes redirect URIs', async () => {
    const { body: made } = await owner.post('/api/api-admin/clients', NEW)
    const path = `/api/api-admin/clients/${made.client_id}`
    expect((await owner.patch(path, { name: 'Renamed' })).body.name).toBe('Renamed')
    const changed = await owner.patch(path, { redirect_uris: ['http://localhost:3000/back'] })
    expect(changed.body).toMatchObject({ name: 'Renamed', redirect_uris: ['http://localhost:3000/back'] })
  })

  it('lists no connection that was never used, and none of the web app', async () => {
    const before = (await partner.get('/api/api-admin/connections')).body.length
    const visitor = createVisitor(tasman)
    const query = { client_id: 'demo-partner' }
    expect((await authorize(visitor, query, { email: 'partner@demo.example' })).has('code')).toBe(true)
    await tasman.clientFor('partner', { clientId: 'tasman-web' })
    expect((await partner.get('/api/api-admin/connections')).body).toHaveLength(before)
  })
})

describe('404', () => {
  it('answers another customer’s application and connection as unknown', async () => {
    const { body: made } = await owner.post('/api/api-admin/clients', NEW)
    const path = `/api/api-admin/clients/${made.client_id}`
    expect((await partner.patch(path, { name: 'Mine now' })).body).toMatchObject({
      detail: 'Client not found',
    })
    expect((await partner.post(`${path}/rotate-secret`)).status).toBe(404)
    expect((await partner.delete(path)).status).toBe(404)
    expect((await owner.patch('/api/api-admin/clients/tasman-web', { name: 'x' })).status).toBe(404)

    await tasman.clientFor('owner')
    const { body: mine } = await owner.get('/api/api-admin/connections')
    for (const id of [mine[0].id, 0, -1, 999_999_999_999])
      expect((await partner.delete(`/api/api-admin/connections/${id}`)).status).toBe(404)
  })

  it('answers a deleted application and a revoked connection as unknown', async () => {
    const { body: made } = await owner.post('/api/api-admin/clients', NEW)
    const path = `/api/api-admin/clients/${made.client_id}`
    expect((await owner.delete(path)).status).toBe(204)
    expect((await owner.delete(path)).status).toBe(404)
    expect((await owner.patch(path, { name: 'x' })).status).toBe(404)
  })
})

describe('422', () => {
  const FAULTS: [string, unknown, (string | number)[]][] = [
    ['http', ['http://roster.example.com/back'], ['body', 'redirect_uris', 0]],
    ['no URL', ['roster'], ['body', 'redirect_uris', 0]],
    ['a fragment', ['https://a.example/', 'https://a.example/#x'], ['body', 'redirect_uris', 1]],
    ['a user name', ['https://user@a.example/'], ['body', 'redirect_uris', 0]],
    ['another scheme', ['javascript:alert(1)'], ['body', 'redirect_uris', 0]],
    ['none', [], ['body', 'redirect_uris']],
  ]
  for (const [fault, redirect_uris, loc] of FAULTS)
    it(`refuses redirect URIs: ${fault}`, async () => {
      const answer = await owner.post('/api/api-admin/clients', { name: 'X', redirect_uris })
      expect(answer.status).toBe(422)
      expect(answer.body.status_code).toBe(10422)
      expect(answer.body.data[0].loc).toEqual(loc)
    })

  it('refuses unknown members, an empty name and an empty change', async () => {
    expect((await owner.post('/api/api-admin/clients', { ...NEW, client_secret: 'mine' })).status).toBe(422)
    expect((await owner.post('/api/api-admin/clients', { ...NEW, name: ' ' })).status).toBe(422)
    expect((await owner.patch('/api/api-admin/clients/demo-client', {})).status).toBe(422)
  })
})
