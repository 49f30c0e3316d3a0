import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '../../../src/demo/index.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'

let tasman: TestApp
beforeAll(async () => {
  tasman = await startTestApp({ env: { RATE_LIMITS: 'on' } })
})
afterAll(() => tasman.close())

/** Calls one after another, as a client would; the burst guard is not what is looked at. */
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

  it('counts each client alone, and starts anew with the next minute', async () => {
    const partner = await tasman.clientFor('partner')
    expect((await partner.get('/api/company')).status).toBe(200)
    tasman.clock.advance(60_000)
    const owner = await tasman.clientFor('owner')
    const answer = await owner.get('/api/company')
    expect(answer.status).toBe(200)
    expect(answer.headers['ratelimit-remaining']).toBe('24')
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
    expect(refused[0]?.body).toEqual({ detail: 'Too Many Requests' })
    expect(refused[0]?.headers['retry-after']).toBe('1')
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
