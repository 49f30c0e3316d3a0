import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-15T00:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

it('an anniversary in a week without a pay gives its four weeks with the next pay, once', async () => {
  const company = await aCompany(owner, { jurisdiction: 'NZ' })
  const employee = await anEmployee(owner, company.id, { country: 'NZ', start_date: '2025-10-14' })
  const hours = [{ description: 'Ordinary', units: 'hours', value: 40 }]
  const weeksAfter = async (payDate: string) => {
    const path = `/api/company/${company.id}/pays/create?pay_date=${payDate}`
    expect((await owner.put(path, [{ employee_id: employee.id, hours }])).status).toBe(201)
    return (await owner.get(`/api/employees/${employee.id}`)).body.annual_holidays_weeks
  }
  expect(await weeksAfter('2026-10-11')).toBe(0)
  // The week to 18 October, which holds the anniversary, is not paid.
  expect(await weeksAfter('2026-10-25')).toBe(4)
  expect(await weeksAfter('2026-10-25')).toBe(4)
  expect(await weeksAfter('2026-11-01')).toBe(4)
})
