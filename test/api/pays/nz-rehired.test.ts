import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, type CivilDate, civilDate } from '../../../src/kernel/values/dates.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, expectInvariants } from '../../support/pays.ts'

/*
 * A new employment has no pay history: averages, entitlements and sick leave count from its start (Holidays
 * Act 2003 ss 16, 22(3), 63).
 */

let tasman: TestApp
let owner: TestClient
let company: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-17T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner, { jurisdiction: 'NZ' })
}, 60_000)
afterAll(() => tasman.close())

const wages = (amount: number) => [{ description: 'Wages', units: 'period', value: 1, rate: amount }]
const holiday = (date: string) => [{ description: 'Holiday', leave_type: 'ANNUAL_HOLIDAYS', date, hours: 40 }]
const employee = (fields: object = {}) =>
  anEmployee(owner, company.id, { country: 'NZ', start_date: '2025-06-02', ...fields })
const pay = (id: number, date: string, rows: AnyJson) =>
  aPay(owner, company.id, date, { employee_id: id, ...rows })
const update = (id: number, fields: object) =>
  owner.patch(`/api/company/${company.id}/employees/update`, [{ id, ...fields }])

async function payWeeks(id: number, first: string, count: number, amount: number): Promise<void> {
  let date: CivilDate = civilDate(first)
  for (let week = 0; week < count; week++, date = addDays(date, 7))
    await pay(id, date, { hours: wages(amount) })
}

async function comeBack(id: number, ended: string, started: string): Promise<AnyJson> {
  const end = await owner.post(`/api/employees/${id}/terminate`, { termination_date: ended, pay_date: ended })
  expect([end.status, end.body.detail]).toEqual([200, undefined])
  const { status, body } = await owner.post(`/api/employees/${id}/reinstate`, { start_date: started })
  expect(status).toBe(200)
  return body
}

describe('the final pay of the earlier employment', () => {
  it('is worth the same after pays of the new one', async () => {
    const { id } = await employee({ pay_rate_per_hour: 50 })
    await payWeeks(id, '2026-06-07', 11, 2000)
    const week = { hours: [{ description: 'Ordinary hours', units: 'hours', value: 40 }] }
    const last = await pay(id, '2026-08-23', week)
    await comeBack(id, '2026-08-28', '2026-10-05')
    const affected = async () => {
      const hours = [{ ...week.hours[0], value: 60 }]
      const path = `/api/company/${company.id}/pays/${last.id}?dry_run=true`
      const { body } = await owner.put(path, { hours })
      const [final] = body.affected_pays.filter((each: AnyJson) => each.is_termination)
      return final.differences
    }
    const before = await affected()
    expect(before.find((each: AnyJson) => each.figure === 'gross')).toMatchObject({
      stored: 10_528,
      recalculated: 10_608,
    })
    await payWeeks(id, '2026-10-11', 4, 2000)
    expect(await affected()).toEqual(before)
    await expectInvariants(tasman, id)
  })

  it('is so after a pay of the new one in the period of the final pay', async () => {
    const { id } = await employee({ pay_rate_per_hour: 50 })
    await payWeeks(id, '2026-06-07', 11, 2000)
    await comeBack(id, '2026-08-26', '2026-08-28')
    const wagesOf = { hours: wages(4000) }
    const paid = await pay(id, '2026-08-30', wagesOf)
    const { body } = await owner.put(`/api/company/${company.id}/pays/${paid.id}?dry_run=true`, {
      hours: wages(5000),
    })
    expect(body.affected_pays).toBeUndefined()
  })
})

