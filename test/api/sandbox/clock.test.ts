import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseFault } from '../../../src/database/faults.ts'
import { listWaiting } from '../../../src/features/access/sandbox/queries.ts'
import { advanceClocks, JOBS } from '../../../src/jobs.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { answering, isSigned, type Receiver, startReceiver } from '../../webhooks/receiver.ts'
import { anEndpoint, LOCAL, logOf } from '../../webhooks/story.ts'

const never = new AbortController().signal
let tasman: TestApp
let receiver: Receiver
let sandbox: TestClient
let owner: TestClient
beforeAll(async () => {
  receiver = await startReceiver()
  tasman = await startTestApp({ env: LOCAL })
  sandbox = await tasman.clientFor('sandbox')
  owner = await tasman.clientFor('owner')
})
afterAll(async () => {
  await tasman.close()
  await receiver.close()
})

/** Advances and waits, as a caller would. The earlier token may have expired. */
async function advanceTo(advance_to: string): Promise<void> {
  sandbox = await tasman.clientFor('sandbox')
  expect((await sandbox.post('/api/sandbox/clock', { advance_to })).status).toBe(202)
  await advanceClocks(tasman.service)
  sandbox = await tasman.clientFor('sandbox')
  expect((await sandbox.get('/api/sandbox/clock')).body).toMatchObject({ status: 'ready' })
}

