import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
let path: string

beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
  path = `/api/company/${company.id}/pays/create`
})
afterAll(() => tasman.close())

const week = (employeeId: number, extra: object = {}) => ({
  employee_id: employeeId,
  hours: [{ description: 'Ordinary hours', units: 'hours', value: 38 }],
  ...extra,
})

describe('201', () => {
  it('creates a processed pay with every member', async () => {
    const mia = await anEmployee(owner, company.id, { number: 'E1' })
    const { status, body } = await owner.put(`${path}?pay_date=2026-10-30`, [week(mia.id)])
    expect(status).toBe(201)
    expect(body).toHaveLength(1)
    expect(body[0]).toMatchObject({
      status: 'processed',
      is_complete: true,
      employee_id: mia.id,
      employee_number: 'E1',
      format_name: 'Mia Nguyen',
      employee_format_name_shorter: 'M. Nguyen',
      processed_date: '2026-10-30',
      pay_run_end_date: '2026-11-01',
      pay_period: 'WEEKLY',
      gross: 1520,
      super: 182.4,
      hours: [{ description: 'Ordinary hours', value: 38, rate: 40, pay_amount: 1520, is_overtime: false }],
    })
    expect(body[0].net).toBe(1520 - body[0].tax)
    expect(body[0]).not.toHaveProperty('nz_student_loan')
    const read = await owner.get(`/api/company/${company.id}/pays/${body[0].id}`)
    expect(read.body).toEqual(body[0])
  })
})
