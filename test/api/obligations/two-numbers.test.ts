import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { anEmployee } from '../../support/make.ts'
import { aPay as aNzPay, anEmployer, aWorker } from '../payday-filing/story.ts'
import { aPaidEmployee, aPay } from '../single-touch/story.ts'

/* The employer's number changes within a period: tax is owed, and paid, under the number that each pay was lodged with. */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-26T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const OTHER_ABN = '53004085616'
const [OLD_IRD, NEW_IRD] = ['049091850', '136410132']

const rowsOf = async (companyId: number, kind: string): Promise<AnyJson[]> =>
  (await owner.get(`/api/company/${companyId}/obligations`)).body.filter((row: AnyJson) => row.kind === kind)
const amounts = (rows: readonly AnyJson[], number: 'abn' | 'ird_number') =>
  rows.map(({ amount, employer, status }) => [employer?.[number], amount, status])
const record = (companyId: number, body: object) =>
  owner.post(`/api/company/${companyId}/obligations/payments`, body)
const workOf = async (companyId: number, kind: string): Promise<AnyJson[]> =>
  (await owner.get(`/api/work?company_id=${companyId}&kind=obligation`)).body.items.filter(
    (item: AnyJson) => item.what === kind,
  )
const cents = (amount: number) => Math.round(amount * 100) / 100

/** Two pays of one month: the first is lodged under the earlier IRD number, the second will be under the new one. */
async function twoIrdNumbers() {
  const company = await anEmployer(owner, { ird_number: OLD_IRD })
  const path = `/api/company/${company.id}`
  const worker = await aWorker(owner, company.id)
  const first = await aNzPay(owner, company.id, worker.id, '2026-11-13')
  const submit = (body: object) => owner.post(`/api/payday-filing/${company.id}/submit`, body)
  await submit({ pay_ids: [first.id] })
  const change = async (number: string, identity_change = 'new-identity') =>
    (await owner.patch(path, { ird_number: number, identity_change })).status
  return { company, path, worker, first, submit, change }
}

describe('PAYE of two IRD numbers in a month', () => {
  it('is one obligation for each, and each is paid on its own', async () => {
    const { company, path, worker, change } = await twoIrdNumbers()
    const [whole] = await rowsOf(company.id, 'paye')
    expect(whole).not.toHaveProperty('employer')
    expect(await change(NEW_IRD)).toBe(200)
    await aNzPay(owner, company.id, worker.id, '2026-11-20', {
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 20 }],
    })
    const rows = await rowsOf(company.id, 'paye')
    const [old, now] = rows
    expect(amounts(rows, 'ird_number')).toEqual([
      [OLD_IRD, whole?.amount, 'open'],
      [NEW_IRD, now?.amount, 'open'],
    ])
    expect(now?.amount).toBeGreaterThan(0)
    expect(now?.amount).toBeLessThan(whole?.amount)

    const month = { period_end: '2026-11-30', paid_on: '2026-11-26' }
    const unclear = await record(company.id, { ...month, amount: '10' })
    expect([unclear.status, JSON.stringify(unclear.body)]).toEqual([
      422,
      expect.stringContaining('identity_id'),
    ])
    expect((await record(company.id, { ...month, identity_id: 999_999 })).status).toBe(422)
    const identity_id = old?.employer.identity_id
    const paid = await record(company.id, { ...month, identity_id, reference: 'OLD' })
    expect(paid.body).toMatchObject([{ amount: whole?.amount, employer: { ird_number: OLD_IRD } }])
    expect(amounts(await rowsOf(company.id, 'paye'), 'ird_number')).toEqual([
      [OLD_IRD, 0, 'done'],
      [NEW_IRD, now?.amount, 'open'],
    ])
    expect((await rowsOf(company.id, 'paye')).map(({ payment }) => payment.usual_reference)).toEqual([
      'OLD',
      null,
    ])
    const { body } = await owner.get(`${path}/reconciliation?from_date=2026-11-01&to_date=2026-11-30`)
    expect(body.tax.open).toBe(now?.amount)
    expect(body.tax.periods.map((row: AnyJson) => [row.employer.ird_number, row.open])).toEqual([
      [OLD_IRD, 0],
      [NEW_IRD, now?.amount],
    ])
    const work = await workOf(company.id, 'paye')
    expect(work).toMatchObject([{ amount: now?.amount, title: expect.stringContaining('ending in 132') }])
    expect(JSON.stringify(work)).not.toContain(NEW_IRD)

    expect((await record(company.id, month)).body).toMatchObject([
      { amount: now?.amount, employer: { identity_id: null, ird_number: NEW_IRD } },
    ])
    expect((await record(company.id, month)).status).toBe(409)
  })

  it('leaves a payment with the number whose pays it paid, and returns it with that number', async () => {
    const { company, worker, change } = await twoIrdNumbers()
    const [whole] = await rowsOf(company.id, 'paye')
    const month = { period_end: '2026-11-30', paid_on: '2026-11-26' }
    await record(company.id, month)
    await change(NEW_IRD)
    const second = await aNzPay(owner, company.id, worker.id, '2026-11-20')
    const [old, now] = await rowsOf(company.id, 'paye')
    expect([old?.payment, now?.payment]).toMatchObject([
      { owed: whole?.amount, paid: whole?.amount },
      { paid: 0 },
    ])
    await change(OLD_IRD)
    const [again, ...others] = await rowsOf(company.id, 'paye')
    expect(others).toEqual([])
    expect(again).not.toHaveProperty('employer')
    expect(again?.payment).toMatchObject({
      owed: cents(whole?.amount + now?.amount),
      paid: whole?.amount,
    })
    await owner.delete(`/api/company/${company.id}/pays/${second.id}`)
    expect(await rowsOf(company.id, 'paye')).toMatchObject([{ status: 'done', amount: 0 }])
  })

  it('covers both numbers with a payment of a month that was only lodged in part', async () => {
    const { company, worker, change } = await twoIrdNumbers()
    const second = await aNzPay(owner, company.id, worker.id, '2026-11-20')
    await record(company.id, { period_end: '2026-11-30', paid_on: '2026-11-26' })
    await change(NEW_IRD)
    expect((await rowsOf(company.id, 'paye')).map(({ amount }) => amount)).toEqual([0, 0])
    await owner.delete(`/api/company/${company.id}/pays/${second.id}`)
    expect((await rowsOf(company.id, 'paye')).map(({ payment }) => payment.paid)).toEqual([
      expect.any(Number),
    ])
  })

  it('keeps an adjustment of an earlier period with the number it was filed under', async () => {
    const { company, worker, first, submit, change } = await twoIrdNumbers()
    const [whole] = await rowsOf(company.id, 'paye')
    const adjustment = { employee_id: worker.id, gross: '100.00', paye: '30.00' }
    await submit({ pay_ids: [first.id], prior_period_adjustments: [adjustment] })
    await change(NEW_IRD)
    await aNzPay(owner, company.id, worker.id, '2026-11-20')
    await owner.delete(`/api/company/${company.id}/pays/${first.id}`)
    await submit({ from_date: '2026-11-01', to_date: '2026-11-30' })
    const rows = await rowsOf(company.id, 'paye')
    expect(rows.map(({ payment }) => payment.owed)).toEqual([30, whole?.amount])
    const work = await workOf(company.id, 'paye')
    expect(new Set(work.map(({ amount }) => amount))).toEqual(new Set([30, whole?.amount]))
  })
})

