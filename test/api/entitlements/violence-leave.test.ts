import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

/* Ten days of 7.6 hours for each year of service; the employee started on 1 July 2025. */

let tasman: TestApp
let owner: TestClient
let company: number
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-18T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = (await aCompany(owner)).id
})
afterAll(() => tasman.close())

async function away(employee: number, date: string, hours: number): Promise<AnyJson> {
  const { status, body } = await owner.put(`/api/company/${company}/pays/create?pay_date=${date}`, [
    {
      employee_id: employee,
      leave: [{ description: 'Leave', leave_type: 'AU_FAMILY_VIOLENCE', date, hours }],
    },
  ])
  expect([status, body.detail]).toEqual([201, undefined])
  return body[0]
}
const left = (employee: number, on = '') => owner.get(`/api/employees/${employee}/family-violence-leave${on}`)

it('counts the days of the year of service, which begins again', async () => {
  const { id } = await anEmployee(owner, company, { pay_period: 'WEEKLY' })
  expect((await left(id)).body).toEqual({
    employee_id: id,
    year_from: '2026-07-01',
    year_to: '2027-06-30',
    days_per_year: 10,
    days_taken: 0,
    days_left: 10,
  })
  await away(id, '2026-06-24', 7.6)
  await away(id, '2026-09-09', 15.2)
  await away(id, '2026-09-16', 3.8)
  expect((await left(id)).body).toMatchObject({ days_taken: 2.5, days_left: 7.5 })
  expect((await left(id, '?on=2026-06-30')).body).toMatchObject({
    year_from: '2025-07-01',
    days_taken: 1,
    days_left: 9,
  })
})

it('counts what an earlier system paid, in the answer and in the warning of a pay', async () => {
  const { id } = await anEmployee(owner, company, { pay_period: 'WEEKLY' })
  const opening = await owner.put(`/api/employees/${id}/opening-balances`, {
    as_at: '2026-08-30',
    year_to_date: { gross: 12160, tax: 2440, family_violence_leave_hours: 60.8 },
  })
  expect(opening.status).toBe(200)
  expect((await left(id)).body).toMatchObject({ days_taken: 8, days_left: 2 })
  const pay = await away(id, '2026-09-09', 22.8)
  expect(pay.warnings).toContainEqual(expect.stringContaining('comes to 11 days; 10 paid days are owed'))
  expect((await left(id)).body).toMatchObject({ days_taken: 11, days_left: 0 })
})

it('is not for other customers, unknown days or New Zealand', async () => {
  const { id } = await anEmployee(owner, company)
  expect((await left(id, '?on=soon')).status).toBe(422)
  expect((await left(999_999)).status).toBe(404)
  const nz = (await aCompany(owner, { jurisdiction: 'NZ' })).id
  const other = await anEmployee(owner, nz, { country: 'NZ' })
  expect((await left(other.id)).status).toBe(400)
})
