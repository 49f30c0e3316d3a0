import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee, employeeBody } from '../../support/make.ts'

/* The leave ledger of a New Zealand employee: entitlement years, first in, first out (Holidays Act 2003 ss 16, 28A, 56 and 65). */

let tasman: TestApp
let owner: TestClient
let company: AnyJson
let id: number

const MONDAY_TO_FRIDAY = 'MO 8,TU 8,WE 8,TH 8,FR 8'
const hours = (value: number, more: object = {}) => ({
  description: 'Ordinary hours',
  units: 'hours',
  value,
  ...more,
})
const leave = (leave_type: string, date: string, number: number) => ({
  description: 'Leave',
  leave_type,
  date,
  hours: number,
})

const PAYS: [date: string, rows: object][] = [
  ['2025-05-11', { hours: [hours(40)] }],
  ['2025-11-02', { hours: [hours(32), hours(8, { date: '2025-10-27', multiplier: 1.5 })] }],
  ['2025-11-09', { hours: [hours(40)] }],
  ['2025-11-16', { hours: [hours(32)], leave: [leave('SICK', '2025-11-12', 8)] }],
  ['2025-12-28', { leave: [leave('ANNUAL_HOLIDAYS', '2025-12-22', 24)] }],
  ['2026-05-10', { hours: [hours(40)] }],
  [
    '2026-05-17',
    {
      hours: [hours(32)],
      leave: [leave('ALT_HOLIDAY', '2026-05-11', 8), leave('NZ_CASHED_UP_HOLIDAYS', '2026-05-12', 40)],
    },
  ],
]

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-06-01T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner, { jurisdiction: 'NZ' })
  const { body } = await owner.put(`/api/company/${company.id}/employees/create`, [
    employeeBody({
      country: 'NZ',
      pay_rate_per_hour: '30.00',
      pay_period: 'WEEKLY',
      start_date: '2024-05-06',
      standard_hours_per_day: '8',
      nz_work_pattern: MONDAY_TO_FRIDAY,
    }),
  ])
  id = body[0].employee.id
  for (const [date, rows] of PAYS) {
    const made = await owner.put(`/api/company/${company.id}/pays/create?pay_date=${date}`, [
      { employee_id: id, ...rows },
    ])
    expect(made.status, JSON.stringify(made.body)).toBe(201)
  }
}, 120_000)
afterAll(() => tasman.close())

const ledger = async (query = ''): Promise<AnyJson> => {
  const { status, body } = await owner.get(`/api/employees/${id}/leave-ledger${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const lotsOf = (body: AnyJson, balance: string) =>
  body.balances
    .find((each: AnyJson) => each.balance === balance)
    .lots.map((lot: AnyJson) => [lot.arose_on, lot.arisen, lot.taken, lot.cashed_up, lot.left])

describe('GET leave-ledger', () => {
  it('200: years of annual holidays, sick leave and the public holidays that were worked', async () => {
    const body = await ledger()
    expect(lotsOf(body, 'annual_holidays_weeks')).toEqual([
      ['2025-05-06', 4, 0.6, 1, 2.4],
      ['2026-05-06', 4, 0, 0, 4],
    ])
    expect(lotsOf(body, 'sick_days')).toEqual([['2025-11-06', 10, 1, 0, 9]])
    expect(lotsOf(body, 'alt_holiday_days')).toEqual([['2025-10-27', 1, 1, 0, 0]])
    expect(body.differences).toEqual([])
    const { body: employee } = await owner.get(`/api/employees/${id}`)
    const left = body.balances.map((each: AnyJson) => each.left)
    expect([employee.annual_holidays_weeks, 9, employee.alt_holiday_days]).toEqual(left)
  })

  it('200: as it was on a day', async () => {
    const body = await ledger('?on=2025-12-31')
    expect(lotsOf(body, 'annual_holidays_weeks')).toEqual([['2025-05-06', 4, 0.6, 0, 3.4]])
    expect(lotsOf(body, 'alt_holiday_days')).toEqual([['2025-10-27', 1, 0, 0, 1]])
  })

  it('200: names a balance that was entered, for the company as well', async () => {
    const other = await anEmployee(owner, company.id, {
      country: 'NZ',
      first_name: 'Moana',
      tax_file_number: undefined,
      annual_holidays_weeks: 3,
    }).catch(() => null)
    const { status, body } = await owner.get(`/api/company/${company.id}/leave-ledger-differences`)
    expect(status).toBe(200)
    expect(body.differences.map((each: AnyJson) => each.employee_id)).not.toContain(id)
    expect(body.employees).toBe(other ? 2 : 1)
  })

  it('404 for an unknown employee, 422 for a bad day, 400 in Australia', async () => {
    expect((await owner.get('/api/employees/999999/leave-ledger')).status).toBe(404)
    expect((await owner.get(`/api/employees/${id}/leave-ledger?on=soon`)).status).toBe(422)
    const australian = await aCompany(owner)
    const mia = await anEmployee(owner, australian.id)
    const { status, body } = await owner.get(`/api/employees/${mia.id}/leave-ledger`)
    expect([status, body.detail]).toEqual([400, expect.stringContaining('Holidays Act 2003 of New Zealand')])
    expect((await owner.get(`/api/company/${australian.id}/leave-ledger-differences`)).status).toBe(400)
  })
})
