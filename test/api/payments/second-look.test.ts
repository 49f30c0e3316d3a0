import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { anEmployee } from '../../support/make.ts'
import { anEmployer, aWorker } from '../payday-filing/story.ts'
import { aPayer, aPay as auPay } from '../single-touch/story.ts'
import { PAYER } from './story.ts'

/*
 * Further cases of the kinds of fault in the reporting audit: lines that obligations and calls must treat
 * alike.
 */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00', env: { STP_TRANSPORT: 'manual' } })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const obligations = async (companyId: number, kind: string): Promise<AnyJson[]> =>
  (await owner.get(`/api/company/${companyId}/obligations`)).body.filter((row: AnyJson) => row.kind === kind)

it('a pay that a replacement refused and someone deleted leaves nothing to report', async () => {
  const company = await aPayer(owner)
  const people = [await anEmployee(owner, company.id), await anEmployee(owner, company.id)]
  const pays = [
    await auPay(owner, company.id, people[0].id, '2026-07-10'),
    await auPay(owner, company.id, people[1].id, '2026-07-10'),
  ]
  const path = `/api/single-touch/${company.id}`
  const sent = await owner.post(`${path}/submit-stp-pays`, { pay_ids: pays.map(({ id }) => id) })
  await owner.post(`${path}/submissions/${sent.body.id}/record`, { outcome: 'accepted', receipt: 'R1' })
  const replaced = await owner.post(`${path}/submissions/${sent.body.id}/replace`)
  await owner.post(`${path}/submissions/${replaced.body.id}/record`, {
    outcome: 'partial',
    receipt: 'R2',
    notes: [{ code: 'CMN.1', message: 'refused', employee_id: people[0].id }],
  })
  expect(await obligations(company.id, 'stp-pay-event')).toMatchObject([{ status: 'overdue' }])
  await owner.delete(`/api/company/${company.id}/pays/${pays[0].id}`)
  expect((await owner.post(`${path}/update`, {})).status).toBe(400)
  expect(await obligations(company.id, 'stp-update')).toEqual([])
})

it('a name without Latin letters is held back with what to enter', async () => {
  const company = await aPayer(owner)
  const person = await anEmployee(owner, company.id, { first_name: '明', last_name: '李' })
  const pay = await auPay(owner, company.id, person.id, '2026-07-10')
  const { body } = await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, {
    pay_ids: [pay.id],
    dry_run: true,
  })
  expect(body.errors.map(({ message }: AnyJson) => message)).toEqual([
    'The last name has no letter that the tax office accepts. Enter reporting_last_name.',
  ])
})

it('super that is open names its people, and a zero pay says so', async () => {
  const company = await aPayer(owner, PAYER)
  const fund = { default_employee_fund_usi: '60905115063001', default_employee_fund_member_number: 'A1' }
  const [paid, without] = [
    await anEmployee(owner, company.id, fund),
    await anEmployee(owner, company.id, { first_name: 'Bob' }),
  ]
  for (const { id } of [paid, without]) await auPay(owner, company.id, id, '2026-07-10')
  const path = `/api/super-payments/${company.id}/files`
  const file = await owner.post(path, { all_open: true })
  expect(file.body.held_back).toMatchObject([{ employee_id: without.id }])
  await owner.patch(`${path}/${file.body.id}`, { paid_on: '2026-07-20' })
  expect(await obligations(company.id, 'super')).toMatchObject([
    { status: 'open', employees: [{ id: without.id, name: 'Bob Nguyen' }] },
  ])
  const early = await owner.patch(`${path}/${file.body.id}`, {
    paid_on: '2026-07-20',
    received_on: '2026-07-19',
  })
  expect(early.body.detail).toBe('received_on 2026-07-19 is before paid_on (2026-07-20).')
  const zero = await auPay(owner, company.id, paid.id, '2026-07-17', {
    hours: [{ description: 'Ordinary hours', units: 'hours', value: 0 }],
  })
  const nothing = await owner.post(`/api/company/${company.id}/payments/files`, {
    pay_run_id: zero.pay_run_id,
  })
  expect(nothing).toMatchObject({ status: 400, body: { detail: expect.stringContaining('net of zero') } })
})

it.each([
  {
    hours: [{ description: 'Ordinary', units: 'hours', value: 5 }],
    allowances: [{ description: 'Back', amount: -400 }],
  },
  { hours: [], bonuses: [{ description: 'Back', amount: -50, tax_method: 'NORMAL_EARNINGS' }] },
])('a New Zealand pay below zero is held back whatever row makes it so', async (rows) => {
  const company = await anEmployer(owner)
  const worker = await aWorker(owner, company.id)
  const { body: pays } = await owner.put(`/api/company/${company.id}/pays/create?pay_date=2026-07-10`, [
    { employee_id: worker.id, ...rows },
  ])
  const other = await aWorker(owner, company.id, { first_name: 'Ann' })
  await auPay(owner, company.id, other.id, '2026-07-10')
  const { body } = await owner.post(`/api/payday-filing/${company.id}/submit`, {
    from_date: '2026-07-01',
    to_date: '2026-07-31',
  })
  expect(body.held_back).toMatchObject([
    {
      employee_id: worker.id,
      reason: expect.stringContaining('DEI field gross is below zero'),
      errors: [{}],
    },
  ])
  expect(body.pay_ids).not.toContain(pays[0].id)
})

it('days before the pay or in the future are refused, and a leaver’s file says why they left', async () => {
  const company = await aPayer(owner, PAYER)
  const person = await anEmployee(owner, company.id, {
    default_employee_fund_usi: '60905115063001',
    default_employee_fund_member_number: 'A1',
  })
  const pay = await auPay(owner, company.id, person.id, '2026-07-17')
  const end = { termination_date: '2026-07-17', pay_date: '2026-07-17', reason: 'REDUNDANCY' }
  expect((await owner.post(`/api/employees/${person.id}/terminate`, end)).status).toBe(200)
  const api = `/api/super-payments/${company.id}`
  const made = await owner.post(`${api}/files`, { pay_ids: [pay.id] })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const { raw } = await owner.get(`${api}/files/${made.body.id}`)
  expect(raw.toString()).toContain('"2026-07-17","Redundancy"')
  const set = (body: object) => owner.patch(`${api}/files/${made.body.id}`, body)
  for (const paid_on of ['2026-07-16', '2026-07-21', '2020-01-01'])
    expect([paid_on, (await set({ paid_on })).status]).toEqual([paid_on, 400])
  expect((await set({ paid_on: '2026-07-20', received_on: '2026-07-19' })).status).toBe(400)
  expect((await set({ paid_on: '2026-07-20', received_on: '2026-07-20' })).status).toBe(200)
  for (const settled_on of ['2026-07-16', '2026-07-21']) {
    const body = { items: [{ pay_id: pay.id }], method: 'transfer', settled_on }
    const { status } = await owner.post(`/api/company/${company.id}/payments/settlements`, body)
    expect([settled_on, status]).toEqual([settled_on, 400])
  }
})
