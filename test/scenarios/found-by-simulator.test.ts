import { afterAll, beforeAll, expect, it } from 'vitest'
import { flushAudit } from '../../src/features/platform/audit/index.ts'
import { aPayer, aPerson, cents, pay } from '../api/payments/story.ts'
import { aPayer as aReporter } from '../api/single-touch/story.ts'
import { listen, takeEvents } from '../api/terminations/story.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'

/* Sequences found by the simulator (docs/simulator.md), each as a separate story with the correct outcome. */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

it('a file is cancelled after its money was set off: the next file pays what is owed in all', async () => {
  const company = await aPayer(owner)
  const person = await aPerson(owner, company.id)
  const payments = `/api/company/${company.id}/payments`
  const first = await pay(owner, company.id, person.id, '2026-07-03')
  const file = (await owner.post(`${payments}/files`, { all_open: true })).body
  expect((await owner.delete(`/api/company/${company.id}/pays/${first.id}`)).status).toBe(204)
  const second = await pay(owner, company.id, person.id, '2026-07-10')
  const agreement = { pay_id: first.id, agreed_on: '2026-07-10', agreement: 'Signed form' }
  expect((await owner.post(`${payments}/set-offs`, agreement)).status).toBe(201)
  expect((await owner.post(`${payments}/files/${file.id}/cancel`, {})).status).toBe(200)

  const again = await owner.post(`${payments}/files`, { all_open: true })
  expect(again.status).toBe(201)
  expect(cents(again.body.total)).toBe(cents(second.net))
  expect((await owner.get(`${payments}/items?status=open`)).body).toEqual([])
})

it('a write that answers 200 instead of the usual status stands in the audit log once', async () => {
  const company = await aReporter(owner)
  const person = await anEmployee(owner, company.id)
  const first = await pay(owner, company.id, person.id, '2026-07-03', 20)
  await pay(owner, company.id, person.id, '2026-07-04', 18)
  // The second pay was taxed on the total of the period, which is now different, so the status is 200 and not 204.
  const deleted = await owner.delete(`/api/company/${company.id}/pays/${first.id}`)
  expect(deleted.status).toBe(200)

  await owner.put('/api/demo/gateways', { stp: 'down' })
  const reports = `/api/single-touch/${company.id}`
  const span = { from_date: '2026-07-01', to_date: '2026-07-31' }
  const waiting = (await owner.post(`${reports}/submit-stp-pays`, span)).body
  await owner.put('/api/demo/gateways', { stp: 'accept' })
  const resent = await owner.post(`${reports}/submissions/${waiting.id}/resend`)
  expect(resent.status).toBe(200)

  const log = (await owner.get('/api/audit-log?limit=100')).body as { request_id: string; outcome: number }[]
  for (const answer of [deleted, resent])
    expect(log.filter((row) => row.request_id === answer.headers['x-request-id'])).toMatchObject([
      { outcome: 200 },
    ])
})

it('a pay that is told of with the year to date says so to listeners when it is corrected, told again, and refused', async () => {
  const company = await aReporter(owner)
  const person = await anEmployee(owner, company.id)
  const early = await pay(owner, company.id, person.id, '2026-07-03')
  await pay(owner, company.id, person.id, '2026-07-10')
  await listen(tasman)
  const submit = `/api/single-touch/${company.id}/submit-stp-pays`
  // The first pay is not lodged. Its figures are in the year to date of the second.
  expect((await owner.post(submit, { from_date: '2026-07-10', to_date: '2026-07-10' })).status).toBe(201)
  const hours = [{ description: 'Ordinary hours', units: 'hours', value: 30 }]
  expect((await owner.put(`/api/company/${company.id}/pays/${early.id}`, { hours })).status).toBe(200)
  const heardAndRead = async () => {
    const heard = (await takeEvents(tasman, 'pay', early.id)).at(-1)?.data.stp_needs_update
    const read = (await owner.get(`/api/company/${company.id}/pays/${early.id}`)).body.stp_needs_update
    return { heard, read }
  }
  expect(await heardAndRead()).toEqual({ heard: true, read: true })

  const reports = `/api/single-touch/${company.id}`
  await owner.put('/api/demo/gateways', { stp: 'down' })
  const update = await owner.post(`${reports}/update`, { year: 2027 })
  expect(update.status).toBe(201)
  expect(await heardAndRead()).toEqual({ heard: false, read: false })
  await owner.put('/api/demo/gateways', { stp: 'reject' })
  await owner.post(`${reports}/submissions/${update.body.id}/resend`)
  await owner.put('/api/demo/gateways', { stp: 'accept' })
  expect(await heardAndRead()).toEqual({ heard: true, read: true })
})

it('the clock of a sandbox counts in every process as soon as it was moved', async () => {
  const other = await startTestApp({ databaseUrl: tasman.databaseUrl, now: '2026-07-20T02:00:00' })
  try {
    const { token } = await tasman.clientFor('sandbox')
    const there = other.clientWith(token)
    const before = (await there.get('/api/sandbox/clock')).body.now
    // Another process moved it, and the notification has not arrived yet.
    await tasman.administer('update sandboxes set lead_ms = lead_ms + 600000')
    const { headers } = await there.post('/api/company/999999/payees', {})
    const { body } = await there.get('/api/sandbox/clock')
    expect(Date.parse(`${body.now}Z`) - Date.parse(`${before}Z`)).toBeGreaterThanOrEqual(600_000)
    await flushAudit(other.service)
    const log = (await there.get('/api/audit-log?limit=50')).body as { request_id: string; at: string }[]
    const row = log.find(({ request_id }) => request_id === headers['x-request-id'])
    expect(Date.parse(`${row?.at}Z`) - Date.parse(`${before}Z`)).toBeGreaterThanOrEqual(600_000)
  } finally {
    await other.close()
  }
})

