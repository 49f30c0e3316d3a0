import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPayer, aPerson, cents, pay } from '../api/payments/story.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'

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