describe('pays around the end of an employment', () => {
  const week = { hours: [{ description: 'Ordinary hours', units: 'hours', value: 20 }] }
  const endAt = (id: number, day: string) =>
    owner.post(`/api/employees/${id}/terminate`, { termination_date: day, pay_date: day })
  const renew = async (payId: number, isDryRun = true) => {
    const body = { pay_ids: [payId], renew_snapshot: true, dry_run: isDryRun }
    const { status, body: answer } = await owner.post(`/api/company/${company.id}/pays/recalculate`, body)
    expect([status, answer.detail]).toEqual([200, undefined])
    return answer.pays[0].gross
  }

  it('made before the final pay get no holiday pay of 8% when they are renewed', async () => {
    const { id } = await employee({ pay_rate_per_hour: 30 })
    const before = await pay(id, '2026-07-10', week)
    await endAt(id, '2026-08-27')
    expect(await renew(before.id)).toBe(600)
  })

  it('made after it keep theirs when the employee has come back, and so does a late pay entered then', async () => {
    const { id } = await employee({ pay_rate_per_hour: 30 })
    await pay(id, '2026-07-10', week)
    await endAt(id, '2026-08-27')
    const late = await pay(id, '2026-07-17', week)
    expect(late.gross).toBe(648)
    await owner.post(`/api/employees/${id}/reinstate`, { start_date: '2026-09-07' })
    expect(await renew(late.id)).toBe(648)
    const { body: rebuilt } = await owner.put(`/api/company/${company.id}/pays/${late.id}?dry_run=true`, week)
    expect(rebuilt.gross).toBe(648)
    expect((await pay(id, '2026-07-24', week)).gross).toBe(648)
    expect((await pay(id, '2026-09-18', week)).gross).toBe(600)
    await expectInvariants(tasman, id)
  })

  it('are listed when the end is undone, and when the new employment turns out to include them', async () => {
    const { id } = await employee({ pay_rate_per_hour: 30 })
    const { body: final } = await endAt(id, '2026-08-27')
    const late = await pay(id, '2026-09-25', week)
    expect(late.gross).toBe(648)
    const listed = { pay_id: late.id, needs_renew_snapshot: true }
    const gross = { figure: 'gross', stored: 648, recalculated: 600 }
    const undone = await owner.delete(`/api/company/${company.id}/pays/${final.pay_id}?dry_run=true`)
    expect(undone.body.affected_pays).toMatchObject([listed])
    expect(undone.body.affected_pays[0].differences).toContainEqual(gross)
    const { body: back } = await owner.post(`/api/employees/${id}/reinstate`, { start_date: '2026-09-07' })
    expect(back.affected_pays).toMatchObject([listed])
    expect(back.affected_pays[0].differences).toContainEqual(gross)
    expect(await renew(late.id, false)).toBe(600)
    await expectInvariants(tasman, id)
  })

  it('are recalculated with terms changed since, though a final pay of the earlier employment is among them', async () => {
    const { id } = await employee({ pay_rate_per_hour: 30 })
    const first = await pay(id, '2026-07-10', week)
    await endAt(id, '2026-08-27')
    await owner.post(`/api/employees/${id}/reinstate`, { start_date: '2026-09-07' })
    await update(id, { nz_workplace_region: 'WELLINGTON', effective_from: '2026-10-01' })
    expect(await renew(first.id)).toBe(600)
  })
})

async function averageOf(paid: AnyJson): Promise<AnyJson> {
  const { body } = await owner.get(`/api/company/${company.id}/pays/${paid.id}/explanation`)
  return body.steps.find((step: AnyJson) => step.name === 'holidays.average-weekly-earnings').inputs
}

describe('a week of holidays after coming back', () => {
  it.each([
    ['at the rate', 25, 1000, 1000],
    ['without a rate', null, 600, 600],
  ])('is paid by the new employment alone: %s', async (_name, rate, weekly, right) => {
    const { id } = await employee({ pay_rate_per_hour: rate })
    await payWeeks(id, '2026-03-06', 30, 1000)
    await comeBack(id, '2026-09-25', '2026-10-05')
    await payWeeks(id, '2026-10-09', 4, weekly)
    const paid = await pay(id, '2026-11-06', { leave: holiday('2026-11-02') })
    expect(paid.leave[0].amount).toBe(right)
    expect(await averageOf(paid)).toMatchObject({ gross: 4 * weekly, weeks: 4 })
    await expectInvariants(tasman, id)
  })

  it('is so for monthly pays too', async () => {
    const { id } = await employee({ pay_rate_per_hour: 25, pay_period: 'MONTHLY' })
    for (const month of ['06', '07']) await pay(id, `2026-${month}-28`, { hours: wages(20_000) })
    await comeBack(id, '2026-08-14', '2026-09-01')
    for (const month of ['09', '10']) await pay(id, `2026-${month}-28`, { hours: wages(4333.33) })
    const paid = await pay(id, '2026-11-16', { leave: holiday('2026-11-09') })
    expect((await averageOf(paid)).gross).toBe(8666.66)
    expect(paid.leave[0].amount).toBe(1000)
  })

  it('is so after coming back twice, and in the week of the ending', async () => {
    const { id } = await employee({ pay_rate_per_hour: 25 })
    await payWeeks(id, '2026-07-03', 4, 2000)
    await comeBack(id, '2026-07-31', '2026-08-10')
    await payWeeks(id, '2026-08-14', 3, 3000)
    await pay(id, '2026-09-01', { hours: wages(5000) })
    await comeBack(id, '2026-09-02', '2026-09-04')
    await payWeeks(id, '2026-09-11', 4, 1000)
    const paid = await pay(id, '2026-10-09', { leave: holiday('2026-10-05') })
    expect((await averageOf(paid)).gross).toBe(4000)
    expect(paid.leave[0].amount).toBe(1000)
  })

  it('leaves out what opening figures hold of the earlier employment', async () => {
    const { id } = await employee({ pay_rate_per_hour: 25, start_date: '2025-06-02' })
    const history = Array.from({ length: 20 }, (_, week) => ({
      pay_date: addDays(civilDate('2026-01-16'), 7 * week),
      period_end_date: addDays(civilDate('2026-01-18'), 7 * week),
      gross: 3000,
      tax: 700,
    }))
    const opening = await owner.put(`/api/employees/${id}/opening-balances`, {
      as_at: '2026-06-28',
      service_start_date: '2020-03-02',
      pay_history: history,
    })
    expect(opening.status, JSON.stringify(opening.body)).toBe(200)
    await payWeeks(id, '2026-07-03', 4, 3000)
    const { body } = await owner.get(`/api/employees/${id}`)
    expect(body.start_date).toBe('2025-06-02')
    await comeBack(id, '2026-09-04', '2026-09-07')
    await payWeeks(id, '2026-09-11', 4, 1000)
    const paid = await pay(id, '2026-10-09', { leave: holiday('2026-10-05') })
    expect(await averageOf(paid)).toMatchObject({ gross: 4000, weeks: 4 })
    expect(paid.leave[0].amount).toBe(1000)
  })
})

