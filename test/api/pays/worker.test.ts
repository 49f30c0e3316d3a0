import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { advanceClocks } from '../../../src/jobs.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, employeeBody } from '../../support/make.ts'
import { aWeek } from '../../support/pays.ts'
import { anEndpoint, LOCAL } from '../../webhooks/story.ts'

/* A large call runs entirely in a worker, which neither its response nor the stored rows show. */

const PEOPLE = 210

type Side = { tasman: TestApp; owner: TestClient; company: AnyJson; ids: number[] }
let worker: Side
let inProcess: Side

/** Two services with the same people; the second runs every call in the main thread. */
async function aSide(isInProcess: boolean): Promise<Side> {
  const tasman = await startTestApp({ env: LOCAL })
  const { service } = tasman
  if (isInProcess) service.runVerb = (verb, call) => verb(service, call)
  const owner = await tasman.clientFor('owner')
  const company = await aCompany(owner)
  await anEndpoint(owner, 'http://127.0.0.1:1/', { events: ['pay.created', 'employee.updated'] })
  const people = Array.from({ length: PEOPLE }, (_, index) => employeeBody({ number: `W${index}` }))
  const { body } = await owner.put(`/api/company/${company.id}/employees/create`, people)
  return { tasman, owner, company, ids: body.map(({ employee }: AnyJson) => employee.id) }
}

beforeAll(async () => {
  worker = await aSide(false)
  inProcess = await aSide(true)
}, 240_000)
afterAll(async () => {
  await worker.tasman.close()
  await inProcess.tasman.close()
})

const weeks = ({ ids }: Side) =>
  ids.map((id) =>
    aWeek(id, { deductions: [{ description: 'Club', amount: '4.20', classification: 'NORMAL' }] }),
  )
const create = (side: Side, pays: AnyJson[], query: string, headers: Record<string, string> = {}) =>
  side.owner.put(`/api/company/${side.company.id}/pays/create?${query}`, pays, headers)

const rowsOf = async ({ tasman }: Side, statement: string, values: unknown[] = []) =>
  (await tasman.service.database.pool.query(statement, values)).rows

const countPays = async (side: Side) =>
  Number((await rowsOf(side, 'select count(*) from pays where company_id = $1', [side.company.id]))[0].count)

/** The threads that run in the service. */
const threads = ({ tasman }: Side) => tasman.service.workers.threads()

