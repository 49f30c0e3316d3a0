import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-09-22T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

const hire = (change: object = {}) =>
  anEmployee(owner, company.id, { start_date: '2025-03-03', pay_rate_per_hour: '40.00', ...change })
const raise = async (id: number, rate: string, effective_from: string) => {
  const path = `/api/company/${company.id}/employees/update`
  const { status } = await owner.patch(path, [{ id, pay_rate_per_hour: rate, effective_from }])
  expect(status).toBe(200)
}
const preview = async (id: number, query = '') =>
  (await owner.get(`/api/employees/${id}/back-pay${query}`)).body
const put = (id: number, body: object = {}) => owner.post(`/api/employees/${id}/back-pay`, body)
const draft = async () => {
  const path = `/api/company/${company.id}/pay-runs`
  return (await owner.post(path, { pay_period: 'WEEKLY', pay_date: '2026-09-25' })).body
}

const WEEK = {
  hours: [
    { description: 'Ordinary hours', units: 'hours', value: 30 },
    { description: 'Overtime', units: 'hours', value: 2, multiplier: 1.5, is_overtime: true },
    { description: 'Bounty', units: 'hours', value: 1, rate: 25 },
  ],
  leave: [{ description: 'Annual leave', leave_type: 'HOLIDAY', date: '2026-09-15', hours: 8 }],
}

describe('a rate raised from a past day', () => {
  it('owes hours, overtime, leave and loading, one item for each pay and kind', async () => {
    const mia = await hire({ leave_loading_percentage: '0.175' })
    await aPay(owner, company.id, '2026-09-04', aWeek(mia.id))
    const second = await aPay(owner, company.id, '2026-09-11', aWeek(mia.id))
    const third = await aPay(owner, company.id, '2026-09-18', { employee_id: mia.id, ...WEEK })
    await raise(mia.id, '46.00', '2026-09-07')
    const { since, items, total } = await preview(mia.id)
    expect(since).toBe('2026-09-07')
    // 38 × 6; then 30 × 6 + 2 × 1.5 × 6 + 8 × 6 with 17.5% of it
    expect(items.map((item: AnyJson) => [item.pay_id, item.stp_category, item.amount])).toEqual([
      [second.id, 'GROSS', 228],
      [third.id, 'GROSS', 180],
      [third.id, 'OVERTIME', 18],
      [third.id, 'LEAVEO', 48 + 8.4],
    ])
    expect(total).toBe(228 + 254.4)
    const rows = items.slice(1).flatMap((item: AnyJson) => item.lines)
    expect(rows.map((line: AnyJson) => [line.paid_rate, line.rate, line.amount])).toEqual([
      [40, 46, 180],
      [60, 69, 18],
      [40, 46, 56.4],
    ])
    expect(items[0]).toMatchObject({
      tax_method: 'METHOD_B1',
      start_date: '2026-09-07',
      end_date: '2026-09-13',
    })
    expect((await preview(mia.id, '?since=2026-09-14')).items).toHaveLength(3)
  })

  it('owes leave on half pay by its multiplier', async () => {
    const mia = await hire()
    const leave = {
      description: 'Half pay',
      leave_type: 'HOLIDAY',
      date: '2026-09-07',
      hours: 38,
      multiplier: 0.5,
    }
    const paid = await aPay(owner, company.id, '2026-09-11', { employee_id: mia.id, leave: [leave] })
    expect(paid.gross).toBe(38 * 20)
    await raise(mia.id, '50.00', '2026-09-07')
    const { items, total } = await preview(mia.id)
    expect([total, items[0].lines[0].rate]).toEqual([38 * 5, 25])
    const [change] = (await owner.get(`/api/employees/${mia.id}/changes`)).body
    expect(change.back_payment.amount).toBe(38 * 5)
    const { body } = await owner.post(`/api/company/${company.id}/pays/recalculate`, {
      pay_ids: [paid.id],
      renew_snapshot: true,
    })
    expect(body.pays[0].gross).toBe(38 * 25)
  })

  it('goes onto the next draft with one call, and is owed once', async () => {
    const mia = await hire()
    await aPay(owner, company.id, '2026-09-11', aWeek(mia.id))
    await aPay(owner, company.id, '2026-09-18', aWeek(mia.id))
    await raise(mia.id, '42.50', '2026-09-07')
    expect((await put(mia.id)).status).toBe(409)
    const run = await draft()
    const { status, body } = await put(mia.id)
    expect([status, body.total]).toEqual([200, 190])
    const own = (await owner.get(`/api/company/${company.id}/pays/${body.pay_id}`)).body
    expect(own.status).toBe('pending')
    expect(own.back_payments.map((row: AnyJson) => row.amount)).toEqual([95, 95])
    expect(own.gross).toBe(38 * 42.5 + 190)
    expect((await preview(mia.id)).items).toEqual([])
    expect((await put(mia.id)).status).toBe(409)
    const [change] = (await owner.get(`/api/employees/${mia.id}/changes`)).body
    expect(change.back_payment).toBeNull()
    // Method B(i): the additional tax of these weeks, 95 at 32.27 cents each (scale 2)
    const { body: done } = await owner.post(`/api/company/${company.id}/pay-runs/${run.pay_run_id}/process`)
    const paid = done.pays.find((pay: AnyJson) => pay.id === body.pay_id)
    const { body: explained } = await owner.get(`/api/company/${company.id}/pays/${paid.id}/explanation`)
    expect(JSON.stringify(explained.steps)).toContain('B(i)')
  })

  it('is paid alone with pay_date, and again only for a further rise', async () => {
    const mia = await hire()
    await aPay(owner, company.id, '2026-09-11', aWeek(mia.id))
    await raise(mia.id, '41.00', '2026-09-01')
    const { body } = await put(mia.id, { pay_date: '2026-09-21' })
    const own = (await owner.get(`/api/company/${company.id}/pays/${body.pay_id}`)).body
    expect([own.status, own.gross, own.hours, own.deductions]).toEqual(['processed', 38, [], []])
    await raise(mia.id, '42.00', '2026-09-01')
    expect((await preview(mia.id)).items).toMatchObject([{ amount: 38, paid_before: 38 }])
  })

  it('owes nothing where no rate has a date, the pays were renewed, or the rate fell', async () => {
    const mia = await hire()
    const pay = await aPay(owner, company.id, '2026-09-11', aWeek(mia.id))
    expect(await preview(mia.id)).toMatchObject({ since: null, items: [], total: 0 })
    await raise(mia.id, '43.00', '2026-09-01')
    const path = `/api/company/${company.id}/pays/recalculate`
    await owner.post(path, { pay_ids: [pay.id], renew_snapshot: true })
    expect((await preview(mia.id)).items).toEqual([])
    await raise(mia.id, '30.00', '2026-09-01')
    expect((await preview(mia.id)).items).toEqual([])
  })
})

