import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-18T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

/*
 * Weekly, 1,520. Two weeks paid elsewhere at scale 2, tax 305. Back pay of 100 for each: 0.32 × 1,620.99 − 181.7319 = 336.98, so 337, 32
 * more each. After the threshold was withdrawn the week itself bears 0.32 × 1,520.99 − 71.6508 = 415.07, so 415. Together 479.
 */
it('method B(i) taxes weeks that were paid elsewhere by the declaration of the first pay here', async () => {
  const company = (await aCompany(owner)).id
  const { id } = await anEmployee(owner, company, { pay_period: 'WEEKLY', start_date: '2026-08-03' })
  const week = { gross: 1520, tax: 305, hours: 38 }
  const opening = await owner.put(`/api/employees/${id}/opening-balances`, {
    as_at: '2026-08-16',
    year_to_date: { gross: 3040, tax: 610 },
    pay_history: [
      { period_end_date: '2026-08-09', ...week },
      { period_end_date: '2026-08-16', ...week },
    ],
  })
  expect(opening.status).toBe(200)
  const pay = async (date: string, more: AnyJson = {}) => {
    const { status, body } = await owner.put(`/api/company/${company}/pays/create?pay_date=${date}`, [
      { employee_id: id, hours: [{ description: 'Hours', units: 'hours', value: 38 }], ...more },
    ])
    expect([status, body.detail]).toEqual([201, undefined])
    return body[0]
  }
  expect((await pay('2026-08-21')).tax).toBe(305)
  await owner.patch(`/api/company/${company}/employees/update`, [
    { id, has_claimed_tax_free_threshold: false },
  ])
  const back = {
    description: 'Late',
    amount: 200,
    stp_category: 'GROSS',
    tax_method: 'METHOD_B1',
    start_date: '2026-08-03',
    end_date: '2026-08-16',
  }
  expect((await pay('2026-08-28', { back_payments: [back] })).tax).toBe(479)
})
