import { afterAll, beforeAll, expect, it } from 'vitest'
import { JOBS } from '../../src/jobs.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { employeeBody } from '../support/make.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

let tasman: TestApp
let owner: TestClient
let companyId: number
let employeeId: number

beforeAll(async () => {
  tasman = await startTestApp({ env: { RATE_LIMITS: 'on', LIMIT_DEFAULT: '40', BURST_PER_SECOND: '100000' } })
  owner = await tasman.clientFor('owner')
  companyId = (await owner.put('/api/company/create', { legal_name: 'Clock Pty Ltd' })).body.id
  const hired = await owner.put(`/api/company/${companyId}/employees/create`, [employeeBody()])
  employeeId = hired.body[0].employee.id
})
afterAll(() => tasman.close())

/** Calls everything that reads the clock, once. */
async function askEverything(client: TestClient) {
  const pays = [{ employee_id: employeeId, hours: [{ description: 'Ordinary', units: 'hours', value: 38 }] }]
  const answers = [
    await client.get('/api/health'),
    await client.get('/api/company'),
    await client.put(`/api/company/${companyId}/pays/create?dry_run=true`, pays),
    await client.put('/api/company/create', { legal_name: 'Another Pty Ltd' }),
  ]
  return answers.map((answer) => answer.status)
}

it.each([
  ['a minute back', -MINUTE_MS],
  ['a minute forward', MINUTE_MS],
  ['an hour back', -60 * MINUTE_MS],
  ['a day back', -DAY_MS],
  ['a month forward', 30 * DAY_MS],
  ['a month back again', -30 * DAY_MS],
])('a clock that jumps %s breaks no call and no job', async (_name, ms) => {
  tasman.clock.advance(ms)
  // A token expires by the clock: after a jump forward it may have expired, and a new one works.
  expect([200, 401]).toContain((await owner.get('/api/company')).status)
  expect(await askEverything(await tasman.clientFor('owner'))).toEqual([200, 200, 200, 201])
  for (const job of JOBS) await job.run(tasman.service, AbortSignal.abort())
})

it('a token that a jump forward ended works again when the clock is put right', async () => {
  const client = await tasman.clientFor('owner')
  tasman.clock.advance(DAY_MS)
  expect((await client.get('/api/company')).status).toBe(401)
  tasman.clock.advance(-DAY_MS)
  expect((await client.get('/api/company')).status).toBe(200)
})

it('a rate limit that was used up is free again after a jump, in either direction', async () => {
  const client = await tasman.clientFor('other')
  const exhaust = async () => {
    for (let calls = 0; calls < 60; calls += 1)
      if ((await client.get('/api/company')).status === 429) return true
    return false
  }
  for (const ms of [-5 * MINUTE_MS, 5 * MINUTE_MS]) {
    expect(await exhaust()).toBe(true)
    tasman.clock.advance(ms)
    expect((await client.get('/api/company')).status).toBe(200)
  }
})