describe('PAYG withholding and child support of two ABNs', () => {
  it('are one obligation for each, and the activity statement has a row for each', async () => {
    const { company, employee, pay, submit } = await aPaidEmployee(owner, '2026-11-06')
    const rows = [{ description: 'Child support', amount: 50, classification: 'CHILD_SUPPORT_DEDUCTION' }]
    const path = `/api/company/${company.id}`
    const hours = [{ description: 'Ordinary hours', units: 'hours', value: 38 }]
    const changed = await owner.put(`${path}/pays/${pay.id}`, { hours, deductions: rows })
    expect([changed.status, changed.body.tax]).toEqual([200, pay.tax])
    await submit({ pay_ids: [pay.id] })
    await owner.patch(path, { abn: OTHER_ABN, identity_change: 'new-identity' })
    const next = await aPay(owner, company.id, employee.id, '2026-11-20', { deductions: rows })
    const payg = await rowsOf(company.id, 'payg-withholding')
    expect(amounts(payg, 'abn')).toEqual([
      [company.abn, pay.tax, 'open'],
      [OTHER_ABN, next.tax, 'open'],
    ])
    expect(amounts(await rowsOf(company.id, 'child-support'), 'abn')).toEqual([
      [company.abn, 50, 'open'],
      [OTHER_ABN, 50, 'open'],
    ])
    const work = await workOf(company.id, 'payg-withholding')
    expect(work.map(({ amount }) => amount)).toEqual([pay.tax, next.tax])
    expect(new Set(work.map(({ key }) => key)).size).toBe(2)
    const report = await owner.get(
      `${path}/reports/activity-statement?from_date=2026-10-01&to_date=2026-12-31&group_by=quarter&format=json`,
    )
    expect(report.body.rows.map((row: AnyJson) => [row.quarter, row.w2])).toEqual([
      [`2026 Q4, ABN ${company.abn}`, pay.tax],
      [`2026 Q4, ABN ${OTHER_ABN}`, next.tax],
    ])
  })
})

describe('a number that was wrong', () => {
  it('owes nothing of its own: the amounts are owed under the right one', async () => {
    const company = await aPaidEmployee(owner, '2026-11-06').then(async ({ company: own, pay, submit }) => {
      await submit({ pay_ids: [pay.id] })
      return own
    })
    const [whole] = await rowsOf(company.id, 'payg-withholding')
    await record(company.id, { period_end: '2026-12-31', paid_on: '2026-11-26' })
    await owner.patch(`/api/company/${company.id}`, { abn: OTHER_ABN, identity_change: 'correction' })
    await anEmployee(owner, company.id)
    const rows = await rowsOf(company.id, 'payg-withholding')
    expect(rows).toMatchObject([{ amount: 0, payment: { owed: whole?.amount } }])
    expect(rows[0]).not.toHaveProperty('employer')
  })
})
