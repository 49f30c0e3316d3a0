import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { mailTo } from '../../support/mail.ts'
import { inTestCells } from '../../support/two-cells.ts'
import { aClient, keyed, startTrial } from './support.ts'

const trials = '/api/partner-checkout/trials'
let tasman: TestApp
let partner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-02T00:00:00' })
  partner = await tasman.clientFor('partner')
})
afterAll(() => tasman.close())

describe('201', () => {
  it('starts one free month, makes the client and mails a link to set a password', async () => {
    const body = aClient()
    const answer = await startTrial(partner, body)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      status: 'active',
      started_on: '2026-11-02',
      ends_on: '2026-12-02',
      days_remaining: 30,
      converted: false,
      email: body.customer.email,
    })
    const mail = await mailTo(tasman.service, body.customer.email)
    expect(mail.text).toMatch(/\/set-password\//)
  })

  it('takes a New Zealand client by its IRD number', async () => {
    const { customer } = aClient()
    const answer = await startTrial(partner, {
      customer,
      company: { legal_name: 'Aotearoa Ltd', ird_number: '49-091-850' },
    })
    expect(answer.status).toBe(201)
    const found = await inTestCells(() =>
      tasman.service.database.query
        .selectFrom('companies')
        .select('jurisdiction')
        .where('id', '=', answer.body.company_id)
        .execute(),
    )
    expect(found).toEqual([{ jurisdiction: 'NZ' }])
  })
})

describe('409: one trial per client, ever', () => {
  it('by e-mail, in whatever case', async () => {
    const first = aClient()
    await startTrial(partner, first)
    const second = aClient({ customer: { email: first.customer.email.toUpperCase() } })
    expect((await startTrial(partner, second)).status).toBe(409)
  })

  it('by tax number', async () => {
    const first = aClient()
    await startTrial(partner, first)
    expect((await startTrial(partner, aClient({ company: { abn: first.company.abn } }))).status).toBe(409)
  })

  it('also when the first one was cancelled', async () => {
    const body = aClient()
    const { body: trial } = await startTrial(partner, body)
    await partner.post(`${trials}/cancel`, { subscription_trial_id: trial.subscription_trial_id })
    expect((await startTrial(partner, body)).status).toBe(409)
  })

  it('and when two requests come at once, one of them gets it', async () => {
    const body = aClient()
    const statuses = await Promise.all([startTrial(partner, body), startTrial(partner, body)])
    expect(statuses.map((answer) => answer.status).sort()).toEqual([201, 409])
  })
})

describe('422', () => {
  it.each([
    ['both tax numbers', { abn: '51824753556', ird_number: '49091850' }],
    ['neither tax number', { abn: undefined }],
    ['a wrong ABN', { abn: '51824753557' }],
  ])('refuses %s', async (_what, company) => {
    const answer = await startTrial(partner, aClient({ company }))
    expect(answer.status).toBe(422)
    expect(answer.body.status_code).toBe(10_422)
  })
})

describe('403', () => {
  it('lets only a reseller in', async () => {
    const owner = await tasman.clientFor('owner', { scope: 'openid partner.checkout.write' })
    expect(await startTrial(owner)).toMatchObject({ status: 403 })
  })

  it('names the missing scope', async () => {
    const reader = await tasman.clientFor('partner', { scope: 'openid partner.checkout.preview' })
    expect(await startTrial(reader)).toMatchObject({
      status: 403,
      body: { detail: 'Missing required scope: partner.checkout.write' },
    })
    expect(await reader.post(`${trials}/cancel`, { subscription_trial_id: 1 })).toMatchObject({
      status: 403,
      body: { detail: 'Missing required scope: partner.checkout.cancel' },
    })
    expect((await reader.get(trials)).status).toBe(200)
  })
})

describe('the list', () => {
  it('filters by status as the clock moves, and pages by limit and offset', async () => {
    const { body: lasting } = await startTrial(partner)
    tasman.clock.set(new Date('2026-12-02T00:00:00Z'))
    const late = await tasman.clientFor('partner')
    expect((await late.get(`${trials}?status=active`)).body.length).toBeGreaterThan(0)
    tasman.clock.set(new Date('2026-12-03T00:00:00Z'))
    const after = await tasman.clientFor('partner')
    expect((await after.get(`${trials}?status=active`)).body).toEqual([])
    const expired = (await after.get(`${trials}?status=expired&limit=100`)).body
    expect(expired).toContainEqual(
      expect.objectContaining({ subscription_trial_id: lasting.subscription_trial_id, days_remaining: 0 }),
    )
    expect((await after.get(`${trials}?limit=1&offset=1`)).body).toHaveLength(1)
    expect((await after.get(`${trials}?limit=101`)).status).toBe(422)
    tasman.clock.set(new Date('2026-11-02T01:00:00Z'))
  })
})

describe('cancel', () => {
  it('ends access at once and keeps the records', async () => {
    const client = await tasman.clientFor('partner')
    const { body: trial } = await startTrial(client)
    const answer = await client.post(`${trials}/cancel`, {
      subscription_trial_id: trial.subscription_trial_id,
      reason: 'Wrong business',
    })
    expect(answer).toMatchObject({ status: 200, body: { status: 'cancelled', days_remaining: 0 } })
    const customer = await tasman.service.database.query
      .selectFrom('customers')
      .select(['subscription', 'access_ended_at'])
      .where('id', '=', trial.customer_id)
      .executeTakeFirstOrThrow()
    expect(customer.subscription).toBe('cancelled')
    expect(customer.access_ended_at).not.toBeNull()
    expect((await client.get(`${trials}?status=cancelled`)).body).toContainEqual(
      expect.objectContaining({ subscription_trial_id: trial.subscription_trial_id }),
    )
    expect(
      (await client.post(`${trials}/cancel`, { subscription_trial_id: trial.subscription_trial_id })).status,
    ).toBe(409)
  })

  it('answers 404 for a trial of no one', async () => {
    const client = await tasman.clientFor('partner')
    for (const id of [999_999, 99_999_999_999])
      expect((await client.post(`${trials}/cancel`, { subscription_trial_id: id })).status).toBe(404)
  })

  it('needs no key', async () => {
    const client = await tasman.clientFor('partner')
    expect((await client.post(`${trials}/cancel`, { subscription_trial_id: 999 }, keyed())).status).toBe(404)
  })
})
