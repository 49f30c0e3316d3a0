import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeRaises, type LimitTarget, raiseLimits } from '../../../scripts/limits/raise-limits.ts'
import { seedDemo } from '../../../src/demo/index.ts'
import { createBurstGuard, createRateLimiter } from '../../../src/http/limits.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'

let tasman: TestApp
beforeAll(async () => {
  tasman = await startTestApp({ env: { RATE_LIMITS: 'on' } })
})
afterAll(() => tasman.close())

/** Calls one after another, as a client would. The burst guard is not tested here. */
async function statuses(count: number, call: () => Promise<{ status: number }>): Promise<number[]> {
  const seen: number[] = []
  for (let i = 0; i < count; i++) seen.push((await call()).status)
  return seen
}

describe('rate limits', () => {
  it('lets 25 calls a minute through and answers the 26th with 429 in the error shape', async () => {
    const owner = await tasman.clientFor('owner')
    const seen = await statuses(25, () => owner.get('/api/company'))
    expect(new Set(seen)).toEqual(new Set([200]))
    const answer = await owner.get('/api/company')
    expect(answer).toMatchObject({ status: 429, body: { error: 'Rate limit exceeded: 25 per 1 minute' } })
    expect(answer.headers).toMatchObject({ 'ratelimit-limit': '25', 'ratelimit-remaining': '0' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('counts each client alone, and starts again with the next minute', async () => {
    const partner = await tasman.clientFor('partner')
    expect((await partner.get('/api/company')).status).toBe(200)
    tasman.clock.advance(60_000)
    const owner = await tasman.clientFor('owner')
    const answer = await owner.get('/api/company')
    expect(answer.status).toBe(200)
    expect(answer.headers['ratelimit-remaining']).toBe('24')
  })

  it('counts each customer of an application alone, and the application over all of them', async () => {
    const limit = createRateLimiter(
      { ...tasman.service.settings, limitPays: 2, limitApplicationFactor: 2 },
      tasman.clock,
      tasman.service.database.pool,
    )
    const reply = { code: () => reply, header: () => reply, headers: () => reply, send: () => reply }
    const isRefused = async (customerId: number) => {
      const caller = { clientId: 'app-of-many', customerId, userId: customerId }
      const request = { caller, ip: '192.0.2.7', is404: false, routeOptions: { config: { limit: 'pays' } } }
      return (await limit(request as never, reply as never)) !== undefined
    }
    expect([await isRefused(1), await isRefused(1), await isRefused(1)]).toEqual([false, false, true])
    // The third call of customer 1 counted too, so one is left of the application's four.
    expect([await isRefused(2), await isRefused(2)]).toEqual([false, true])
  })

  it('raises the limits of an application or a customer, until the operator ends it', async () => {
    const { service } = tasman
    tasman.clock.advance(60_000)
    const owner = await tasman.clientFor('owner')
    const limitNow = async () => (await owner.get('/api/company')).headers['ratelimit-limit']
    const grant = await service.database.query
      .selectFrom('oauth_grants as g')
      .innerJoin('users as u', 'u.id', 'g.user_id')
      .select(['g.client_id', 'g.customer_id'])
      .where('u.email', '=', 'owner@demo.example')
      .where('g.client_id', '!=', 'tasman-web')
      .executeTakeFirstOrThrow()
    const [clientId, customerId] = [grant.client_id, grant.customer_id]
    const raise = (target: Partial<LimitTarget>, factor: number) =>
      raiseLimits(
        service,
        { clientId: null, customerId: null, ...target },
        { factor, reason: 'First import' },
      )
    expect(await limitNow()).toBe('25')
    await raise({ customerId }, 2)
    expect(await limitNow()).toBe('50')
    await raise({ clientId, customerId }, 4)
    expect(await limitNow()).toBe('100')
    await raise({ clientId, customerId }, 3)
    expect(await limitNow()).toBe('75')
    expect(await describeRaises(service)).toEqual([
      expect.stringMatching(`^2 times for customer ${customerId} since .*: First import$`),
      expect.stringMatching(`^3 times for application ${clientId} with customer ${customerId} since`),
    ])
    // Another customer of the application has the usual limit.
    const other = await tasman.clientFor('other')
    expect((await other.get('/api/company')).headers['ratelimit-limit']).toBe('25')
    await raise({ clientId, customerId }, 1)
    await raise({ customerId }, 1)
    expect(await limitNow()).toBe('25')
    expect(await describeRaises(service)).toEqual(['No limits are raised.'])
    await expect(raise({ customerId }, 1)).rejects.toThrow('not raised')
    await expect(raise({ clientId: 'no-such-app' }, 2)).rejects.toThrow('no application no-such-app')
    const { body } = await owner.get('/api/audit-log?limit=50')
    expect(JSON.stringify(body)).toContain('factor 4: First import')
  })

  it('gives the web app a limit of its own', async () => {
    const web = await tasman.clientFor('owner', { clientId: 'tasman-web' })
    expect((await web.get('/api/company')).headers['ratelimit-limit']).toBe('600')
  })
})

describe('burst guard', () => {
  it('refuses more than 50 requests of one address within a second', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => tasman.clientWith().get('/api/health')),
    )
    const refused = answers.filter((answer) => answer.status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(10)
    expect(refused[0]?.body).toMatchObject({ detail: 'Too Many Requests' })
    expect(refused[0]?.headers['retry-after']).toBe('1')
  })

  it('counts what it let through: a steady 60 requests a second pass about 50 of 60', async () => {
    let nowMs = 0
    const guard = createBurstGuard(tasman.service.settings, () => nowMs)
    let passed = 0
    const reply = { code: () => reply, header: () => reply, send: () => reply }
    for (let i = 0; i < 240; i++) {
      nowMs = (i * 1000) / 60
      if ((await guard({ ip: '192.0.2.1' } as never, reply as never)) === undefined) passed++
    }
    expect(passed).toBeGreaterThanOrEqual(190)
    expect(passed).toBeLessThanOrEqual(210)
  })
})

describe('the limits of the specification, part 8.1', () => {
  // The burst guard reached its limit just before, for a second.
  beforeAll(() => sleep(1100))

  // The limit applies before anything else: even an unknown id gets its headers.
  it.each([
    ['get', '/api/company', 25],
    ['put', '/api/company/1/employees/create', 25],
    ['patch', '/api/company/1/employees/update', 25],
    ['delete', '/api/employees/999999', 25],
    ['post', '/api/employees/999999/restore', 25],
    ['post', '/api/employees/999999/reinstate', 25],
    ['get', '/api/employees/999999', 25],
    ['get', '/api/employees/999999/deductions', 25],
    ['get', '/api/company/999999/allowances', 120],
    ['get', '/api/employees/999999/allowances', 120],
    ['get', '/api/address/autocomplete?text=syd', 120],
    ['get', '/api/company/999999/pay-runs', 5],
    ['get', '/api/company/999999/pays', 5],
    ['get', '/api/company/999999/pays/1', 5],
    ['put', '/api/company/999999/pays/create', 5],
    ['put', '/api/company/999999/pays/1', 5],
    ['put', '/api/company/999999/workers-comp-pays/create', 5],
    ['get', '/api/company/999999/pays/1/payslip', 5],
    ['post', '/api/employees/999999/terminate', 60],
    ['get', '/api/employees/999999/termination', 60],
  ] as const)('%s %s: %i', async (method, path, limit) => {
    const owner = await tasman.clientFor('owner')
    const body = method === 'get' || method === 'delete' ? undefined : []
    expect((await owner[method](path, body)).headers['ratelimit-limit']).toBe(String(limit))
  })

  it('25 on partner checkout', async () => {
    const partner = await tasman.clientFor('partner')
    expect((await partner.get('/api/partner-checkout/products')).headers['ratelimit-limit']).toBe('25')
  })
})

describe('the demo data', () => {
  it('are made whatever the limits are, which hold again afterwards', async () => {
    const demo = await startTestApp({ env: { RATE_LIMITS: 'on', BURST_PER_SECOND: '2', LIMIT_WEB: '3' } })
    await demo.service.database.pool.query('insert into demo_state (is_complete) values (false)')
    await seedDemo(demo.service, demo.app)
    const { rows } = await demo.service.database.pool.query('select is_complete from demo_state')
    expect(rows).toEqual([{ is_complete: true }])
    const seen = await Promise.all([1, 2, 3].map(() => demo.clientWith().get('/api/health')))
    expect(seen.map(({ status }) => status)).toContain(429)
    await demo.close()
  })
})

describe('two services on one database', () => {
  it('share one count, so that a client gets its limit and not twice as much', async () => {
    const env = { RATE_LIMITS: 'on', LIMIT_DEFAULT: '5' }
    const first = await startTestApp({ env })
    const second = await startTestApp({ env, databaseUrl: first.databaseUrl })
    const { token } = await first.clientFor('owner')
    const seen: number[] = []
    for (let i = 0; i < 8; i++)
      seen.push((await (i % 2 ? first : second).clientWith(token).get('/api/company')).status)
    expect(seen.filter((status) => status === 200)).toHaveLength(5)
    await second.close()
    await first.close()
  })
})