describe('sick leave', () => {
  it('of the earlier employment is gone, and comes six months after the new start', async () => {
    const { id } = await employee({ pay_rate_per_hour: 25 })
    await pay(id, '2025-11-28', { hours: wages(1000) })
    await pay(id, '2025-12-05', { hours: wages(1000) })
    expect((await owner.get(`/api/employees/${id}`)).body.sick_hours).toBe(80)
    const { warnings, employee: back = undefined } = await comeBack(id, '2026-02-27', '2026-03-09')
    expect(JSON.stringify([warnings, back])).toContain('80 hours of sick leave ended')
    expect((await owner.get(`/api/employees/${id}`)).body.sick_hours).toBe(0)
    await expectInvariants(tasman, id)
    await pay(id, '2026-09-04', { hours: wages(1000) })
    expect((await owner.get(`/api/employees/${id}`)).body.sick_hours).toBe(0)
    await pay(id, '2026-09-11', { hours: wages(1000) })
    expect((await owner.get(`/api/employees/${id}`)).body.sick_hours).toBe(80)
  })
})

describe('holiday pay that goes out with the wages', () => {
  const said = (paid: AnyJson) => paid.warnings.join()
  const HOURS = [{ description: 'Hours', units: 'hours', value: 20, rate: 30 }]

  const rowOf = (paid: AnyJson) =>
    paid.allowances.find((row: AnyJson) => row.description === 'Holiday pay (8%)')?.amount
  const preview = async (id: number, rows: object) => {
    const path = `/api/company/${company.id}/pays/create?dry_run=true&pay_date=2026-08-07`
    return (await owner.put(path, [{ employee_id: id, ...rows }])).body[0]
  }

  it('is a row of every pay, less what rows of the caller pay of it, a preview too; nothing is left at the end', async () => {
    const { id } = await employee({
      employment_status: 'Casual',
      is_holiday_pay_paid_with_wages: true,
      start_date: '2026-07-06',
    })
    const paid = await pay(id, '2026-07-10', { hours: HOURS })
    expect([paid.gross, rowOf(paid), said(paid)]).toEqual([
      648,
      48,
      expect.stringContaining('send nz_holiday_pay_reason'),
    ])
    await update(id, { nz_holiday_pay_reason: 'IRREGULAR', nz_holiday_pay_agreed_on: '2026-07-06' })
    const allowance = (amount: number) => [{ description: 'Holiday pay 8%', amount }]
    const whole = await pay(id, '2026-07-24', { hours: HOURS, allowances: allowance(48) })
    expect([whole.gross, rowOf(whole)]).toEqual([648, undefined])
    const part = await pay(id, '2026-07-31', { hours: HOURS, allowances: allowance(30) })
    expect([part.gross, rowOf(part)]).toEqual([648, 18])
    for (const { rows, gross, row } of [
      { rows: { hours: HOURS }, gross: 648, row: 48 },
      { rows: { hours: [{ ...HOURS[0], description: 'Public holiday pay' }] }, gross: 648, row: 48 },
      // 8% of 660: neither row is holiday pay, and both are gross earnings.
      ...['No holiday pay adj', 'Public holiday pay'].map((description) => ({
        rows: { hours: HOURS, allowances: [{ description, amount: 60 }] },
        gross: 712.8,
        row: 52.8,
      })),
    ]) {
      const seen = await preview(id, rows)
      expect([seen.gross, rowOf(seen)]).toEqual([gross, row])
      expect(said(seen)).not.toContain('holiday pay')
    }
    const end = await preview(id, { termination: { termination_date: '2026-08-07' } })
    expect(end.gross).toBe(0)
    await update(id, { is_holiday_pay_paid_with_wages: false })
    const after = await pay(id, '2026-08-14', { hours: HOURS })
    expect([after.gross, rowOf(after)]).toEqual([600, undefined])
    expect(said(after)).not.toContain('holiday pay')
  })
})
