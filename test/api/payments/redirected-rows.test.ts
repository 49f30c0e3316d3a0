import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aPayer, aPerson, rows } from './story.ts'

/* A deduction of a single pay names its payee, and goes to another one after it came back. */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-10T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const payee = async (companyId: number, name: string, account: string) =>
  (
    await owner.post(`/api/company/${companyId}/payees`, {
      kind: 'court order',
      name,
      bsb: '062-000',
      account_number: account,
    })
  ).body.id as number

it('is named, paid, returned and redirected by its row', async () => {
  const company = await aPayer(owner)
  const person = await aPerson(owner, company.id)
  const path = `/api/company/${company.id}`
  const fine = { description: 'Court fine', amount: 25, classification: 'NORMAL' }
  const { body: pays } = await owner.put(`${path}/pays/create?pay_date=2026-07-09`, [
    { employee_id: person.id, ...rows(38), deductions: [fine] },
  ])
  const [wrong, right] = [
    await payee(company.id, 'Court A', '11112222'),
    await payee(company.id, 'Court B', '33334444'),
  ]
  const redirect = (body: object) =>
    owner.post(`${path}/payments/redirects`, { pay_ids: [pays[0].id], kind: 'payee', ...body })
  const items = async () =>
    (await owner.get(`${path}/payments/items`)).body
      .filter((item: AnyJson) => item.kind === 'payee')
      .map((item: AnyJson) => [item.payee_id, item.payee_reference, item.open])

  expect(await items()).toEqual([])
  expect((await redirect({ payee_id: wrong })).status).toBe(422)
  expect((await redirect({ payee_id: wrong, description: 'Union' })).status).toBe(400)
  expect((await redirect({ payee_id: 999_999, description: 'Court fine' })).status).toBe(400)
  expect(
    (await owner.post(`${path}/payments/redirects`, { pay_ids: [pays[0].id], kind: 'net', payee_id: wrong }))
      .status,
  ).toBe(422)
  const named = await redirect({ payee_id: wrong, description: 'Court fine', payee_reference: 'F1' })
  expect(named).toMatchObject({ status: 201, body: [{ pay_id: pays[0].id, kind: 'payee' }] })
  expect(await items()).toEqual([[wrong, 'F1', 25]])

  const file = await owner.post(`${path}/payments/files`, { all_open: true })
  expect(file.status).toBe(201)
  const again = await redirect({ payee_id: right, description: 'Court fine' })
  expect(again).toMatchObject({ status: 409, body: { detail: expect.stringContaining('was already sent') } })
  await owner.post(`${path}/payments/files/${file.body.id}/returns`, {
    returned_on: '2026-07-10',
    reason: 'Account closed',
    items: [{ pay_id: pays[0].id, kind: 'payee' }],
  })
  expect((await owner.post(`${path}/payments/files`, { all_open: true })).status).toBe(409)
  const twin = await payee(company.id, 'Court A again', '11112222')
  for (const payee_id of [wrong, twin])
    expect(await redirect({ payee_id, description: 'Court fine', payee_reference: 'F1' })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('is_same_place') },
    })
  expect((await redirect({ payee_id: right, description: 'Court fine', payee_reference: 'F1' })).status).toBe(
    201,
  )
  expect((await owner.post(`${path}/payments/files`, { all_open: true })).body).toMatchObject({ total: 25 })
  expect(await items()).toEqual([[right, 'F1', 0]])
})

it('goes to the payee that returned it only when that is right', async () => {
  const company = await aPayer(owner)
  const person = await aPerson(owner, company.id)
  const path = `/api/company/${company.id}`
  const court = await payee(company.id, 'Court', '11112222')
  const fine = { description: 'Court fine', amount: 25, classification: 'NORMAL' }
  const { body: pays } = await owner.put(`${path}/pays/create?pay_date=2026-07-09`, [
    { employee_id: person.id, ...rows(38), deductions: [fine] },
  ])
  const redirect = (body: object = {}) =>
    owner.post(`${path}/payments/redirects`, {
      ...{ pay_ids: [pays[0].id], kind: 'payee', payee_id: court, description: 'Court fine' },
      ...body,
    })
  expect((await redirect()).status).toBe(201)
  const file = await owner.post(`${path}/payments/files`, { all_open: true })
  await owner.post(`${path}/payments/files/${file.body.id}/returns`, {
    returned_on: '2026-07-10',
    reason: 'Account closed',
    items: [{ pay_id: pays[0].id, kind: 'payee' }],
  })
  expect((await redirect()).status).toBe(409)
  tasman.clock.advance(1000)
  expect((await redirect({ is_same_place: true })).status).toBe(201)
  expect((await owner.post(`${path}/payments/files`, { all_open: true })).body).toMatchObject({ total: 25 })
})

it('shows the outcome of every contribution of a super file', async () => {
  const company = await aPayer(owner)
  const [stays, back] = [await aPerson(owner, company.id), await aPerson(owner, company.id)]
  for (const { id } of [stays, back])
    await owner.put(`/api/company/${company.id}/pays/create?pay_date=2026-07-09`, [
      { employee_id: id, ...rows(38) },
    ])
  const path = `/api/super-payments/${company.id}/files`
  const { body: file } = await owner.post(path, { all_open: true })
  await owner.patch(`${path}/${file.id}`, { paid_on: '2026-07-10' })
  await owner.post(`${path}/${file.id}/returns`, {
    returned_on: '2026-07-10',
    reason: 'No such member',
    items: [{ employee_id: back.id }],
  })
  const { body: lines } = await owner.get(`${path}/${file.id}/lines`)
  expect(
    lines.map((line: AnyJson) => [line.employee_id, line.kind, line.outcome, line.return_reason]),
  ).toEqual([
    [stays.id, 'super', 'accepted', null],
    [back.id, 'super', 'returned', 'No such member'],
  ])
  expect((await owner.get(`${path}/999999/lines`)).status).toBe(404)
})
