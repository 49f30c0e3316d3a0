import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepDeliveries } from '../../../src/features/platform/webhooks/index.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isSigned, type Receiver, startReceiver } from '../../webhooks/receiver.ts'
import { anEndpoint, customerOf, entity, LOCAL, logOf, record } from '../../webhooks/story.ts'

let tasman: TestApp
let owner: TestClient
let receiver: Receiver
let customerId: number
beforeAll(async () => {
  receiver = await startReceiver()
  tasman = await startTestApp({ env: LOCAL })
  owner = await tasman.clientFor('owner')
  customerId = await customerOf(tasman, 'owner@demo.example')
})
afterAll(async () => {
  await tasman.close()
  await receiver.close()
})

describe('PATCH 200', () => {
  it('changes what is named and leaves the rest', async () => {
    const { secret: _secret, ...endpoint } = await anEndpoint(owner, 'http://127.0.0.1:1/a', {
      description: 'before',
    })
    const { status, body } = await owner.patch(`/api/webhooks/${endpoint.id}`, {
      url: ' <http://127.0.0.1:1/b> ',
      events: ['pay.created', 'pay.created'],
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...endpoint,
      url: 'http://127.0.0.1:1/b',
      events: ['pay.created'],
      updated_at: body.updated_at,
      warnings: expect.any(Array),
    })
    expect((await owner.patch(`/api/webhooks/${endpoint.id}`, { description: null })).body.description).toBe(
      null,
    )
    expect((await owner.patch(`/api/webhooks/${endpoint.id}`, {})).body).not.toHaveProperty('secret')
  })

  it('regenerates the secret, shows it once, and signs what is queued with it', async () => {
    const endpoint = await anEndpoint(owner, receiver.url('/rotated'))
    await record(tasman, customerId, 'company.updated', entity(1))
    const { body } = await owner.patch(`/api/webhooks/${endpoint.id}`, { regenerate_secret: true })
    expect(body.secret).toMatch(/^whsec_/)
    expect(body.secret).not.toBe(endpoint.secret)
    expect((await owner.get(`/api/webhooks/${endpoint.id}`)).body).not.toHaveProperty('secret')
    await sweepDeliveries(tasman.service)
    const [received] = receiver.at('/rotated')
    expect(received && isSigned(received, body.secret)).toBe(true)
    expect(received && isSigned(received, endpoint.secret)).toBe(false)
    await owner.delete(`/api/webhooks/${endpoint.id}`)
  })

  it('skips what is queued when it is switched off', async () => {
    const endpoint = await anEndpoint(owner, receiver.url('/off'))
    await record(tasman, customerId, 'company.updated', entity(2))
    await owner.patch(`/api/webhooks/${endpoint.id}`, { is_active: false })
    await record(tasman, customerId, 'company.updated', entity(3))
    await sweepDeliveries(tasman.service)
    expect(receiver.at('/off')).toEqual([])
    expect(await logOf(owner, endpoint.id)).toMatchObject([{ status: 'skipped', attempts: 0 }])
  })
})

describe('PATCH 404', () => {
  it('answers so for an unknown endpoint', async () => {
    expect((await owner.patch('/api/webhooks/999999', { is_active: false })).status).toBe(404)
  })
})

describe('PATCH 422', () => {
  it.each([
    ['a secret', { secret: 'a-secret-of-my-own' }, 'secret'],
    ['no events', { events: [] }, 'events'],
    ['a private url', { url: 'http://10.0.0.1/' }, 'url'],
    ['a long url', { url: 'https://hooks.example/'.padEnd(513, 'x') }, 'url'],
    ['a long description', { description: 'd'.repeat(256) }, 'description'],
  ])('refuses %s and changes nothing', async (_what, body, place) => {
    const { secret: _secret, ...endpoint } = await anEndpoint(owner, 'http://127.0.0.1:1/same')
    const answer = await owner.patch(`/api/webhooks/${endpoint.id}`, body)
    expect(answer).toMatchObject({ status: 422, body: { status_code: 10422 } })
    expect(answer.body.data[0].loc).toEqual(['body', place])
    expect((await owner.get(`/api/webhooks/${endpoint.id}`)).body).toEqual(endpoint)
  })
})

describe('DELETE 204', () => {
  it('deletes the endpoint; what was queued is never sent', async () => {
    const endpoint = await anEndpoint(owner, receiver.url('/gone'))
    await record(tasman, customerId, 'company.updated', entity(4))
    const answer = await owner.delete(`/api/webhooks/${endpoint.id}`)
    expect(answer).toMatchObject({ status: 204, body: '' })
    await sweepDeliveries(tasman.service)
    expect(receiver.at('/gone')).toEqual([])
    const [row] = await tasman.service.database.query
      .selectFrom('webhook_deliveries')
      .select(['state', 'attempts'])
      .where('endpoint_id', '=', endpoint.id)
      .execute()
    expect(row).toEqual({ state: 'skipped', attempts: 0 })
  })
})

describe('DELETE 404', () => {
  it('answers so the second time, and on every other address of it', async () => {
    const { id } = await anEndpoint(owner, 'http://127.0.0.1:1/twice')
    await owner.delete(`/api/webhooks/${id}`)
    const answers = await Promise.all([
      owner.delete(`/api/webhooks/${id}`),
      owner.get(`/api/webhooks/${id}`),
      owner.patch(`/api/webhooks/${id}`, {}),
      owner.get(`/api/webhooks/${id}/deliveries`),
      owner.post(`/api/webhooks/${id}/test`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  })
})