describe('a final pay while back pay is owed', () => {
  const owed = (amount: string) =>
    `Back pay of ${amount} is owed for earlier pays and is not in the final pay. GET /api/employees/{employee_id}/back-pay lists it. Pay it too: POST there with a pay_date.`
  const ending = { termination_date: '2026-09-18', pay_date: '2026-09-18' }

  it('says so in the preview, in the answer and in the check of the run', async () => {
    const mia = await hire()
    await aPay(owner, company.id, '2026-09-04', aWeek(mia.id))
    await aPay(owner, company.id, '2026-09-11', aWeek(mia.id))
    await raise(mia.id, '42.00', '2026-08-31')
    const path = `/api/employees/${mia.id}/terminate`
    const sentence = owed('152.00')
    expect((await owner.post(`${path}?dry_run=true`, ending)).body.warnings).toContain(sentence)
    const { body } = await owner.post(path, ending)
    expect(body.warnings).toContain(sentence)
    const pay = (await owner.get(`/api/company/${company.id}/pays/${body.pay_id}`)).body
    const check = `/api/company/${company.id}/pay-runs/${pay.pay_run_id}/readiness`
    const messages = async () =>
      (await owner.get(check)).body.findings
        .filter((row: AnyJson) => row.employee_id === mia.id)
        .map((row: AnyJson) => row.message)
    expect(await messages()).toContain(sentence)
    expect((await put(mia.id, { pay_date: '2026-09-21' })).body.total).toBe(152)
    expect(await messages()).not.toContain(sentence)
  })

  it('says nothing where no rise came late, or the pays have it', async () => {
    const ben = await hire()
    await raise(ben.id, '42.00', '2026-08-31')
    await aPay(owner, company.id, '2026-09-11', aWeek(ben.id))
    const { body } = await owner.post(`/api/employees/${ben.id}/terminate`, ending)
    expect(body.warnings?.join() ?? '').not.toContain('Back pay')
  })
})

it('New Zealand: taxed with the wages of the pay, holidays at the new rate', async () => {
  const own = await aCompany(owner, { jurisdiction: 'NZ' })
  const tom = await anEmployee(owner, own.id, { start_date: '2025-03-03', pay_rate_per_hour: '30.00' })
  const hours = [{ description: 'Ordinary hours', units: 'hours', value: 40 }]
  await aPay(owner, own.id, '2026-09-11', { employee_id: tom.id, hours })
  const path = `/api/company/${own.id}/employees/update`
  await owner.patch(path, [{ id: tom.id, pay_rate_per_hour: '32.00', effective_from: '2026-09-01' }])
  expect((await preview(tom.id)).items).toMatchObject([{ amount: 80, tax_method: 'NORMAL_EARNINGS' }])
})

it('404 for an employee of another account', async () => {
  expect((await owner.get('/api/employees/999999/back-pay')).status).toBe(404)
})
