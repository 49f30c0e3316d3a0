import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addUpChangedPaydays } from '../../../src/features/lodgements/obligations/index.ts'
import { countWaiting } from '../../../src/features/platform/meta/queries.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'
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

it('every figure that the dashboard and the alerts ask for is there', async () => {
  const { payload } = await ask({ authorization: `Bearer ${TOKEN}` })
  for (const file of ['grafana-dashboard.json', 'alerts.yml']) {
    const text = readFileSync(join(import.meta.dirname, '../../../ops', file), 'utf8')
    const names = new Set(text.match(/\b(tasman|nodejs|process)_[a-z0-9_]+/g))
    expect(names.size).toBeGreaterThan(5)
    for (const name of names)
      expect(payload, `${file} asks for it`).toContain(`# HELP ${name.replace(/_(bucket|count)$/, '')} `)
  }
})

it('the dashboard shows the four golden signals', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../ops/grafana-dashboard.json'), 'utf8')
  const titles: string[] = JSON.parse(text).panels.map((panel: { title: string }) => panel.title)
  for (const signal of ['Traffic', 'Latency', 'Errors', 'Saturation'])
    expect(titles.filter((title) => title.startsWith(`${signal}:`)).length, signal).toBeGreaterThan(0)
})

it('counts what waits, what is overdue and what was changed', async () => {
  const owner = await tasman.clientFor('owner')
  const company = await aCompany(owner)
  const employee = await anEmployee(owner, company.id)
  const overdue = async () => {
    await addUpChangedPaydays(tasman.service)
    return (await countWaiting(tasman.service.database.query, tasman.service.clock)).obligations
  }
  expect(await overdue()).toBe(0)
  await aPay(owner, company.id, '2026-11-02', aWeek(employee.id))
  expect(await overdue()).toBe(0)
  // A month ago: not reported, and its super not paid.
  await aPay(owner, company.id, '2026-10-01', aWeek(employee.id))
  expect(await overdue()).toBe(2)
  await tasman.service.database.query
    .insertInto('outbox')
    .values({
      to_address: 'a@b.example',
      subject: 's',
      text: 't',
      due_at: new Date(),
      created_at: new Date(),
    })
    .execute()
  // The figures are read again after ten seconds. This process has not read them yet, or already shows the
  // mail.
  await expect
    .poll(async () => (await ask({ authorization: `Bearer ${TOKEN}` })).payload, {
      timeout: 15_000,
      interval: 500,
    })
    .toMatch(/^tasman_mails_waiting\{cell="main"\} 1$/m)
  const { payload } = await ask({ authorization: `Bearer ${TOKEN}` })
  expect(payload).toMatch(/^tasman_changes_total\{event="employee.created"\} 1$/m)
})

it('each answer of the documentation page has a nonce of its own', async () => {
  const nonceOf = async () => {
    const page = await tasman.clientWith().get('/api/docs/reference')
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
