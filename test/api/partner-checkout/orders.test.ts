import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { inTestCells } from '../../support/two-cells.ts'
import { aClient, keyed, placeOrder, startTrial } from './support.ts'

const upgrades = '/api/partner-checkout/upgrades'
const orders = '/api/partner-checkout/orders'
let tasman: TestApp
let partner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-02T00:00:00' })
  partner = await tasman.clientFor('partner')
})
afterAll(() => tasman.close())

const countOf = async (table: 'customers' | 'partner_orders' | 'outbox') =>
  (await inTestCells(() => tasman.service.database.query.selectFrom(table).select('id').execute())).length

describe('dry run', () => {
  it.each([
    [101, { currency: 'AUD', net: 29, gst: 2.9, total: 31.9, months: 2 }],
    [111, { currency: 'AUD', net: 290, gst: 29, total: 319, months: 13 }],
  ])('prices product %i with the free month and writes nothing', async (productId, price) => {
    const before = await Promise.all([countOf('customers'), countOf('partner_orders'), countOf('outbox')])
    const answer = await partner.post(orders, {
      dry_run: true,
      ...aClient(),
      order: { product_id: productId },
    })
    expect(answer).toMatchObject({
      status: 200,
      body: { ...price, dry_run: true, order_id: null, status: 'preview', free_trial_month_applied: true },
    })
    expect(await Promise.all([countOf('customers'), countOf('partner_orders'), countOf('outbox')])).toEqual(
      before,
    )
  })

  it('uses 15% GST in New Zealand', async () => {
    const { customer } = aClient()
    const company = { legal_name: 'Aotearoa Ltd', ird_number: '35901981' }
    const answer = await partner.post(orders, {
      dry_run: true,
      customer,
      company,
      order: { product_id: 202 },
    })
    expect(answer.body).toMatchObject({ currency: 'NZD', net: 119, gst: 17.85, total: 136.85 })
  })

  it('needs the preview scope only', async () => {
    const reader = await tasman.clientFor('partner', { scope: 'openid partner.checkout.preview' })
    const body = { ...aClient(), order: { product_id: 101 } }
    expect((await reader.post(orders, { dry_run: true, ...body })).status).toBe(200)
    expect(await reader.post(orders, body, keyed())).toMatchObject({
      status: 403,
      body: { detail: 'Missing required scope: partner.checkout.write' },
    })
  })
})

describe('an order after a trial for the wrong entity', () => {
  it('names the right one, once that trial is cancelled, and makes its company', async () => {
    const wrong = aClient()
    const right = { customer: wrong.customer, company: aClient().company }
    const { body: trial } = await startTrial(partner, wrong)
    const order = { ...right, end_customer_id: trial.customer_id, order: { product_id: 101 } }
    expect((await placeOrder(partner, order)).status).toBe(409)
    await partner.post('/api/partner-checkout/trials/cancel', {
      subscription_trial_id: trial.subscription_trial_id,
    })
    const placed = await placeOrder(partner, order)
    expect(placed).toMatchObject({
      status: 201,
      body: { customer_id: trial.customer_id, free_trial_month_applied: false },
    })
    expect(placed.body.company_id).not.toBe(trial.company_id)
    const [company] = await inTestCells(() =>
      tasman.service.database.query
        .selectFrom('companies')
        .select(['abn', 'legal_name', 'customer_id'])
        .where('id', '=', placed.body.company_id)
        .execute(),
    )
    expect(company).toEqual({
      abn: right.company.abn,
      legal_name: right.company.legal_name,
      customer_id: trial.customer_id,
    })
    expect((await startTrial(partner, { ...aClient(), company: wrong.company })).status).toBe(201)
  })

  it('is refused for an entity that another client is', async () => {
    const taken = aClient()
    await startTrial(partner, taken)
    const wrong = aClient()
    const { body: trial } = await startTrial(partner, wrong)
    await partner.post('/api/partner-checkout/trials/cancel', {
      subscription_trial_id: trial.subscription_trial_id,
    })
    const answer = await placeOrder(partner, {
      customer: wrong.customer,
      company: taken.company,
      end_customer_id: trial.customer_id,
      order: { product_id: 101 },
    })
    expect(answer.status).toBe(409)
  })
})

