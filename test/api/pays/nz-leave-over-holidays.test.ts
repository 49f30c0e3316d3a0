import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, employeeBody } from '../../support/make.ts'

/*
 * A leave row that spans a public holiday becomes several rows of the pay (Holidays Act 2003 ss 40 and 61A).
 */

let tasman: TestApp
let owner: TestClient
let company: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ now: '2027-01-31T06:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner, { jurisdiction: 'NZ' })
})
afterAll(() => tasman.close())

async function worker(fields: object): Promise<number> {
  const [made] = (
    await owner.put(`/api/company/${company.id}/employees/create`, [
      employeeBody({
        country: 'NZ',
        pay_rate_per_hour: '27.00',
        pay_period: 'WEEKLY',
        start_date: '2026-08-03',
        nz_work_pattern: 'MO 8,TU 8,WE 8,TH 8,FR 8',
        ...fields,
      }),
    ])
  ).body
  return made.employee.id
}

const create = (employeeId: number, payDate: string, items: object) =>
  owner.put(`/api/company/${company.id}/pays/create?pay_date=${payDate}`, [
    { employee_id: employeeId, ...items },
  ])

const rowsOf = (pay: AnyJson) => pay.leave.map((row: AnyJson) => `${row.leave_type} ${row.date} ${row.hours}`)

describe('a week in one row', () => {
  it('is split around Christmas Day, and the rows can be sent back as they were read', async () => {
    const id = await worker({})
    const leave = [{ description: 'Summer', leave_type: 'ANNUAL_HOLIDAYS', date: '2026-12-21', hours: 40 }]
    const { status, body } = await create(id, '2026-12-27', { leave })
    expect(status).toBe(201)
    const [pay] = body
    expect(rowsOf(pay)).toEqual(['ANNUAL_HOLIDAYS 2026-12-21 32', 'PAID_PUBLIC_HOLIDAY 2026-12-25 8'])
    expect(Number(pay.gross)).toBe(1080)
    expect(pay.warnings.join()).toContain('runs over the public holiday 2026-12-25 (Christmas Day)')
    const { body: employee } = await owner.get(`/api/employees/${id}`)
    expect(employee.annual_holidays_weeks).toBe(-0.8)
  })

  it('is split in a processed pay too, when the row is sent for it', async () => {
    const id = await worker({})
    const hours = [{ description: 'Ordinary hours', units: 'hours', value: 40 }]
    const [made] = (await create(id, '2026-12-27', { hours })).body
    const leave = [{ description: 'Summer', leave_type: 'ANNUAL_HOLIDAYS', date: '2026-12-21', hours: 40 }]
    const put = async (rows: object[]) => {
      const path = `/api/company/${company.id}/pays/${made.id}`
      const { status, body } = await owner.put(path, { employee_id: id, hours: [], leave: rows })
      expect(status).toBe(200)
      return body
    }
    const split = ['ANNUAL_HOLIDAYS 2026-12-21 32', 'PAID_PUBLIC_HOLIDAY 2026-12-25 8']
    const changed = await put(leave)
    expect(rowsOf(changed)).toEqual(split)
    expect(changed.warnings.join()).toContain('runs over the public holiday 2026-12-25 (Christmas Day)')
    expect(rowsOf(await put(leave))).toEqual(split)
    const { body: employee } = await owner.get(`/api/employees/${id}`)
    expect(employee.annual_holidays_weeks).toBe(-0.8)
  })

  it('pays the holiday at the rate of its day', async () => {
    const id = await worker({ pay_rate_per_hour: '45.00' })
    const lower = { id, pay_rate_per_hour: '27.00', effective_from: '2026-12-26' }
    const { body } = await owner.patch(`/api/company/${company.id}/employees/update`, [lower])
    expect(body[0].errors).toEqual({})
    const leave = [{ description: 'Ill', leave_type: 'SICK', date: '2026-12-24', hours: 16, rate: '40.00' }]
    const [pay] = (await create(id, '2026-12-27', { leave })).body
    expect(rowsOf(pay)).toEqual(['SICK 2026-12-24 8', 'PAID_PUBLIC_HOLIDAY 2026-12-25 8'])
    expect(pay.leave.map(({ rate }: AnyJson) => rate)).toEqual([40, 45])
  })

  it('stays whole where the holiday is not a day of the pattern', async () => {
    const id = await worker({ nz_work_pattern: 'MO 10,TU 10,WE 10,TH 10', standard_days_per_week: 4 })
    const leave = [{ description: 'Summer', leave_type: 'ANNUAL_HOLIDAYS', date: '2026-12-21', hours: 40 }]
    const { body } = await create(id, '2026-12-27', { leave })
    expect(rowsOf(body[0])).toEqual(['ANNUAL_HOLIDAYS 2026-12-21 40'])
  })
})

