import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, employeeBody } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'

/*
 * Leave of a day with a higher rate than the end of its period. Calculating the pay again keeps the rate of the day.
 */

let tasman: TestApp
let owner: TestClient
let company: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-10-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner, { jurisdiction: 'NZ' })
})
afterAll(() => tasman.close())

const ROWS = {
  hours: [{ description: 'Ordinary hours', units: 'hours', value: 30 }],
  leave: [{ description: 'Funeral', leave_type: 'NZ_BEREAVEMENT', date: '2026-09-15', hours: 8 }],
}

async function paidBereavement(): Promise<{ id: number; pay: AnyJson }> {
  const made = await owner.put(`/api/company/${company.id}/employees/create`, [
    employeeBody({ country: 'NZ', pay_rate_per_hour: '60.00', start_date: '2025-03-03' }),
  ])
  const { id } = made.body[0].employee
  const { body } = await owner.patch(`/api/company/${company.id}/employees/update`, [
    { id, pay_rate_per_hour: '40.00', effective_from: '2026-09-17' },
  ])
  expect(body[0].errors).toEqual({})
  const pay = await aPay(owner, company.id, '2026-09-18', {
    employee_id: id,
    ...ROWS,
  })
  expect(pay.gross).toBe(30 * 40 + 8 * 60)
  return { id, pay }
}

it('regular pay of earlier weeks, entered later, is part of the day at the rate of the day', async () => {
  const { id, pay } = await paidBereavement()
  const allowances = [{ description: 'Phone', amount: '7.00', units: '1' }]
  for (const payDate of ['2026-08-28', '2026-09-04', '2026-09-11']) {
    await aPay(owner, company.id, payDate, { ...aWeek(id), allowances })
  }
  // 8 × 60 and a fifth of the 7 that every week before has (s 9).
  const { body } = await owner.post(`/api/company/${company.id}/pays/recalculate`, { pay_ids: [pay.id] })
  expect(body.pays[0].gross).toBe(30 * 40 + 8 * 60 + 1.4)
})

it('recalculating and sending the same rows change nothing', async () => {
  const { id, pay } = await paidBereavement()
  const recalculated = await owner.post(`/api/company/${company.id}/pays/recalculate`, { pay_ids: [pay.id] })
  expect([recalculated.status, recalculated.body.pays[0].gross]).toEqual([200, pay.gross])
  const put = await owner.put(`/api/company/${company.id}/pays/${pay.id}`, { employee_id: id, ...ROWS })
  expect([put.status, put.body.gross]).toEqual([200, pay.gross])
})