describe('an order', () => {
  it('makes a new client with the plan, two months with the free one', async () => {
    const answer = await placeOrder(partner, { ...aClient(), order: { product_id: 101 } })
    expect(answer).toMatchObject({
      status: 201,
      body: {
        months: 2,
        paid_through: '2027-01-02',
        free_trial_month_applied: true,
        warnings: [],
        employee_cap: 5,
      },
    })
    expect((await partner.get(`${orders}/${answer.body.order_id}`)).body).toMatchObject({ status: 'active' })
    expect((await partner.get(orders)).body[0].order_id).toBe(answer.body.order_id)
  })

  it('leaves the free month out when asked to', async () => {
    const body = { ...aClient(), order: { product_id: 111, add_free_trial_month: false } }
    expect((await placeOrder(partner, body)).body).toMatchObject({
      months: 12,
      free_trial_month_applied: false,
    })
  })

  it('converts a trial client without a second free month, and says so', async () => {
    const client = aClient()
    const { body: trial } = await startTrial(partner, client)
    const answer = await placeOrder(partner, {
      ...client,
      end_customer_id: trial.customer_id,
      order: { product_id: 102 },
    })
    expect(answer).toMatchObject({
      status: 201,
      body: { customer_id: trial.customer_id, months: 1, free_trial_month_applied: false },
    })
    expect(answer.body.warnings).toHaveLength(1)
    const rows = (await partner.get('/api/partner-checkout/trials?limit=100')).body
    expect(rows).toContainEqual(
      expect.objectContaining({
        subscription_trial_id: trial.subscription_trial_id,
        converted: true,
        converted_order_id: answer.body.order_id,
      }),
    )
  })

  it('refuses another e-mail than the client’s with 409, an unknown client with 404', async () => {
    const client = aClient()
    const { body: trial } = await startTrial(partner, client)
    const order = { product_id: 102 }
    const wrong = { ...client, customer: { ...client.customer, email: 'someone@else.example' } }
    expect((await placeOrder(partner, { ...wrong, end_customer_id: trial.customer_id, order })).status).toBe(
      409,
    )
    expect((await placeOrder(partner, { ...client, end_customer_id: 999_999, order })).status).toBe(404)
  })

  it.each([
    ['an unknown product', { product_id: 999 }],
    ['a product of the other country', { product_id: 201 }],
  ])('refuses %s with 400', async (_what, order) => {
    expect((await placeOrder(partner, { ...aClient(), order })).status).toBe(400)
  })
})

describe('an upgrade', () => {
  it('changes plan and cap at once, charged for the days that are left', async () => {
    const { body: order } = await placeOrder(partner, {
      ...aClient(),
      order: { product_id: 101, add_free_trial_month: false },
    })
    const body = { end_customer_id: order.customer_id, order: { product_id: 102 } }
    const preview = await partner.post(upgrades, { dry_run: true, ...body })
    // 30 of 30 days left: 119 − 29 = 90 a month.
    expect(preview).toMatchObject({ status: 200, body: { net: 90, gst: 9, total: 99, employee_cap: 50 } })
    const answer = await partner.post(upgrades, body, keyed())
    expect(answer).toMatchObject({
      status: 201,
      body: { kind: 'upgrade', previous_product_id: 101, product_id: 102 },
    })
    expect((await partner.post(upgrades, { ...body, order: { product_id: 101 } }, keyed())).status).toBe(400)
    const cancelled = await partner.post(`${orders}/cancel`, { order_id: answer.body.order_id })
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    const customer = await tasman.service.database.query
      .selectFrom('customers')
      .select('product_id')
      .where('id', '=', order.customer_id)
      .executeTakeFirstOrThrow()
    expect(customer.product_id).toBe(101)
  })

  it('needs a running plan', async () => {
    const { body: trial } = await startTrial(partner)
    const body = { end_customer_id: trial.customer_id, order: { product_id: 103 } }
    expect((await partner.post(upgrades, body, keyed())).status).toBe(409)
  })
})

describe('discovery', () => {
  it('lists products and zones', async () => {
    const products = (await partner.get('/api/partner-checkout/products')).body
    expect(products).toContainEqual(
      expect.objectContaining({ product_id: 101, zone: 'AU', net: 29, gst: 2.9 }),
    )
    expect((await partner.get('/api/partner-checkout/zones')).body).toEqual([
      { zone: 'AU', currency: 'AUD', gst_rate: 0.1, identified_by: 'abn' },
      { zone: 'NZ', currency: 'NZD', gst_rate: 0.15, identified_by: 'ird_number' },
    ])
  })

  it('tells whether a client is new', async () => {
    const client = aClient()
    const ask = (query: string) => partner.get(`/api/partner-checkout/availability?${query}`)
    expect((await ask(`abn=${client.company.abn}`)).body.available).toBe(true)
    const { body: trial } = await startTrial(partner, client)
    expect((await ask(`abn=${client.company.abn}`)).body).toMatchObject({
      available: false,
      end_customer_id: trial.customer_id,
    })
    expect((await ask(`email=${client.customer.email}`)).body.available).toBe(false)
    expect((await ask('')).status).toBe(422)
  })
})

describe('clients', () => {
  it('are listed with plan, people and state, each once; of another reseller none', async () => {
    const { body: trial } = await startTrial(partner)
    const { body: order } = await placeOrder(partner, { ...aClient(), order: { product_id: 101 } })
    await partner.post(upgrades, { end_customer_id: order.customer_id, order: { product_id: 102 } }, keyed())
    const { status, body } = await partner.get('/api/partner-checkout/clients?limit=2')
    expect(status).toBe(200)
    expect(body).toMatchObject([
      { customer_id: order.customer_id, status: 'active', product_id: 102, employee_count: 0, zone: 'AU' },
      { customer_id: trial.customer_id, status: 'trial', allows_session_handoff: false },
    ])
    expect((await partner.get('/api/partner-checkout/clients?offset=1000')).body).toEqual([])
    expect((await (await tasman.clientFor('owner')).get('/api/partner-checkout/clients')).status).toBe(403)
  })
})
