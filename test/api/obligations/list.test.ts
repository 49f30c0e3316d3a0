import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { anEmployee } from '../../support/make.ts'
import { aPay as aNzPay, anEmployer, aWorker } from '../payday-filing/story.ts'
import { aPaidEmployee, aPay, aPayer } from '../single-touch/story.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const list = (companyId: number, query = '') => owner.get(`/api/company/${companyId}/obligations${query}`)
const of = (rows: AnyJson[], kind: string) => rows.filter((row) => row.kind === kind)

describe('200', () => {
  it('shows an Australian company its events, super, withholding and finalisation', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    const before = await list(company.id)
    expect(before.status).toBe(200)
    expect(before.body.map((row: AnyJson) => [row.kind, row.due_date, row.status])).toEqual([
      ['stp-pay-event', '2026-07-10', 'overdue'],
      ['super', '2026-07-21', 'open'],
      ['payg-withholding', '2026-10-28', 'open'],
      ['stp-finalisation', '2027-07-14', 'open'],
    ])
    expect(of(before.body, 'super')[0]).toMatchObject({ authority: 'SUPER_FUNDS', amount: pay.super })
    expect(of(before.body, 'payg-withholding')[0]).toMatchObject({
      authority: 'ATO',
      amount: pay.tax,
      reference: '2026-07-01/2026-09-30',
    })
    const { body: submission } = await submit({ pay_ids: [pay.id] })
    expect(of((await list(company.id)).body, 'stp-pay-event')).toMatchObject([
      { status: 'done', submission_id: submission.id, reference: '2026-07-10' },
    ])
  })

  it('asks for a correction when a lodged pay changed', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    await submit({ pay_ids: [pay.id] })
    await owner.put(`/api/company/${company.id}/pays/${pay.id}`, {
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 20 }],
    })
    expect(of((await list(company.id)).body, 'stp-update')).toMatchObject([
      { due_date: '2026-08-03', status: 'open' },
    ])
  })

  it('shows a New Zealand company its filing and PAYE', async () => {
    const company = await anEmployer(owner)
    const worker = await aWorker(owner, company.id, { has_student_loan: true })
    const pay = await aNzPay(owner, company.id, worker.id, '2026-07-17')
    const { body } = await list(company.id)
    const owed = pay.tax + pay.nz_student_loan + pay.kiwisaver_employee_amount + pay.kiwisaver_employer_amount
    expect(body).toMatchObject([
      { kind: 'payday-filing', authority: 'IR', due_date: '2026-07-21', status: 'open', amount: null },
      { kind: 'paye', authority: 'IR', due_date: '2026-08-20', status: 'open' },
    ])
    expect(body[1].amount).toBeCloseTo(owed, 9)
    await owner.post(`/api/payday-filing/${company.id}/submit`, { pay_ids: [pay.id] })
    expect((await list(company.id)).body[0]).toMatchObject({ status: 'done' })
  })

  it('filters by due date and status', async () => {
    const company = await aPayer(owner)
    const employee = await anEmployee(owner, company.id, { start_date: '2026-07-01' })
    await aPay(owner, company.id, employee.id, '2026-07-10')
    const kinds = async (query: string) =>
      (await list(company.id, query)).body.map((row: AnyJson) => row.kind)
    expect(await kinds('?to_date=2026-07-31')).toEqual(['stp-pay-event'])
    expect(await kinds('?from_date=2027-01-01')).toEqual(['stp-finalisation'])
    expect(await kinds('?status=overdue')).toEqual(['stp-pay-event'])
  })
})

describe('400, 403, 422', () => {
  it('refuses an unknown company, another customer and a bad date', async () => {
    const company = await aPayer(owner)
    const other = await tasman.clientFor('other')
    expect((await list(999_999)).status).toBe(400)
    expect((await other.get(`/api/company/${company.id}/obligations`)).status).toBe(403)
    expect((await list(company.id, '?from_date=soon')).status).toBe(422)
  })
})
