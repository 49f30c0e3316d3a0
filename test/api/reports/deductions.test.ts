import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-09-20T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

it('of a class are added up by employee over several years, as a record of arrears needs it', async () => {
  const company = await aCompany(owner, { jurisdiction: 'NZ' })
  const { id } = await anEmployee(owner, company.id, { country: 'NZ', start_date: '2024-03-04' })
  const arrears = { description: 'Arrears', classification: 'NZ_IR_ARREARS' }
  const other = { description: 'Club', classification: 'NORMAL', amount: 5 }
  for (const [date, amount] of [
    ['2025-02-14', 40],
    ['2025-08-15', 50],
    ['2026-08-14', 60],
  ] as const)
    await aPay(owner, company.id, date, aWeek(id, { deductions: [{ ...arrears, amount }, other] }))
  const path = `/api/company/${company.id}/reports/deductions-by-payee?group_by=class&from_date=2016-09-20&to_date=2026-09-20`
  const { status, body } = await owner.get(path)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.rows).toMatchObject([
    { classification: 'NORMAL', employee_id: id, deductions: 3, amount: 15 },
    {
      ...{ classification: 'NZ_IR_ARREARS', employee_id: id, deductions: 3, amount: 150 },
      ...{ first_paid: '2025-02-14', last_paid: '2026-08-14' },
    },
  ])
  const csv = await owner.get(`${path}&format=csv`)
  expect(csv.raw.toString()).toContain('NZ_IR_ARREARS')
})
