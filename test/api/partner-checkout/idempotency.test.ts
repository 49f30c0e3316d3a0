import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purgeIdempotencyKeys } from '../../../src/features/platform/idempotency/index.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { inTestCells, runInTestCells } from '../../support/two-cells.ts'
import { aClient, keyed, placeOrder, startTrial } from './support.ts'

let tasman: TestApp
let partner: TestClient
beforeAll(async () => {
  tasman = await startTestApp()
  partner = await tasman.clientFor('partner')
})
afterAll(() => tasman.close())

const orderFor = (client: object, order: object = { product_id: 101 }) => ({ ...client, order })

describe('a key', () => {
  it('that is new is processed normally', async () => {
    const answer = await startTrial(partner, aClient(), 'new-key')
    expect(answer.status).toBe(201)
    expect(answer.body).not.toHaveProperty('idempotency_replayed')
  })

  it('with the same payload gives the stored answer, whatever the order of its members', async () => {
    const body = aClient()
    const first = await startTrial(partner, body, 'replay-key')
    const second = await startTrial(partner, { company: body.company, customer: body.customer }, 'replay-key')
    expect(second.status).toBe(200)
    expect(second.body).toEqual({ ...first.body, idempotency_replayed: true })
  })

  it('with a different payload answers 409', async () => {
    await startTrial(partner, aClient(), 'other-payload')
    expect((await startTrial(partner, aClient(), 'other-payload')).status).toBe(409)
  })

  it('used on another endpoint answers 409: all three share their keys', async () => {
    const client = aClient()
    await startTrial(partner, client, 'shared-key')
    expect((await placeOrder(partner, orderFor(client), 'shared-key')).status).toBe(409)
  })

  it('is required for trials, and for orders and upgrades that are no dry run', async () => {
    const client = aClient()
    expect((await partner.post('/api/partner-checkout/trials', client)).status).toBe(400)
    expect((await partner.post('/api/partner-checkout/orders', orderFor(client))).status).toBe(400)
    const upgrade = { end_customer_id: 1, order: { product_id: 102 } }
    expect((await partner.post('/api/partner-checkout/upgrades', upgrade)).status).toBe(400)
    const preview = await partner.post('/api/partner-checkout/orders', { dry_run: true, ...orderFor(client) })
    expect(preview.status).toBe(200)
  })

  it('of more than 255 characters answers 400', async () => {
    expect((await startTrial(partner, aClient(), 'k'.repeat(256))).status).toBe(400)
    expect((await startTrial(partner, aClient(), 'k'.repeat(255))).status).toBe(201)
  })

  it('is free again after a failure: failures are not stored', async () => {
    const client = aClient()
    expect((await placeOrder(partner, orderFor(client, { product_id: 999 }), 'failed-once')).status).toBe(400)
    expect((await placeOrder(partner, orderFor(client), 'failed-once')).status).toBe(201)
  })

  it('is kept with its answer without end', async () => {
    const body = aClient()
    const first = await partner.post('/api/partner-checkout/trials', body, keyed('for-ever'))
    const started = tasman.clock.now()
    tasman.clock.advance(1000 * 86_400_000)
    await runInTestCells(() => purgeIdempotencyKeys(tasman.service))
    const later = await tasman.clientFor('partner')
    const second = await later.post('/api/partner-checkout/trials', body, keyed('for-ever'))
    tasman.clock.set(started)
    expect(second.status).toBe(200)
    expect(second.body).toEqual({ ...first.body, idempotency_replayed: true })
  })

  it('that is too long is refused on a dry run too', async () => {
    const body = { ...orderFor(aClient()), dry_run: true }
    const answer = await partner.post('/api/partner-checkout/orders', body, keyed('x'.repeat(300)))
    expect(answer.status).toBe(400)
  })

  it('sent 50 times at once is executed once and replayed 49 times', async () => {
    const body = aClient()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => partner.post('/api/partner-checkout/trials', body, keyed('fifty'))),
    )
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 200)).toHaveLength(49)
    expect(new Set(answers.map((answer) => answer.body.customer_id)).size).toBe(1)
    const mails = await inTestCells(() =>
      tasman.service.database.query
        .selectFrom('outbox')
        .selectAll()
        .where('to_address', '=', body.customer.email)
        .execute(),
    )
    expect(mails).toHaveLength(1)
  })
})