describe('the clock of a sandbox', () => {
  it('only a sandbox has one', async () => {
    for (const answer of [
      await owner.get('/api/sandbox'),
      await owner.get('/api/sandbox/clock'),
      await owner.post('/api/sandbox/clock', { advance_to: '2027-01-01' }),
      await owner.put('/api/sandbox/faults', {}),
      await owner.post('/api/sandbox/data', { data_set: 'cafe' }),
      await owner.post('/api/sandbox/reset'),
    ])
      expect(answer).toMatchObject({
        status: 403,
        body: { detail: expect.stringContaining('not a sandbox') },
      })
  })

  it('moves forward and never back; others keep the real time', async () => {
    await advanceTo('2026-11-03T09:00:00')
    const { body } = await sandbox.get('/api/sandbox/clock')
    expect(body.now.slice(0, 16)).toBe('2026-11-03T09:00')
    const back = await sandbox.post('/api/sandbox/clock', { advance_to: '2026-11-01' })
    expect(back).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('only moves forward') },
    })
    expect((await sandbox.get('/api/sandbox')).body).toHaveProperty('next_event_at')
    expect((await sandbox.post('/api/sandbox/clock', { advance_to: '2026-13-01' })).status).toBe(422)
    expect((await sandbox.post('/api/sandbox/clock', { advance_to: '2046-01-01' })).status).toBe(409)

    const company = await aCompany(sandbox)
    expect(company.created_at.slice(0, 13)).toBe('2026-11-03T09')
    expect((await aCompany(owner)).created_at.slice(0, 10)).toBe('2026-11-02')
  })

  it('carries retries of webhooks, each at its time, signed with the real one', async () => {
    const endpoint = await anEndpoint(sandbox, receiver.url('/down'), { events: ['company.created'] })
    receiver.answers.set('/down', answering.status(500))
    await aCompany(sandbox)
    await advanceTo('2026-11-03T12:00:00')
    const [row] = await logOf(sandbox, endpoint.id)
    expect(row).toMatchObject({ status: 'failed', attempts: 8 })
    // The last of eight attempts comes a little over an hour after the first.
    expect(row.last_attempt_at.slice(0, 13)).toBe('2026-11-03T10')
    const arrived = receiver.at('/down')
    expect(arrived).toHaveLength(8)
    const seconds = Number(arrived[7]?.headers['x-payroll-timestamp'])
    expect(Math.abs(seconds - tasman.clock.now().getTime() / 1000)).toBeLessThan(120)
    expect(arrived.every((message) => isSigned(message, endpoint.secret))).toBe(true)
  })

  it('is looked at by jobs when something of it is due, and only then', async () => {
    const jobsOf = (name: string) => JOBS.find((job) => job.name === name)?.run(tasman.service, never)
    const waiting = async () => {
      const { database, systemClock } = tasman.service
      const each = (['deliveries', 'mails', 'submissions'] as const).map((what) =>
        listWaiting(database.query, what, systemClock.now()),
      )
      return (await Promise.all(each)).map((rows) => rows.length)
    }
    await Promise.all(['webhook deliveries', 'mail', 'lodgements'].map(jobsOf))
    const before = await waiting()
    expect(before).toEqual([0, 0, 0])
    await anEndpoint(sandbox, receiver.url('/due'), { events: ['company.updated'] })
    const company = await aCompany(sandbox)
    await sandbox.patch(`/api/company/${company.id}`, { trading_name: 'Due' })
    expect(await waiting()).toEqual([1, 0, 0])
    await jobsOf('webhook deliveries')
    expect(receiver.at('/due')).toHaveLength(1)
    expect(await waiting()).toEqual([0, 0, 0])
  })

  /** New Zealand: a future pay date stages the final pay. Returns whether the employment has ended. */
  async function stageFinalPay(day: string) {
    const company = await aCompany(sandbox, { jurisdiction: 'NZ' })
    const employee = await anEmployee(sandbox, company.id, { country: 'NZ' })
    const end = { termination_date: day, pay_date: day }
    expect((await sandbox.post(`/api/employees/${employee.id}/terminate`, end)).status).toBe(200)
    return async () => (await sandbox.get(`/api/employees/${employee.id}`)).body.is_terminated
  }

  it('brings the day of a staged final pay', async () => {
    const isTerminated = await stageFinalPay('2026-11-20')
    expect(await isTerminated()).toBe(false)
    await advanceTo('2026-11-20')
    expect(await isTerminated()).toBe(true)
  })

  it('has done what falls due at the very time it was sent to', async () => {
    const isTerminated = await stageFinalPay('2026-11-21')
    // Midnight in Sydney.
    await advanceTo('2026-11-20T13:00:00')
    expect(await isTerminated()).toBe(true)
  })

  it('waits on the day of a staged final pay while the database fails', async () => {
    const isTerminated = await stageFinalPay('2026-11-22')
    // Sends the webhooks that are due before that day.
    await advanceTo('2026-11-21T12:00:00')
    expect((await sandbox.post('/api/sandbox/clock', { advance_to: '2026-11-23' })).status).toBe(202)
    const { database } = tasman.service
    const { transaction } = database
    database.transaction = () => Promise.reject(new DatabaseFault('lost'))
    try {
      await expect(advanceClocks(tasman.service)).rejects.toThrow(DatabaseFault)
    } finally {
      database.transaction = transaction
    }
    sandbox = await tasman.clientFor('sandbox')
    const { now, status } = (await sandbox.get('/api/sandbox/clock')).body
    expect({ day: now.slice(0, 16), status }).toEqual({ day: '2026-11-21T13:00', status: 'advancing' })
    await advanceClocks(tasman.service)
    sandbox = await tasman.clientFor('sandbox')
    expect(await isTerminated()).toBe(true)
  })

  it('stops where a dated change falls due: it applies on its day, not when the clock arrives', async () => {
    const company = await aCompany(sandbox)
    const employee = await anEmployee(sandbox, company.id, { number: 'dated' })
    const answer = await sandbox.patch(`/api/company/${company.id}/employees/update`, [
      { id: employee.id, pay_rate_per_hour: '61.25', effective_from: '2026-11-24' },
    ])
    expect(answer.status).toBe(200)
    await advanceTo('2026-11-24T12:00:00')
    const [change] = (await sandbox.get(`/api/employees/${employee.id}/changes`)).body
    // Midnight in Sydney.
    expect(change).toMatchObject({ status: 'applied', applied_at: expect.stringMatching(/^2026-11-23T13:0/) })
  })

  it('ends access tokens after half an hour of its time, and refresh tokens after thirty days', async () => {
    const old = await tasman.clientFor('sandbox')
    await advanceTo('2026-11-25T01:00:00')
    expect((await old.get('/api/company')).status).toBe(401)
    expect((await sandbox.get('/api/company')).status).toBe(200)
    expect((await owner.get('/api/company')).status).toBe(200)
  })

  it('ends a trial', async () => {
    const { customer_id } = (await sandbox.get('/api/oauth/userinfo')).body
    await tasman.administer('update customers set paid_through = $1 where id = $2', [
      '2026-12-01',
      customer_id,
    ])
    const company = await aCompany(sandbox)
    await anEmployee(sandbox, company.id, { number: 'before' })
    await advanceTo('2026-12-03')
    await expect(anEmployee(sandbox, company.id, { number: 'after' })).rejects.toThrow('licence')
    await tasman.administer('update customers set paid_through = null where id = $1', [customer_id])
  })

  it('brings the days of a report that is mailed each week', async () => {
    const { id } = await aCompany(sandbox)
    const views = `/api/company/${id}/report-views`
    const view = await sandbox.post(views, {
      name: 'Each week',
      report_name: 'labour-cost',
      period: 'last-week',
      is_shared: false,
    })
    const set = await sandbox.put(`${views}/${view.body.id}/delivery`, { every: 'week' })
    expect(set.body.next_delivery_date).toBe('2026-12-07')
    await advanceTo('2026-12-09')
    const [seen] = (await sandbox.get(views)).body
    // Midnight in Sydney, whenever the clock arrives.
    expect([seen.next_delivery_date, seen.last_delivered_at.slice(0, 13)]).toEqual([
      '2026-12-14',
      '2026-12-06T13',
    ])
  })
})
