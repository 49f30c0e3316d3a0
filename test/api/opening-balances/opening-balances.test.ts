import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-10-20T00:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

const url = (employee: AnyJson) => `/api/employees/${employee.id}/opening-balances`
const opening = {
  as_at: '2026-09-27',
  previous_payroll_id: 'OLD-7',
  leave_balances: { holiday_hours: 62.5, sick_hours: '40.25', rdo_hours: 8 },
  year_to_date: { gross: 19760, tax: 3705.5, super: 2371.2, super_earnings: 19760 },
  pay_history: [{ period_end_date: '2026-09-27', gross: 1520, tax: 285, hours: 38 }],
}
const readEmployee = async (employee: AnyJson) => (await owner.get(`/api/employees/${employee.id}`)).body

describe('PUT and GET', () => {
  it('reads back what was sent, in numbers, and gives the leave', async () => {
    const mia = await anEmployee(owner, company.id)
    expect((await owner.get(url(mia))).status).toBe(404)
    const { status, body } = await owner.put(url(mia), opening)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        as_at: '2026-09-27',
        paid_to_date: '2026-09-27',
        leave_balances: { holiday_hours: 62.5, sick_hours: 40.25, rdo_hours: 8 },
        year_to_date: { gross: 19760, tax: 3705.5 },
        affected_pays: [],
      },
    })
    const { affected_pays, warnings, ...rest } = body
    expect((await owner.get(url(mia))).body).toEqual(rest)
    expect(await readEmployee(mia)).toMatchObject({ holiday_hours: 62.5, sick_hours: 40.25, rdo_hours: 8 })
    const again = await owner.put(url(mia), { ...opening, leave_balances: { holiday_hours: 60 } })
    expect(again.status).toBe(200)
    expect(await readEmployee(mia)).toMatchObject({ holiday_hours: 60, sick_hours: 0, rdo_hours: 0 })
  })

  it('writes nothing in a dry run, and DELETE takes the leave back', async () => {
    const mia = await anEmployee(owner, company.id)
    expect((await owner.put(`${url(mia)}?dry_run=true`, opening)).status).toBe(200)
    expect((await owner.get(url(mia))).status).toBe(404)
    await owner.put(url(mia), opening)
    expect((await owner.delete(url(mia))).body).toEqual({ affected_pays: [] })
    expect(await readEmployee(mia)).toMatchObject({ holiday_hours: 0, sick_hours: 0 })
    expect((await owner.delete(url(mia))).status).toBe(404)
  })

  it('names the pays that a later change touches, and changes none of them', async () => {
    const mia = await anEmployee(owner, company.id, { working_holiday_tax_scale_applies: true })
    await owner.put(url(mia), { as_at: '2026-09-27', year_to_date: { gross: 10000, tax: 1500 } })
    const pay = await aPay(owner, company.id, '2026-10-04', aWeek(mia.id))
    // Above 45,000 a working holiday maker is taxed at the next rate.
    const { body } = await owner.put(url(mia), {
      as_at: '2026-09-27',
      year_to_date: { gross: 60000, tax: 9000 },
    })
    expect(body.affected_pays).toMatchObject([{ pay_id: pay.id, processed_date: '2026-10-04' }])
    const kept = (await owner.get(`/api/company/${company.id}/pays/${pay.id}`)).body
    expect(kept.tax).toBe(pay.tax)
    const { body: rebuilt } = await owner.post(`/api/company/${company.id}/pays/recalculate`, {
      pay_ids: [pay.id],
    })
    expect(rebuilt.pays[0].tax).toBeGreaterThan(pay.tax)
  })

  it('shows the year to date of the earlier system on the payslip', async () => {
    const mia = await anEmployee(owner, company.id)
    await owner.put(url(mia), opening)
    const { body } = await owner.post(`/api/employees/${mia.id}/terminate?dry_run=true`, {
      termination_date: '2026-10-02',
      pay_date: '2026-10-04',
    })
    expect(body.preview.year_to_date.gross).toBeCloseTo(19760 + body.preview.pay.gross, 2)
    expect(body.preview.year_to_date.super).toBeCloseTo(2371.2 + body.preview.pay.super, 2)
  })

  it('counts the gross toward the yearly maximum of super where super earnings are missing, and says so', async () => {
    const mia = await anEmployee(owner, company.id)
    const year_to_date = { gross: 250000, tax: 80000, super: 30000 }
    const { body } = await owner.put(url(mia), { as_at: '2026-09-27', year_to_date })
    expect(body.warnings).toContain(
      'year_to_date.super_earnings was not given: the gross of 250000.00 counts toward the yearly maximum of super and is reported as the earnings behind it. Send super_earnings if super was paid on less.',
    )
    const hours = [{ description: 'Salary', units: 'hours', value: 1, rate: 32933.33 }]
    const pay = await aPay(owner, company.id, '2026-10-04', { employee_id: mia.id, hours })
    // (270,830 − 250,000) × 12%.
    expect(pay.super).toBe(2499.6)
    expect(pay.warnings).toContain(
      'Super stops at the maximum contribution base of 270830, which counts the gross of 250000.00 from the opening figures: super_earnings was not given. Send it if super was paid on less.',
    )
    const ben = await anEmployee(owner, company.id)
    const given = { ...year_to_date, super_earnings: 250000 }
    const put = await owner.put(url(ben), { as_at: '2026-09-27', year_to_date: given })
    expect(put.body.warnings.join()).not.toContain('super_earnings')
    const same = await aPay(owner, company.id, '2026-10-04', { employee_id: ben.id, hours })
    expect([same.super, same.warnings.join().includes('maximum contribution base')]).toEqual([2499.6, false])
  })

  it('counts service from before the start date', async () => {
    const mia = await anEmployee(owner, company.id, { start_date: '2026-09-28' })
    await owner.put(url(mia), { as_at: '2026-09-27', service_start_date: '2012-03-01' })
    const { body } = await owner.post(`/api/employees/${mia.id}/terminate?dry_run=true`, {
      termination_date: '2026-10-02',
      pay_date: '2026-10-04',
      is_payment_in_lieu_paid: false,
    })
    const ben = await anEmployee(owner, company.id, { start_date: '2012-03-01' })
    const whole = await owner.post(`/api/employees/${ben.id}/terminate?dry_run=true`, {
      termination_date: '2026-10-02',
      pay_date: '2026-10-04',
      is_payment_in_lieu_paid: false,
    })
    expect(body.is_unused_lsl_paid).toBe(whole.body.is_unused_lsl_paid)
  })
})

