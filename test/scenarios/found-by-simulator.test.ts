import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPayer, aPerson, cents, pay } from '../api/payments/story.ts'
import { aPayer as aReporter } from '../api/single-touch/story.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { anEmployee } from '../support/make.ts'

/* Sequences that the simulator found (docs/simulator.md), each as a story of its own: what happened is what must hold now. */

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
  // The second pay was taxed on what the period held: it would be different now, so the answer is 200 and not 204.
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
