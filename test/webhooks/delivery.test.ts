import type { KyselyPlugin } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../src/database/connect.ts'
import { forgetOldDeliveries, sweepDeliveries } from '../../src/features/platform/webhooks/index.ts'
import { createSender } from '../../src/features/platform/webhooks/sender.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { answering, isSigned, type Receiver, startReceiver } from './receiver.ts'
import { anEndpoint, customerOf, entity, LOCAL, logOf, record } from './story.ts'

const WAITS = [30, 60, 120, 240, 480, 960, 1920]

let tasman: TestApp
let owner: TestClient
let receiver: Receiver
let customerId: number
beforeAll(async () => {
  receiver = await startReceiver()
  // The public package compares the timestamp with the system's clock, so this service runs on today's time.
  tasman = await startTestApp({ env: LOCAL, now: new Date().toISOString().slice(0, 19) })
  owner = await tasman.clientFor('owner')
  customerId = await customerOf(tasman, 'owner@demo.example')
})
beforeEach(async () => {
  await tasman.service.database.query.updateTable('webhook_endpoints').set({ is_active: false }).execute()
  tasman.clock.set(new Date())
})
afterAll(async () => {
  await tasman.close()
  await receiver.close()
})

describe('a delivery', () => {
  it('is a signed POST of exactly the stored bytes', async () => {
    const endpoint = await anEndpoint(owner, receiver.url('/signed?x=1'), { events: ['employee.updated'] })
    const data = { first_name: 'Māia', note: '😀 "quoted"', tax_file_number: '123456782' }
    await record(tasman, customerId, 'employee.updated', entity(5, data))
    await sweepDeliveries(tasman.service)

    const [received] = receiver.at('/signed?x=1')
    if (!received) throw new Error('nothing arrived')
    const { headers, raw, body } = received
    expect(isSigned(received, endpoint.secret)).toBe(true)
    expect(isSigned({ ...received, raw: Buffer.concat([raw, Buffer.from(' ')]) }, endpoint.secret)).toBe(
      false,
    )
    expect(headers['content-type']).toBe('application/json')
    expect(headers['x-payroll-event']).toBe('employee.updated')
    expect(headers['x-payroll-timestamp']).toMatch(/^\d{10}$/)
    expect(headers['x-payroll-signature']).toMatch(/^[0-9a-f]{64}$/)
    expect(raw.every((byte) => byte < 0x80)).toBe(true)
    expect(raw.toString()).toBe(
      JSON.stringify(body).replace(
        /[\u0080-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    )
    expect(Object.keys(body)).toEqual(['id', 'type', 'createdAt', 'customerId', 'entity', 'data'])
    expect(body.data).toEqual({ ...data, tax_file_number: '***782' })

    const [row] = await logOf(owner, endpoint.id)
    expect(headers['x-payroll-delivery-id']).toBe(String(row.id))
    expect(row).toMatchObject({ status: 'delivered', attempts: 1, response_status: 204, error: null })
  })

  it('carries Standard Webhooks headers that the public package verifies', async () => {
    const endpoint = await anEndpoint(owner, receiver.url('/standard'))
    await record(tasman, customerId, 'company.updated', entity(6))
    await sweepDeliveries(tasman.service)
    const [received] = receiver.at('/standard')
    if (!received) throw new Error('nothing arrived')
    expect(new Webhook(endpoint.secret).verify(received.raw, received.headers)).toEqual(received.body)
    expect(received.headers['webhook-id']).not.toContain('.')
    expect(received.headers['webhook-timestamp']).toBe(received.headers['x-payroll-timestamp'])
    expect(() => new Webhook('whsec_AAAA').verify(received.raw, received.headers)).toThrow()
  })

  it.each([200, 201, 204, 299])('succeeds with status %i, whatever the body', async (status) => {
    const endpoint = await anEndpoint(owner, receiver.url(`/ok-${status}`))
    receiver.answers.set(`/ok-${status}`, answering.status(status))
    await record(tasman, customerId, 'company.updated', entity(7))
    await sweepDeliveries(tasman.service)
    expect(await logOf(owner, endpoint.id)).toMatchObject([{ status: 'delivered', response_status: status }])
  })

  it.each([300, 400, 404, 410, 429, 500, 503])('fails with status %i', async (status) => {
    const endpoint = await anEndpoint(owner, receiver.url(`/bad-${status}`))
    receiver.answers.set(`/bad-${status}`, answering.status(status))
    await record(tasman, customerId, 'company.updated', entity(8))
    await sweepDeliveries(tasman.service)
    expect(await logOf(owner, endpoint.id)).toMatchObject([
      { status: 'retry', attempts: 1, response_status: status, delivered_at: null },
    ])
  })

  it.each([301, 302, 307, 308])('does not follow a redirect %i', async (status) => {
    const endpoint = await anEndpoint(owner, receiver.url(`/from-${status}`))
    receiver.answers.set(`/from-${status}`, answering.status(status, { location: receiver.url('/target') }))
    await record(tasman, customerId, 'company.updated', entity(9))
    await sweepDeliveries(tasman.service)
    expect(receiver.at('/target')).toEqual([])
    expect(await logOf(owner, endpoint.id)).toMatchObject([{ status: 'retry', response_status: status }])
  })

  it('fails when the socket is closed or no one listens', async () => {
    const closing = await anEndpoint(owner, receiver.url('/closing'))
    const nobody = await anEndpoint(owner, 'http://127.0.0.1:1/')
    receiver.answers.set('/closing', answering.closing)
    await record(tasman, customerId, 'company.updated', entity(10))
    await sweepDeliveries(tasman.service)
    expect(await logOf(owner, closing.id)).toMatchObject([
      { status: 'retry', response_status: null, error: expect.stringContaining('closed before a response') },
    ])
    expect(await logOf(owner, nobody.id)).toMatchObject([
      { status: 'retry', response_status: null, error: expect.stringContaining('refused') },
    ])
  })

  it('fails after ten seconds without an answer', async () => {
    const endpoint = await anEndpoint(owner, receiver.url('/hanging'))
    receiver.answers.set('/hanging', answering.never)
    await record(tasman, customerId, 'company.updated', entity(11))
    const startedMs = performance.now()
    await sweepDeliveries(tasman.service)
    expect(performance.now() - startedMs).toBeGreaterThan(9_900)
    expect(performance.now() - startedMs).toBeLessThan(14_000)
    expect(await logOf(owner, endpoint.id)).toMatchObject([
      { status: 'retry', error: 'No answer within 10 seconds' },
    ])
  })

  it('succeeds with its status: a body that never ends is not waited for', async () => {
    const endpoint = await anEndpoint(owner, receiver.url('/dripping'))
    receiver.answers.set('/dripping', answering.dripping)
    await record(tasman, customerId, 'company.updated', entity(12))
    const startedMs = performance.now()
    await sweepDeliveries(tasman.service)
    expect(performance.now() - startedMs).toBeLessThan(3000)
    expect(await logOf(owner, endpoint.id)).toMatchObject([{ status: 'delivered' }])
  })
})

describe('the retries', () => {
  it('wait 30 s, 1, 2, 4, 8, 16 and 32 minutes; the eighth failure is final', async () => {
    const endpoint = await anEndpoint(owner, receiver.url('/down'))
    receiver.answers.set('/down', answering.status(500))
    await record(tasman, customerId, 'company.updated', entity(21))
    await sweepDeliveries(tasman.service)
    for (const [index, seconds] of WAITS.entries()) {
      const log = await logOf(await tasman.clientFor('owner'), endpoint.id)
      expect(log).toMatchObject([{ status: 'retry', attempts: index + 1 }])
      tasman.clock.advance((seconds - 5) * 1000)
      await sweepDeliveries(tasman.service)
      expect(receiver.at('/down')).toHaveLength(index + 1)
      tasman.clock.advance(5000)
      await sweepDeliveries(tasman.service)
      expect(receiver.at('/down')).toHaveLength(index + 2)
    }
    const failed = { status: 'failed', attempts: 8, next_attempt_at: null, response_status: 500 }
    expect(await logOf(await tasman.clientFor('owner'), endpoint.id)).toMatchObject([failed])
    tasman.clock.advance(86_400_000)
    await sweepDeliveries(tasman.service)
    expect(receiver.at('/down')).toHaveLength(8)
  })

  it('repeat delivery id and body, and sign each attempt at its own time', async () => {
    const endpoint = await anEndpoint(owner, receiver.url('/flaky'))
    receiver.answers.set('/flaky', answering.status(503))
    await record(tasman, customerId, 'company.updated', entity(22))
    await sweepDeliveries(tasman.service)
    receiver.answers.delete('/flaky')
    tasman.clock.advance(31_000)
    await sweepDeliveries(tasman.service)

    const [first, second] = receiver.at('/flaky')
    if (!first || !second) throw new Error('two attempts were expected')
    for (const same of ['x-payroll-delivery-id', 'webhook-id', 'x-payroll-event'])
      expect(second.headers[same]).toBe(first.headers[same])
    expect(second.raw.equals(first.raw)).toBe(true)
    const seconds = (entry: typeof first) => Number(entry.headers['x-payroll-timestamp'])
    expect(seconds(second) - seconds(first)).toBeGreaterThanOrEqual(31)
    expect(isSigned(first, endpoint.secret) && isSigned(second, endpoint.secret)).toBe(true)
    expect(await logOf(owner, endpoint.id)).toMatchObject([
      { status: 'delivered', attempts: 2, error: null, response_status: 204 },
    ])
  })

  it('are skipped once the endpoint is switched off in between', async () => {
    const endpoint = await anEndpoint(owner, receiver.url('/switched'))
    receiver.answers.set('/switched', answering.status(500))
    await record(tasman, customerId, 'company.updated', entity(23))
    await sweepDeliveries(tasman.service)
    // Changed directly in the database, like a change that commits while another process queues a delivery.
    await tasman.service.database.query
      .updateTable('webhook_endpoints')
      .set({ is_active: false })
      .where('id', '=', endpoint.id)
      .execute()
    tasman.clock.advance(60_000)
    await sweepDeliveries(tasman.service)
    expect(receiver.at('/switched')).toHaveLength(1)
    expect(await logOf(owner, endpoint.id)).toMatchObject([{ status: 'skipped', attempts: 1 }])
  })
})

describe('a slow endpoint', () => {
  it('never delays another, however much waits for it', async () => {
    const slow = await anEndpoint(owner, receiver.url('/slow'))
    receiver.answers.set('/slow', answering.never)
    await record(
      tasman,
      customerId,
      'company.updated',
      ...Array.from({ length: 300 }, (_, i) => entity(i + 1)),
    )
    await owner.patch(`/api/webhooks/${slow.id}`, { events: ['pay.created'] })
    const sender = createSender(tasman.service, { timeoutMs: 1500 })
    const stop = new AbortController()
    const sweep = sender.sweep(stop.signal)
    await new Promise((resolve) => setTimeout(resolve, 300))

    await anEndpoint(owner, receiver.url('/quick'))
    await record(
      tasman,
      customerId,
      'company.updated',
      ...Array.from({ length: 50 }, (_, i) => entity(i + 1)),
    )
    const startedMs = performance.now()
    while (receiver.at('/quick').length < 50 && performance.now() - startedMs < 5000)
      await new Promise((resolve) => setTimeout(resolve, 10))
    expect(performance.now() - startedMs).toBeLessThan(1500)
    // It uses few connections, and a stopped sweep leaves nothing in flight.
    expect(receiver.at('/slow').length).toBeLessThanOrEqual(8)
    stop.abort()
    await sweep
    expect((await logOf(owner, slow.id)).filter((row) => row.status === 'sending')).toEqual([])
    await owner.delete(`/api/webhooks/${slow.id}`)
    await sender.close()
  })
})

describe('an endpoint that answers well, and then no more', () => {
  const WELL = 200
  const ALL = 600

  it('has what waited for its turn given back uncounted, and all of it delivered once it answers', async () => {
    const endpoint = await anEndpoint(owner, receiver.url('/tired'))
    receiver.answers.set('/tired', (request, response) => {
      if (receiver.at('/tired').length <= WELL) answering.status(204)(request, response)
    })
    const entities = Array.from({ length: ALL }, (_, i) => entity(i + 1))
    await record(tasman, customerId, 'company.updated', ...entities)
    const sender = createSender(tasman.service, { timeoutMs: 1500 })
    const stop = new AbortController()
    const sweep = sender.sweep(stop.signal)
    await new Promise((resolve) => setTimeout(resolve, 2500))
    stop.abort()
    await sweep

    const { rows } = await tasman.service.database.pool.query(
      `select state, attempts, last_attempt_at is null as is_untried, count(*)::int as count
      from webhook_deliveries where endpoint_id = $1 group by 1, 2, 3 order by 1, 2`,
      [endpoint.id],
    )
    const attempted = receiver.at('/tired').length
    expect(attempted).toBeLessThan(WELL + 60)
    expect(rows.filter(({ state }) => state === 'sending')).toEqual([])
    expect(rows.filter(({ state }) => state === 'delivered')).toMatchObject([{ attempts: 1, count: WELL }])
    const untried = rows.filter(({ attempts }) => attempts === 0)
    expect(untried.every((row) => row.is_untried)).toBe(true)
    expect(untried.reduce((sum, { count }) => sum + count, 0)).toBe(ALL - attempted)

    receiver.answers.delete('/tired')
    tasman.clock.advance(60_000)
    await sender.sweep()
    await sender.close()
    const delivered = receiver.at('/tired').map(({ body }) => body.entity.id)
    expect(new Set(delivered).size).toBe(ALL)
    const log = await logOf(owner, endpoint.id)
    expect(log.every((row) => row.status === 'delivered' && row.attempts <= 2)).toBe(true)
  })
})

describe('a sweep whose statement fails', () => {
  it('returns unsent claims, and the next sweep records the results', async () => {
    const endpoint = await anEndpoint(owner, receiver.url('/failing'))
    const entities = Array.from({ length: 400 }, (_, i) => entity(i + 1))
    await record(tasman, customerId, 'company.updated', ...entities)
    const { database } = tasman.service
    // From the hundredth request on, results cannot be recorded, but claims can still be returned.
    const isBroken = (text: string) =>
      receiver.at('/failing').length >= 100 && text.includes('delivered_at = case')
    let isRepaired = false
    const failing: KyselyPlugin = {
      transformQuery({ node }) {
        if (!isRepaired && node.kind === 'RawNode' && isBroken(node.sqlFragments.join('')))
          throw new Error('The disk is full')
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const transaction: Database['transaction'] = (work, options) =>
      database.transaction((tx) => work(tx.withPlugin(failing)), options)
    const sender = createSender({ ...tasman.service, database: { ...database, transaction } })
    await expect(sender.sweep()).rejects.toThrow('The disk is full')
    await new Promise((resolve) => setTimeout(resolve, 300))
    const attempted = receiver.at('/failing').length
    expect(attempted).toBeLessThan(400)
    const { rows } = await database.pool.query(
      'select state, count(*)::int as count from webhook_deliveries where endpoint_id = $1 group by 1',
      [endpoint.id],
    )
    const countOf = (...states: string[]) =>
      rows.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + count, 0)
    expect(countOf('delivered', 'sending')).toBe(attempted)
    expect(countOf('pending', 'retry')).toBe(400 - attempted)

    isRepaired = true
    await sender.sweep()
    await sender.close()
    // Every delivery arrived once: no attempt was repeated or lost.
    expect(receiver.at('/failing')).toHaveLength(400)
    const log = await database.query
      .selectFrom('webhook_deliveries')
      .select(['state', 'attempts'])
      .where('endpoint_id', '=', endpoint.id)
      .execute()
    expect(log.every(({ state, attempts }) => state === 'delivered' && attempts === 1)).toBe(true)
  })
})

describe('a delivery whose sender died', () => {
  const abandon = async (endpointId: number, attempts: number) => {
    await tasman.service.database.query
      .updateTable('webhook_deliveries')
      .set({ state: 'sending', attempts, leased_until: new Date(tasman.clock.now().getTime() + 15_000) })
      .where('endpoint_id', '=', endpointId)
      .execute()
  }

  it('is left to its lease, then resumes with its remaining attempts', async () => {
    const endpoint = await anEndpoint(owner, receiver.url('/orphan'))
    await record(tasman, customerId, 'company.updated', entity(31))
    await abandon(endpoint.id, 3)
    await sweepDeliveries(tasman.service)
    expect(receiver.at('/orphan')).toEqual([])
    tasman.clock.advance(16_000)
    await sweepDeliveries(tasman.service)
    expect(receiver.at('/orphan')).toHaveLength(1)
    expect(await logOf(owner, endpoint.id)).toMatchObject([{ status: 'delivered', attempts: 4, error: null }])
  })

  it('has failed when that was its last attempt', async () => {
    const endpoint = await anEndpoint(owner, receiver.url('/last'))
    await record(tasman, customerId, 'company.updated', entity(32))
    await abandon(endpoint.id, 8)
    tasman.clock.advance(60_000)
    await sweepDeliveries(tasman.service)
    expect(receiver.at('/last')).toEqual([])
    expect(await logOf(owner, endpoint.id)).toMatchObject([
      { status: 'failed', attempts: 8, error: 'The service stopped during this attempt' },
    ])
  })
})

describe('a host that turns private after its registration', () => {
  it('is not called; each attempt fails in the log', async () => {
    const endpoint = await anEndpoint(owner, receiver.url('/rebound'))
    const url = receiver.url('/rebound').replace('127.0.0.1', 'hooks.example')
    await tasman.service.database.query
      .updateTable('webhook_endpoints')
      .set({ url })
      .where('id', '=', endpoint.id)
      .execute()
    await record(tasman, customerId, 'company.updated', entity(41))
    const sender = createSender(tasman.service, {
      resolveAll: (_hostname, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    })
    await sender.sweep()
    await sender.close()
    expect(receiver.at('/rebound')).toEqual([])
    expect(await logOf(owner, endpoint.id)).toMatchObject([
      { status: 'retry', attempts: 1, response_status: null, error: 'The host is not a public address' },
    ])
  })
})

describe('old deliveries', () => {
  it('are forgotten after 90 days once they came to an end', async () => {
    const endpoint = await anEndpoint(owner, receiver.url('/old'))
    await record(tasman, customerId, 'company.updated', entity(51))
    await sweepDeliveries(tasman.service)
    await record(tasman, customerId, 'company.updated', entity(52))
    tasman.clock.advance(91 * 86_400_000)
    await forgetOldDeliveries(tasman.service)
    const rows = await tasman.service.database.query
      .selectFrom('webhook_deliveries')
      .select(['entity_id'])
      .where('endpoint_id', '=', endpoint.id)
      .execute()
    expect(rows).toEqual([{ entity_id: 52 }])
  })
})
