import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepDeliveries } from '../../../src/features/platform/webhooks/index.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { answering, type Receiver, startReceiver } from '../../webhooks/receiver.ts'
import { anEndpoint, customerOf, entity, LOCAL, logOf, record } from '../../webhooks/story.ts'

let tasman: TestApp
let owner: TestClient
let receiver: Receiver
let customerId: number
beforeAll(async () => {
  receiver = await startReceiver()
  tasman = await startTestApp({ env: { ...LOCAL, WEBHOOK_RETRY_WAITS: '0' } })
  owner = await tasman.clientFor('owner')
  customerId = await customerOf(tasman, 'owner@demo.example')
})
afterAll(async () => {
  await tasman.close()
  await receiver.close()
})

describe('GET deliveries 200', () => {
  it('shows each delivery with its state and never its payload', async () => {
    const { id } = await anEndpoint(owner, receiver.url('/log'))
    await record(tasman, customerId, 'company.updated', entity(1, { tax_file_number: '123456782' }))
    const [queued] = await logOf(owner, id)
    expect(queued).toEqual({
      id: expect.any(Number),
      event_type: 'company.updated',
      entity: { type: 'company', id: 1 },
      status: 'pending',
      attempts: 0,
      next_attempt_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      response_status: null,
      error: null,
      created_at: expect.any(String),
      last_attempt_at: null,
      delivered_at: null,
    })
    await sweepDeliveries(tasman.service)
    const answer = await owner.get(`/api/webhooks/${id}/deliveries`)
    expect(answer.body).toEqual([
      {
        ...queued,
        status: 'delivered',
        attempts: 1,
        next_attempt_at: null,
        response_status: 204,
        last_attempt_at: expect.any(String),
        delivered_at: expect.any(String),
      },
    ])
    expect(answer.raw.toString()).not.toContain('782')
    await owner.delete(`/api/webhooks/${id}`)
  })

  it('is newest first and takes a limit', async () => {
    const { id } = await anEndpoint(owner, receiver.url('/many'))
    await record(
      tasman,
      customerId,
      'company.updated',
      ...Array.from({ length: 120 }, (_, i) => entity(i + 1)),
    )
    const all = await logOf(owner, id)
    expect(all).toHaveLength(120)
    expect(all.map((row) => row.id)).toEqual(all.map((row) => row.id).toSorted((a, b) => b - a))
    expect((await owner.get(`/api/webhooks/${id}/deliveries`)).body).toEqual(all.slice(0, 100))
    expect((await owner.get(`/api/webhooks/${id}/deliveries?limit=3`)).body).toEqual(all.slice(0, 3))
    await owner.delete(`/api/webhooks/${id}`)
  })
})

describe('GET deliveries 422', () => {
  it.each(['0', '501', 'all', '1.5'])('refuses limit=%s', async (limit) => {
    const { id } = await anEndpoint(owner, receiver.url('/limits'))
    const answer = await owner.get(`/api/webhooks/${id}/deliveries?limit=${limit}`)
    expect(answer).toMatchObject({ status: 422, body: { status_code: 10422 } })
  })

  it('knows no offset', async () => {
    const { id } = await anEndpoint(owner, receiver.url('/limits'))
    expect((await owner.get(`/api/webhooks/${id}/deliveries?offset=1`)).status).toBe(422)
  })
})

describe('POST test 202', () => {
  it('queues an event that is delivered like any other', async () => {
    const { id } = await anEndpoint(owner, receiver.url('/test'))
    const { status, body } = await owner.post(`/api/webhooks/${id}/test`)
    expect(status).toBe(202)
    expect(body).toMatchObject({ event_type: 'webhook.test', status: 'pending', attempts: 0 })
    await sweepDeliveries(tasman.service)
    const [received] = receiver.at('/test')
    expect(received?.headers).toMatchObject({
      'x-payroll-event': 'webhook.test',
      'x-payroll-delivery-id': String(body.id),
    })
    expect(received?.body).toMatchObject({
      type: 'webhook.test',
      customerId,
      entity: { type: 'webhook', id },
    })
  })
})

describe('POST redeliver 202', () => {
  it('sends the same delivery again with the same payload', async () => {
    const { id } = await anEndpoint(owner, receiver.url('/again'))
    await owner.post(`/api/webhooks/${id}/test`)
    await sweepDeliveries(tasman.service)
    const [delivered] = await logOf(owner, id)
    const { status, body } = await owner.post(`/api/webhooks/${id}/deliveries/${delivered.id}/redeliver`)
    expect(status).toBe(202)
    expect(body).toMatchObject({ id: delivered.id, status: 'retry', attempts: 1, delivered_at: null })
    await sweepDeliveries(tasman.service)
    const [first, second] = receiver.at('/again')
    expect(second?.raw.equals(first?.raw ?? Buffer.alloc(0))).toBe(true)
    expect(second?.headers['x-payroll-delivery-id']).toBe(first?.headers['x-payroll-delivery-id'])
    expect(await logOf(owner, id)).toMatchObject([{ status: 'delivered', attempts: 2 }])
  })

  it('gives a failed delivery eight further attempts', async () => {
    const { id } = await anEndpoint(owner, receiver.url('/broken'))
    receiver.answers.set('/broken', answering.status(500))
    await owner.post(`/api/webhooks/${id}/test`)
    for (let i = 0; i < 10; i++) await sweepDeliveries(tasman.service)
    const [failed] = await logOf(owner, id)
    expect(failed).toMatchObject({ status: 'failed', attempts: 8, response_status: 500 })
    await owner.post(`/api/webhooks/${id}/deliveries/${failed.id}/redeliver`)
    for (let i = 0; i < 10; i++) await sweepDeliveries(tasman.service)
    expect(await logOf(owner, id)).toMatchObject([{ status: 'failed', attempts: 16 }])
    expect(receiver.at('/broken')).toHaveLength(16)
  })
})

describe('404', () => {
  it('answers so for an unknown delivery and for one of another endpoint', async () => {
    const first = await anEndpoint(owner, receiver.url('/first'))
    const second = await anEndpoint(owner, receiver.url('/second'))
    const { body } = await owner.post(`/api/webhooks/${first.id}/test`)
    for (const path of [`${second.id}/deliveries/${body.id}`, `${first.id}/deliveries/999999999`])
      expect(await owner.post(`/api/webhooks/${path}/redeliver`)).toMatchObject({
        status: 404,
        body: { detail: 'Delivery not found.' },
      })
  })
})

describe('409', () => {
  it('tests and redelivers only what is switched on', async () => {
    const { id } = await anEndpoint(owner, receiver.url('/inactive'))
    const { body } = await owner.post(`/api/webhooks/${id}/test`)
    await owner.patch(`/api/webhooks/${id}`, { is_active: false })
    expect((await owner.post(`/api/webhooks/${id}/test`)).status).toBe(409)
    expect((await owner.post(`/api/webhooks/${id}/deliveries/${body.id}/redeliver`)).status).toBe(409)
  })
})