describe('what is refused', () => {
  it('409 for figures that reach into pays here, and for a pay that they hold already', async () => {
    const mia = await anEmployee(owner, company.id)
    await owner.put(url(mia), opening)
    const { status, body } = await owner.put(`/api/company/${company.id}/pays/create?pay_date=2026-09-27`, [
      aWeek(mia.id),
    ])
    expect([status, body.detail]).toEqual([409, expect.stringContaining('up to 2026-09-27')])
    await aPay(owner, company.id, '2026-10-04', aWeek(mia.id))
    const late = await owner.put(url(mia), { ...opening, as_at: '2026-10-04' })
    expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining('2026-10-04')])
  })

  it('422 for what the request alone says wrong, with its place', async () => {
    const mia = await anEmployee(owner, company.id)
    const twice = { ...opening, pay_history: [...opening.pay_history, ...opening.pay_history] }
    const { status, body } = await owner.put(url(mia), twice)
    expect([status, body.data[0].loc]).toEqual([422, ['body', 'pay_history', 1, 'period_end_date']])
    const later = { as_at: '2026-09-20', pay_history: opening.pay_history }
    expect((await owner.put(url(mia), later)).status).toBe(422)
    expect((await owner.put(url(mia), { ...opening, colour: 'red' })).status).toBe(422)
  })

  it('400 for figures of another country, and for more history than the year holds', async () => {
    const mia = await anEmployee(owner, company.id)
    const foreign = await owner.put(url(mia), { as_at: '2026-09-27', year_to_date: { student_loan: 10 } })
    expect([foreign.status, foreign.body.detail]).toEqual([400, expect.stringContaining('student_loan')])
    const more = await owner.put(url(mia), { ...opening, year_to_date: { gross: 1000 } })
    expect([more.status, more.body.detail]).toEqual([
      400,
      expect.stringContaining('adds up to a gross of 1520.00'),
    ])
  })

  it('404 for an employee of another customer', async () => {
    const mia = await anEmployee(owner, company.id)
    const other = await tasman.clientFor('other')
    expect((await other.put(url(mia), opening)).status).toBe(404)
    expect((await other.get(url(mia))).status).toBe(404)
    expect((await other.delete(url(mia))).status).toBe(404)
  })
})

describe('the batch of a company', () => {
  it('sets all or none, by id or by number, and lists them', async () => {
    const own = await aCompany(owner)
    const [mia, ben] = [
      await anEmployee(owner, own.id),
      await anEmployee(owner, own.id, { number: `B-${own.id}` }),
    ]
    const path = `/api/company/${own.id}/opening-balances`
    const bad = await owner.put(path, [
      { employee_id: mia.id, ...opening },
      { employee_number: 'nobody', ...opening },
    ])
    expect([bad.status, bad.body.detail]).toEqual([400, expect.stringContaining('Item 1: no employee')])
    expect((await owner.get(path)).body).toEqual([])
    const { status, body } = await owner.put(path, [
      { employee_id: mia.id, ...opening },
      { employee_number: ben.number, ...opening },
    ])
    expect([status, body.map((row: AnyJson) => row.employee_id)]).toEqual([200, [mia.id, ben.id]])
    expect((await owner.get(path)).body).toHaveLength(2)
  })
})
