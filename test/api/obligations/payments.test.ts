import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { anEmployee } from '../../support/make.ts'
import { aPay as aNzPay, anEmployer, aWorker } from '../payday-filing/story.ts'
import { aPaidEmployee, aPay, aPayer } from '../single-touch/story.ts'

/* Amounts owed to the tax offices: due, paid with date and reference, and late with the possible cost. */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-18T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const obligation = async (companyId: number, kind: string): Promise<AnyJson> =>
  (await owner.get(`/api/company/${companyId}/obligations`)).body.find((row: AnyJson) => row.kind === kind)
const pay = (companyId: number, body: object) =>
  owner.post(`/api/company/${companyId}/obligations/payments`, body)

describe('PAYG withholding', () => {
  it('is overdue until it is paid, and late when it was paid after its date', async () => {
    const { company } = await aPaidEmployee(owner, '2026-07-03')
    const open = await obligation(company.id, 'payg-withholding')
    expect(open).toMatchObject({ status: 'overdue', payment: { paid: 0, is_late: true } })
    expect(open.payment.charge).toContain('general interest charge')
    expect(open.due_date_note).toMatch(/not verified: Taxation Administration Act 1953.* https:/)
    expect((await pay(company.id, { period_end: open.period_end, paid_on: '2026-12-01' })).status).toBe(422)
    expect((await pay(company.id, { period_end: open.period_end, paid_on: '2026-01-01' })).status).toBe(422)
    expect((await pay(company.id, { paid_on: '2026-11-01' })).status).toBe(400)
    const part = await pay(company.id, { period_end: open.period_end, amount: '10', paid_on: '2026-07-20' })
    expect(part).toMatchObject({ status: 201, body: [{ amount: 10, reference: null }] })
    const rest = { period_end: open.period_end, paid_on: open.due_date, reference: 'PRN 123' }
    const { body } = await pay(company.id, rest)
    expect(await obligation(company.id, 'payg-withholding')).toMatchObject({
      status: 'done',
      amount: 0,
      payment: {
        owed: open.amount,
        paid: open.amount,
        is_late: false,
        charge: null,
        references: ['PRN 123'],
      },
    })
    expect((await pay(company.id, rest)).status).toBe(409)
    const path = `/api/company/${company.id}/obligations/payments`
    expect((await owner.delete(`${path}/${body[0].id}`)).status).toBe(204)
    expect((await owner.delete(`${path}/${body[0].id}`)).status).toBe(404)
    expect((await owner.get(path)).body).toHaveLength(1)
    await pay(company.id, { until: '2026-11-18', paid_on: '2026-11-18' })
    expect(await obligation(company.id, 'payg-withholding')).toMatchObject({
      status: 'done',
      payment: { is_late: true, paid_on: '2026-11-18', usual_reference: null },
    })
  })
})

describe('a quarter whose pays were deleted after it was paid', () => {
  it('keeps its due date, is not late, and does not pay for another quarter', async () => {
    const { company, employee, pay: first } = await aPaidEmployee(owner, '2026-09-04')
    const quarter = { period_end: '2026-09-30' }
    const tooEarly = await pay(company.id, { ...quarter, paid_on: '2026-08-01' })
    expect(tooEarly.status).toBe(422)
    expect(JSON.stringify(tooEarly.body)).toContain('first pay of the period, which is on 2026-09-04')
    expect((await pay(company.id, { ...quarter, paid_on: '2026-10-20' })).status).toBe(201)
    expect((await owner.delete(`/api/company/${company.id}/pays/${first.id}`)).status).toBe(204)
    const second = await aPay(owner, company.id, employee.id, '2026-10-09')
    const { body } = await owner.get(`/api/company/${company.id}/obligations`)
    const rows = (body as AnyJson[]).filter(({ kind }) => kind === 'payg-withholding')
    expect(rows.find((row) => row.period_end === '2026-09-30')).toMatchObject({
      ...{ due_date: '2026-10-28', amount: -first.tax, status: 'done' },
      payment: { owed: 0, paid: first.tax, is_late: false, charge: null },
    })
    const span = 'from_date=2026-07-01&to_date=2026-12-31'
    const reconciled = await owner.get(`/api/company/${company.id}/reconciliation?${span}`)
    expect(reconciled.body.tax).toMatchObject({ amount: second.tax, open: second.tax })
  })
})