describe('a day length that is entered late', () => {
  const eightHours = { nz_work_pattern: null, standard_hours_per_day: '8', standard_days_per_week: 5 }
  const update = async (change: object) => {
    const path = `/api/company/${company.id}/employees/update`
    const { status, body } = await owner.patch(path, [change])
    expect([status, body[0].errors]).toEqual([200, {}])
    return body[0].affected_pays ?? []
  }
  const renew = async (payId: number) => {
    const path = `/api/company/${company.id}/pays/recalculate`
    const { status, body } = await owner.post(path, { pay_ids: [payId], renew_snapshot: true })
    expect(status).toBe(200)
    return body.pays[0]
  }
  const threeDays = [{ description: 'Summer', leave_type: 'ANNUAL_HOLIDAYS', date: '2026-12-22', hours: 24 }]
  const whole = ['ANNUAL_HOLIDAYS 2026-12-22 24']
  const split = ['ANNUAL_HOLIDAYS 2026-12-22 22.8', 'PAID_PUBLIC_HOLIDAY 2026-12-25 1.2']
  const shorter = { standard_hours_per_day: '7.6', effective_from: '2026-12-01' }
  const longer = { standard_hours_per_day: '8', effective_from: '2026-12-02' }

  it('splits the row of a renewed pay where the day now reaches the holiday, and joins it again', async () => {
    const id = await worker(eightHours)
    const [pay] = (await create(id, '2026-12-27', { leave: threeDays })).body
    expect(rowsOf(pay)).toEqual(whole)
    const affected = await update({ id, ...shorter })
    expect(affected.map((each: AnyJson) => each.pay_id)).toEqual([pay.id])
    const renewed = await renew(pay.id)
    expect(rowsOf(renewed)).toEqual(split)
    const [before, after] = [pay, renewed].map(({ leave }) => leave[0].id)
    expect(after).toBe(before)
    await update({ id, ...longer })
    expect(rowsOf(await renew(pay.id))).toEqual(whole)
  })

  it('still joins the rows after they were sent back as they were read', async () => {
    const id = await worker({ ...eightHours, standard_hours_per_day: '7.6' })
    const [pay] = (await create(id, '2026-12-27', { leave: threeDays })).body
    expect(rowsOf(pay)).toEqual(split)
    const { leave } = (await owner.get(`/api/company/${company.id}/pays/${pay.id}`)).body
    const rows = leave.map(({ description, leave_type, date, hours, rate }: AnyJson) => ({
      description,
      leave_type,
      date,
      hours,
      rate,
    }))
    const put = await owner.put(`/api/company/${company.id}/pays/${pay.id}`, {
      employee_id: id,
      leave: rows,
    })
    expect([put.status, rowsOf(put.body)]).toEqual([200, split])
    await update({ id, ...longer })
    expect(rowsOf(await renew(pay.id))).toEqual(whole)
  })

  it('leaves rows as they are that were changed since', async () => {
    const id = await worker({ ...eightHours, standard_hours_per_day: '7.6' })
    const [pay] = (await create(id, '2026-12-27', { leave: threeDays })).body
    const rows = [
      { description: 'Summer', leave_type: 'ANNUAL_HOLIDAYS', date: '2026-12-22', hours: 15.2 },
      { description: 'Public holiday', leave_type: 'PAID_PUBLIC_HOLIDAY', date: '2026-12-25', hours: 7.6 },
    ]
    await owner.put(`/api/company/${company.id}/pays/${pay.id}`, { employee_id: id, leave: rows })
    await update({ id, ...longer })
    expect(rowsOf(await renew(pay.id))).toEqual([
      'ANNUAL_HOLIDAYS 2026-12-22 15.2',
      'PAID_PUBLIC_HOLIDAY 2026-12-25 7.6',
    ])
  })

  it('is no back pay by itself', async () => {
    const id = await worker({ ...eightHours, standard_hours_per_day: '7.6' })
    await create(id, '2026-12-27', { leave: threeDays })
    await update({ id, ...longer })
    await update({ id, pay_rate_per_hour: '28.00', effective_from: '2026-12-02' })
    const { status, body } = await owner.get(`/api/employees/${id}/back-pay`)
    expect([status, body.total]).toEqual([200, 24])
  })
})

describe('sick leave in days', () => {
  it('of opening figures is days of the standard day', async () => {
    const id = await worker({ standard_hours_per_day: '6', nz_work_pattern: null })
    const put = await owner.put(`/api/employees/${id}/opening-balances`, {
      as_at: '2026-08-02',
      leave_balances: { sick_hours: 30 },
    })
    expect(put.status).toBeLessThan(300)
    await owner.patch(`/api/company/${company.id}/employees/update`, [{ id, standard_hours_per_day: '4' }])
    const { body: employee } = await owner.get(`/api/employees/${id}`)
    // Five days of six hours are five days of four.
    expect(employee.sick_hours).toBe(20)
  })
})
