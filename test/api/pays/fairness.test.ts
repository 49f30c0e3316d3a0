import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { employeeBody } from '../../support/make.ts'

const PAYS_LOCK = 30
const CALLS = 30

let tasman: TestApp
let owner: TestClient
let other: TestClient
let companyId: number
let employeeId: number

beforeAll(async () => {
  tasman = await startTestApp({ env: { POOL_SIZE: '6', CUSTOMER_CONNECTIONS: '2', POOL_WAIT_MS: '3000' } })
  owner = await tasman.clientFor('owner')
  other = await tasman.clientFor('other')
  companyId = (await owner.put('/api/company/create', { legal_name: 'Busy Pty Ltd' })).body.id
  const hired = await owner.put(`/api/company/${companyId}/employees/create`, [employeeBody()])
  employeeId = hired.body[0].employee.id
})
afterAll(() => tasman.close())

it('pay calls that wait for each other hold no connection: everyone else, and the customer’s own reads, go on', async () => {
  const { pool } = tasman.service.database
  // Another process is working on the company's pays.
  const holder = await pool.connect()
  await holder.query('select pg_advisory_lock($1, $2)', [PAYS_LOCK, companyId])
  const body = [{ employee_id: employeeId, hours: [{ description: 'Ordinary', units: 'hours', value: 38 }] }]
  const waiting = Array.from({ length: CALLS }, (_, index) =>
    owner.put(`/api/company/${companyId}/pays/create?pay_date=2026-10-02`, body, {
      'idempotency-key': `fair-${index}`,
    }),
  )
  try {
    await sleep(1000)
    expect(pool.waitingCount).toBe(0)
    // The holder of the lock, and at most the next call in the queue.
    expect(pool.totalCount - pool.idleCount).toBeLessThanOrEqual(2)
    for (const client of [other, owner]) {
      expect((await client.get('/api/company')).status).toBe(200)
      expect((await client.put('/api/company/create', { legal_name: 'Beside Pty Ltd' })).status).toBe(201)
    }
  } finally {
    await holder.query('select pg_advisory_unlock_all()')
    holder.release()
  }
  const answers = await Promise.all(waiting)
  expect(answers.map((answer) => answer.status)).toEqual(Array(CALLS).fill(201))
}, 60_000)