describe('a period that two people pay at the same time', () => {
  it('is paid once, and an amount is above zero', async () => {
    const { company } = await aPaidEmployee(owner, '2026-07-03')
    const { period_end } = await obligation(company.id, 'payg-withholding')
    for (const amount of ['0', '-10'])
      expect((await pay(company.id, { period_end, amount, paid_on: '2026-11-01' })).status).toBe(422)
    const both = await Promise.all(
      [1, 2, 3].map(() => pay(company.id, { period_end, paid_on: '2026-11-01' })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(await obligation(company.id, 'payg-withholding')).toMatchObject({ status: 'done', amount: 0 })
  })
})

describe('a period that owes nothing any more', () => {
  it('is listed with what was paid for it, which is too much', async () => {
    const { company, pay: paid } = await aPaidEmployee(owner, '2026-07-03')
    const open = await obligation(company.id, 'payg-withholding')
    await pay(company.id, { period_end: open.period_end, paid_on: '2026-11-18', reference: 'PRN 9' })
    await owner.delete(`/api/company/${company.id}/pays/${paid.id}`)
    expect(await obligation(company.id, 'payg-withholding')).toMatchObject({
      ...{ status: 'done', amount: -open.amount, period_end: open.period_end },
      payment: { owed: 0, paid: open.amount, references: ['PRN 9'] },
    })
  })
})

describe('PAYE', () => {
  it('counts a filed adjustment of an earlier period, and says what it is made of', async () => {
    const company = await anEmployer(owner)
    const worker = await aWorker(owner, company.id)
    const first = await aNzPay(owner, company.id, worker.id, '2026-07-16')
    const before = await obligation(company.id, 'paye')
    await owner.post(`/api/payday-filing/${company.id}/submit`, {
      pay_ids: [first.id],
      prior_period_adjustments: [{ employee_id: worker.id, gross: '-50.00', paye: '-17.59' }],
    })
    const after = await obligation(company.id, 'paye')
    expect(Math.round((before.amount - after.amount) * 100)).toBe(1759)
    const parts: AnyJson[] = after.payment.parts
    expect(parts.map(({ name }) => name).toSorted()).toEqual([
      'child_support',
      'esct',
      'kiwisaver',
      'paye',
      'student_loan',
    ])
    expect(Math.round(parts.reduce((sum, part) => sum + part.amount, 0) * 100)).toBe(
      Math.round(after.amount * 100),
    )
  })
})

describe('super', () => {
  it('is in time by the day on which the fund had it', async () => {
    const { company, pay: paid } = await aPaidEmployee(owner, '2026-07-03')
    const due = await obligation(company.id, 'super')
    expect(due).toMatchObject({ status: 'overdue', payment: { is_late: true } })
    const path = `/api/super-payments/${company.id}`
    const settled = await owner.post(`${path}/settlements`, {
      pay_id: paid.id,
      method: 'transfer',
      settled_on: due.due_date,
    })
    expect(settled.status).toBe(201)
    expect(await obligation(company.id, 'super')).toMatchObject({
      status: 'done',
      payment: { paid_on: due.due_date, is_late: false },
    })
  })
})

describe('super of a payday', () => {
  it('stays open for someone while another one of that payday is overpaid', async () => {
    const { company, pay: large } = await aPaidEmployee(owner, '2026-07-03')
    const other = await anEmployee(owner, company.id)
    const small = await aPay(owner, company.id, other.id, '2026-07-03', {
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 10 }],
    })
    await owner.post(`/api/super-payments/${company.id}/settlements`, {
      ...{ pay_id: large.id, method: 'transfer', settled_on: '2026-07-06' },
    })
    await owner.put(`/api/company/${company.id}/pays/${large.id}`, {
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 10 }],
    })
    expect(await obligation(company.id, 'super')).toMatchObject({
      ...{ status: 'overdue', amount: small.super, employees: [{ id: other.id }] },
    })
  })
})

describe('child support deducted in Australia', () => {
  it('is owed by month, due on the seventh, paid under its own kind; a payee of its own takes it out', async () => {
    const company = await aPayer(owner)
    const employee = await anEmployee(owner, company.id)
    const row = (description: string, amount: number, classification: string) => ({
      deductions: [{ description, amount, classification }],
    })
    const first = await aPay(
      owner,
      company.id,
      employee.id,
      '2026-05-07',
      row('Notice', 60, 'CHILD_SUPPORT_DEDUCTION'),
    )
    await aPay(
      owner,
      company.id,
      employee.id,
      '2026-05-14',
      row('Section 72A', 40, 'CHILD_SUPPORT_GARNISHEE'),
    )
    const path = `/api/company/${company.id}`
    const owed = async () =>
      (await owner.get(`${path}/obligations`)).body.filter((each: AnyJson) => each.kind === 'child-support')
    expect(await owed()).toMatchObject([
      {
        authority: 'SERVICES_AUSTRALIA',
        period_start: '2026-05-01',
        period_end: '2026-05-31',
        due_date: '2026-06-07',
        amount: 100,
        status: 'overdue',
        payment: { owed: 100, paid: 0, is_late: true, charge: expect.stringContaining('Services Australia') },
      },
    ])
    const tax = (await owner.get(`${path}/obligations`)).body.find(
      (each: AnyJson) => each.kind === 'payg-withholding',
    )
    const paid = await owner.post(`${path}/obligations/payments`, {
      kind: 'child-support',
      period_end: '2026-05-31',
      amount: 30,
      paid_on: '2026-06-05',
      reference: 'CSA 1',
    })
    expect(paid).toMatchObject({ status: 201 })
    expect(await owed()).toMatchObject([{ amount: 70, payment: { paid: 30, references: ['CSA 1'] } }])
    expect(
      (await owner.get(`${path}/obligations`)).body.find((each: AnyJson) => each.kind === 'payg-withholding'),
    ).toEqual(tax)
    const wrong = { kind: 'paye', period_end: '2026-05-31', paid_on: '2026-06-05' }
    expect((await owner.post(`${path}/obligations/payments`, wrong)).status).toBe(422)
    const { body: payee } = await owner.post(`${path}/payees`, {
      kind: 'child support',
      name: 'Child Support',
      bsb: '062-000',
      account_number: '99887766',
    })
    await owner.post(`${path}/payments/redirects`, {
      pay_ids: [first.id],
      kind: 'payee',
      description: 'Notice',
      payee_id: payee.id,
    })
    expect(await owed()).toMatchObject([{ payment: { owed: 40, paid: 30 } }])
  })
})