it('a start waits longer than a connection to a busy database may take', () => {
  const { connectionTimeoutMillis = 0 } = tasman.service.database.pool.options
  expect(tasman.app.initialConfig.pluginTimeout).toBeGreaterThan(connectionTimeoutMillis + 30_000)
})

it('a closedown counts the week that holds the anniversary by the days that dated rows show', async () => {
  const company = await aCompany(owner, { jurisdiction: 'NZ' })
  const person = await anEmployee(owner, company.id, {
    ...{ country: 'NZ', start_date: '2020-07-08', pay_period: 'WEEKLY', pay_rate_per_hour: '50.00' },
    ...{ standard_hours_per_day: '6', standard_days_per_week: 2 },
  })
  const payDated = async (date: string, rows: object) => {
    const body = [{ employee_id: person.id, hours: [], ...rows }]
    return (await owner.put(`/api/company/${company.id}/pays/create?pay_date=${date}`, body)).body[0]
  }
  const hours = [{ description: 'Ordinary', units: 'hours', value: 12 }]
  const away = (leave_type: string, date: string, count = 6) => [
    { description: 'Away', leave_type, date, hours: count },
  ]
  // Tuesdays and Thursdays: one of the two days of the first week counts, because the anniversary is its Wednesday.
  await payDated('2026-07-08', { hours, leave: away('UNPAID', '2026-07-07') })
  await payDated('2026-07-15', { hours, leave: away('UNPAID', '2026-07-16') })
  const closed = await payDated('2026-07-20', { leave: away('NZ_CLOSEDOWN', '2026-07-20', 12) })
  expect(closed.gross).toBe(72)
  const span = 'from_date=2026-07-20&to_date=2026-07-26'
  const { rows } = (await owner.get(`/api/company/${company.id}/holidays-act-report?${span}`)).body
  expect(rows).toMatchObject([{ type: 'NZ_CLOSEDOWN', owed: 72, paid: 72 }])
})

it('a death was entered by mistake: the pay after it is named, and is the income of the employee once it is renewed', async () => {
  const company = await aReporter(owner)
  const person = await anEmployee(owner, company.id)
  const base = `/api/company/${company.id}`
  await pay(owner, company.id, person.id, '2026-07-03')
  const end = { termination_date: '2026-07-06', reason: 'DEATH_DEPENDENT', pay_date: '2026-07-10' }
  const final = (await owner.post(`/api/employees/${person.id}/terminate`, end)).body
  const late = await pay(owner, company.id, person.id, '2026-07-14')
  expect(late.tax).toBe(0)

  const deleted = await owner.delete(`${base}/pays/${final.pay_id}`)
  expect(deleted.status).toBe(200)
  expect(deleted.body.affected_pays).toMatchObject([{ pay_id: late.id }])
  expect(deleted.body.warnings[0]).toContain('renew_snapshot')
  const renewed = await owner.post(`${base}/pays/recalculate`, { pay_ids: [late.id], renew_snapshot: true })
  expect(renewed.body.pays[0].tax).toBeGreaterThan(0)
})

it('a pay that was refused and then reported with the year to date is lodged under the numbers it was reported with', async () => {
  const company = await aReporter(owner)
  const [first, second] = [await anEmployee(owner, company.id), await anEmployee(owner, company.id)]
  const reports = `/api/single-touch/${company.id}`
  const on = (from_date: string) => ({ from_date, to_date: from_date })
  await pay(owner, company.id, first.id, '2026-07-03')
  const refused = await pay(owner, company.id, second.id, '2026-07-03')
  await owner.put('/api/demo/gateways', { stp: 'down' })
  const waiting = (await owner.post(`${reports}/submit-stp-pays`, on('2026-07-03'))).body
  await owner.put('/api/demo/gateways', { stp: 'accept' })
  const notes = [{ code: 'CMN.ATO.PAYEVNT.EM1', message: 'Not this one.', employee_id: second.id }]
  const answer = { outcome: 'partial', receipt: 'R-1', notes, is_certain: true }
  expect((await owner.post(`${reports}/submissions/${waiting.id}/record`, answer)).status).toBe(200)
  await pay(owner, company.id, second.id, '2026-07-10')
  expect((await owner.post(`${reports}/submit-stp-pays`, on('2026-07-10'))).body.status).toBe('accepted')
  const moved = { abn: '53004085616', identity_change: 'new-identity' }
  expect((await owner.patch(`/api/company/${company.id}`, moved)).status).toBe(200)

  const again = await owner.post(`${reports}/submit-stp-pays`, on('2026-07-03'))
  expect(again.body).toMatchObject({ status: 'accepted', pay_ids: [refused.id] })
  const xml = (await owner.get(`${reports}/submissions/${again.body.id}/xml`)).body
  expect(String(xml)).not.toContain(moved.abn)
  expect((await owner.post(`${reports}/submit-stp-pays`, on('2026-07-03'))).status).toBe(200)
})
