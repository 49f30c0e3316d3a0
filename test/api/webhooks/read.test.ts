import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { anEndpoint, LOCAL } from '../../webhooks/story.ts'

let tasman: TestApp
let owner: TestClient
let partner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ env: LOCAL })
  owner = await tasman.clientFor('owner')
  partner = await tasman.clientFor('partner')
})
afterAll(() => tasman.close())

describe('200', () => {
  it('lists the customer’s endpoints without secrets, and every event there is', async () => {
    const { secret: _secret, ...endpoint } = await anEndpoint(owner, 'http://127.0.0.1:1/a')
    await anEndpoint(partner, 'http://127.0.0.1:1/b')
    const { status, body } = await owner.get('/api/webhooks')
    expect(status).toBe(200)
    expect(body).toEqual({
      endpoints: [endpoint],
      availableEvents: [
        'company.created',
        'company.updated',
        'company.deleted',
        'employee.created',
        'employee.updated',
        'employee.deleted',
        'pay.created',
        'pay.updated',
        'pay.deleted',
        'approval.requested',
        'approval.approved',
        'approval.rejected',
        'approval.voided',
        'usage.reported',
      ],
    })
  })

  it('reads one endpoint without its secret', async () => {
    const { secret: _secret, ...endpoint } = await anEndpoint(owner, 'http://127.0.0.1:1/c')
    expect(await owner.get(`/api/webhooks/${endpoint.id}`)).toMatchObject({ status: 200, body: endpoint })
    expect((await owner.get(`/api/webhooks/${endpoint.id}`)).body).not.toHaveProperty('secret')
  })

  it('is satisfied by payroll.read', async () => {
    const reader = await tasman.clientFor('owner', { scope: 'openid payroll.read' })
    expect((await reader.get('/api/webhooks')).status).toBe(200)
  })
})

describe('403', () => {
  it('is for API admins only, on every address', async () => {
    const other = await tasman.clientFor('other')
    const answers = await Promise.all([
      other.get('/api/webhooks'),
      other.get('/api/webhooks/1'),
      other.patch('/api/webhooks/1', {}),
      other.delete('/api/webhooks/1'),
      other.get('/api/webhooks/1/deliveries'),
      other.post('/api/webhooks/1/test'),
      other.post('/api/webhooks/1/deliveries/1/redeliver'),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(403))
  })
})

describe('404', () => {
  it('answers so for another customer’s endpoint, an unknown one and one that is no id', async () => {
    const { id } = await anEndpoint(partner, 'http://127.0.0.1:1/d')
    for (const path of [id, 999_999, 0, -1, 99_999_999_999])
      expect(await owner.get(`/api/webhooks/${path}`)).toMatchObject({
        status: 404,
        body: { detail: 'Webhook not found.' },
      })
  })
})

describe('422', () => {
  it('refuses an id that is no number', async () => {
    expect((await owner.get('/api/webhooks/abc')).body.status_code).toBe(10422)
  })
})