describe('a large call in a worker', () => {
  it('answers, stores, records and audits the same as in process', async () => {
    const query = 'pay_date=2026-10-02'
    const there = await create(worker, weeks(worker), query)
    const here = await create(inProcess, weeks(inProcess), query)
    expect(threads(worker)).toHaveLength(1)
    expect(threads(inProcess)).toHaveLength(0)
    expect([there.status, here.status]).toEqual([201, 201])
    expect(there.body).toHaveLength(PEOPLE)
    expect(there.body).toEqual(here.body)
    for (const table of ['pays', 'pay_lines', 'leave_movements', 'pay_runs']) {
      const stored = (side: Side) =>
        rowsOf(
          side,
          `select to_jsonb(t) - '{created_at,updated_at}'::text[] as row from ${table} t order by 1`,
        )
      expect(await stored(worker), table).toEqual(await stored(inProcess))
    }
    const events = (side: Side) =>
      rowsOf(
        side,
        `select event_type, entity_type, entity_id, payload_line, state, attempts from webhook_deliveries
         order by event_type, entity_id`,
      )
    expect(await events(worker)).toHaveLength(2 * PEOPLE)
    expect(await events(worker)).toEqual(await events(inProcess))
    const audit = (side: Side) =>
      rowsOf(
        side,
        `select customer_id, user_id, client_id, action, target, outcome, ip, changes,
           request_id is not null as has_request from audit_log where action = 'createPays' order by id`,
      )
    expect(await audit(worker)).toHaveLength(1)
    expect(await audit(worker)).toEqual(await audit(inProcess))
    const { counts } = worker.tasman.service.eventDelivery
    expect(counts).toEqual(inProcess.tasman.service.eventDelivery.counts)
  }, 240_000)

  it('refuses with the same status and sentence', async () => {
    const broken = { description: 'Odd', units: 'hours', value: 1, rate_reference: 'employee:2147483647' }
    const refusals = (side: Side) => [
      [...weeks(side).slice(1), { employee_id: side.ids[0], hours: [broken] }],
      [...weeks(side).slice(1), { employee_id: 2_000_000_000, hours: [] }],
      [
        ...weeks(side).slice(1),
        { ...aWeek(side.ids[0] ?? 0), bonuses: [{ description: 'B', amount: 9e11 }] },
      ],
    ]
    const before = await countPays(worker)
    for (const [index, pays] of refusals(worker).entries()) {
      const there = await create(worker, pays, 'pay_date=2026-10-09')
      const here = await create(inProcess, refusals(inProcess)[index] ?? [], 'pay_date=2026-10-09')
      expect([there.status, there.body]).toEqual([here.status, here.body])
      expect(there.status).toBeGreaterThanOrEqual(400)
      expect(there.status).toBeLessThan(500)
    }
    expect(await countPays(worker)).toBe(before)
  }, 120_000)

  it('is done once for each Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'worker-1' }
    const first = await create(worker, weeks(worker), 'pay_date=2026-10-16', key)
    const again = await create(worker, weeks(worker), 'pay_date=2026-10-16', key)
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.body).toEqual(first.body)
    const other = await create(worker, weeks(worker).slice(1), 'pay_date=2026-10-16', key)
    expect(other.status).toBe(409)
    const outcomes = await rowsOf(
      worker,
      `select outcome from audit_log where action = 'createPays' and outcome <> 422 order by id desc limit 2`,
    )
    expect(outcomes.map(({ outcome }) => outcome)).toContain(200)
  }, 120_000)

  it('rolls back and answers 503 when its worker ends', async () => {
    const before = await countPays(worker)
    // Another session has locked the company's pays, so the call runs until its worker ends.
    const holder = await worker.tasman.service.database.pool.connect()
    await holder.query('select pg_advisory_lock(30, $1)', [worker.company.id])
    const waiting = create(worker, weeks(worker), 'pay_date=2026-10-23')
    try {
      await vi.waitFor(() => expect(threads(worker)).toHaveLength(1), { timeout: 60_000 })
      await new Promise((resolve) => setTimeout(resolve, 300))
      for (const thread of threads(worker)) await thread.terminate()
      const { status, body } = await waiting
      expect([status, Object.keys(body)]).toEqual([503, ['error', 'code']])
    } finally {
      await holder.query('select pg_advisory_unlock_all()')
      holder.release()
    }
    expect(await countPays(worker)).toBe(before)
    expect((await create(worker, weeks(worker), 'pay_date=2026-10-23')).status).toBe(201)
    expect(await countPays(worker)).toBe(before + PEOPLE)
  }, 240_000)

  it('uses the clock of its sandbox', async () => {
    const { tasman } = worker
    const before = await tasman.clientFor('sandbox')
    const advanced = await before.post('/api/sandbox/clock', { advance_to: '2027-03-05' })
    expect(advanced.status).toBe(202)
    await advanceClocks(tasman.service)
    // The earlier token has expired.
    const sandbox = await tasman.clientFor('sandbox')
    const company = await aCompany(sandbox)
    const people = Array.from({ length: PEOPLE }, () => employeeBody())
    const { body } = await sandbox.put(`/api/company/${company.id}/employees/create`, people)
    const weekly = body.map(({ employee }: AnyJson) => aWeek(employee.id))
    const { status, body: pays } = await sandbox.put(`/api/company/${company.id}/pays/create`, weekly)
    expect(status).toBe(201)
    const stored = await rowsOf(worker, 'select created_at from pays where id = $1', [pays[0].id])
    expect(stored[0].created_at.toISOString().slice(0, 7)).toBe('2027-03')
    expect(pays[0].processed_date).toMatch(/^2027-03/)
  }, 240_000)
})
