import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { freePort } from '../../support/service-process.ts'

const TOKEN = 'c2f1a7d09be34586c2f1a7d09be34587'
let tasman: TestApp
let port: number
beforeAll(async () => {
  port = await freePort()
  tasman = await startTestApp({ env: { METRICS: 'on', METRICS_TOKEN: TOKEN, METRICS_PORT: String(port) } })
})
afterAll(() => tasman.close())

const ask = (headers: Record<string, string> = {}) =>
  tasman.app.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1', headers })

it('the address of the caller opens nothing; the token does', async () => {
  expect((await ask()).statusCode).toBe(404)
  expect((await ask({ authorization: 'Bearer wrong' })).statusCode).toBe(404)
  const answer = await ask({ authorization: `Bearer ${TOKEN}` })
  expect(answer.statusCode).toBe(200)
  expect(answer.payload).toContain('tasman_request_seconds')
})

it('a listener of their own answers the metrics and nothing else', async () => {
  await tasman.app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('tasman_pool_waiting')
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(404)
})

it('each answer of the documentation page has a nonce of its own', async () => {
  const nonceOf = async () => {
    const page = await tasman.clientWith().get('/api/docs/')
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(page.headers['content-security-policy'] ?? '') ?? []
    expect(page.body).toContain(`nonce="${nonce}"`)
    expect(page.body).not.toContain('nonce-of-this-answer')
    return nonce
  }
  expect(await nonceOf()).not.toBe(await nonceOf())
})

it('counters of minutes that are over are forgotten', async () => {
  const { forgetRateBuckets } = await import('../../../src/http/limits.ts')
  const { pool } = tasman.service.database
  const now = Math.floor(tasman.clock.now().getTime() / 1000)
  await pool.query(`insert into rate_buckets values ('old', $1, 1), ('new', $2, 1)`, [now - 3600, now])
  await forgetRateBuckets(tasman.service)
  expect((await pool.query('select bucket from rate_buckets')).rows).toEqual([{ bucket: 'new' }])
})
