import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aPayer, aPerson, rows } from './story.ts'

/* Deductions without a payee are open, by name, until they are redirected to one; child support is an obligation. */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-10T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

it('are in the reconciliation and in the proof, and count once after a redirect', async () => {
  const company = await aPayer(owner)
  const person = await aPerson(owner, company.id)
  const path = `/api/company/${company.id}`
  const deductions = [
    { description: 'Court fine', amount: 25, classification: 'NORMAL' },
    { description: 'Child support', amount: 30, classification: 'CHILD_SUPPORT_DEDUCTION' },
  ]
  const { body: pays } = await owner.put(`${path}/pays/create?pay_date=2026-07-09`, [
    { employee_id: person.id, ...rows(38), deductions },
  ])
  const span = 'from_date=2026-07-01&to_date=2026-07-31'
  const reconciled = async () => {
    const { body } = await owner.get(`${path}/reconciliation?${span}`)
    expect(body.checks.filter(({ agrees }: AnyJson) => !agrees)).toEqual([])
    return body.deductions.map((row: AnyJson) => [row.payee_id, row.owed, row.open])
  }
  const proven = async () => {
    const { body } = await owner.get(`${path}/proof?${span}`)
    const { owed, open } = body.sums.find(({ kind }: AnyJson) => kind === 'payee')
    const points = body.open_points.filter(({ kind }: AnyJson) => kind === 'payee')
    return [owed, open, points.map(({ amount, sentence }: AnyJson) => [amount, sentence])]
  }
  expect(await reconciled()).toEqual([[null, 55, 25]])
  const without = expect.stringContaining('25.00 was deducted without a payee (Court fine)')
  expect(await proven()).toEqual([25, 25, [[25, without]]])

  const payee = { kind: 'court order', name: 'Court', bsb: '062-000', account_number: '11112222' }
  const { body: court } = await owner.post(`${path}/payees`, payee)
  const redirect = { pay_ids: [pays[0].id], kind: 'payee', payee_id: court.id, description: 'Court fine' }
  expect((await owner.post(`${path}/payments/redirects`, redirect)).status).toBe(201)
  expect(await reconciled()).toEqual([
    [court.id, 25, 25],
    [null, 30, 0],
  ])
  expect(await proven()).toEqual([25, 25, [[25, expect.stringContaining('not in a bank file')]]])
})

it('are not redirected to a payee once their office is recorded as paid', async () => {
  const company = await aPayer(owner)
  const person = await aPerson(owner, company.id)
  const path = `/api/company/${company.id}`
  const support = { description: 'Child support', amount: 30, classification: 'CHILD_SUPPORT_DEDUCTION' }
  const { body: pays } = await owner.put(`${path}/pays/create?pay_date=2026-07-09`, [
    { employee_id: person.id, ...rows(38), deductions: [support] },
  ])
  const { body: payee } = await owner.post(`${path}/payees`, {
    ...{ kind: 'child support', name: 'Services Australia', bsb: '062-000', account_number: '11112222' },
  })
  const paid = { kind: 'child-support', period_end: '2026-07-31', paid_on: '2026-07-10' }
  const { status, body: payments } = await owner.post(`${path}/obligations/payments`, paid)
  expect(status).toBe(201)
  const wanted = { pay_ids: [pays[0].id], kind: 'payee', payee_id: payee.id, description: 'Child support' }
  const redirect = () => owner.post(`${path}/payments/redirects`, wanted)
  expect(await redirect()).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('30.00 of 30.00 for 2026-07-01 to 2026-07-31 is recorded') },
  })
  expect((await owner.delete(`${path}/obligations/payments/${payments[0].id}`)).status).toBe(204)
  expect((await redirect()).status).toBe(201)
})
