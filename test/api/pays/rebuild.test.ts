import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek, expectInvariants } from '../../support/pays.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson

beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

const url = (rest: string) => `/api/company/${company.id}/${rest}`
const employeeOf = async (id: number) => (await owner.get(`/api/employees/${id}`)).body
const balances = (employee: AnyJson) => [employee.holiday_hours, employee.sick_hours, employee.lsl_hours]
const sick = { description: 'Sick', leave_type: 'SICK', date: '2026-10-08', hours: 7.6 }

describe('200', () => {
  it('replaces the items; leave, figures and year to date follow', async () => {
    const mia = await anEmployee(owner, company.id)
    await aPay(owner, company.id, '2026-10-02', aWeek(mia.id))
    const atFirst = balances(await employeeOf(mia.id))
    const pay = await aPay(owner, company.id, '2026-10-09', aWeek(mia.id, { leave: [sick] }))
    const { status, body } = await owner.put(url(`pays/${pay.id}`), {
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 19 }],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: pay.id, gross: 760, leave: [], pay_run_id: pay.pay_run_id })
    expect((await owner.get(url(`pays/${pay.id}`))).body).toEqual(body)
    await expectInvariants(tasman, mia.id)
    const back = await owner.put(url(`pays/${pay.id}`), { ...aWeek(mia.id), leave: [sick] })
    // The hours stayed on the pay throughout. The leave was removed and is a new row.
    expect(back.body.hours).toEqual(pay.hours)
    expect({ ...back.body, leave: [] }).toEqual({ ...pay, leave: [] })
    await owner.delete(url(`pays/${pay.id}`))
    expect(balances(await employeeOf(mia.id))).toEqual(atFirst)
    await expectInvariants(tasman, mia.id)
  })

  it('keeps the ids of rows that stay, whatever stands between them', async () => {
    const mia = await anEmployee(owner, company.id)
    const row = (description: string, value: number) => ({ description, units: 'hours', value })
    const pay = await aPay(owner, company.id, '2026-10-02', {
      employee_id: mia.id,
      hours: [row('Morning', 4), row('Evening', 3), row('Morning', 2)],
    })
    const ids = pay.hours.map((hours: AnyJson) => hours.id)
    const { body } = await owner.put(url(`pays/${pay.id}`), {
      hours: [row('Noon', 1), row('morning', 5), row('Morning', 6), row('Morning', 7)],
    })
    const idOf = new Map(body.hours.map((hours: AnyJson) => [hours.value, hours.id]))
    expect([idOf.get(5), idOf.get(6)]).toEqual([ids[0], ids[2]])
    expect(ids).not.toContain(idOf.get(1))
    expect(ids).not.toContain(idOf.get(7))
    expect((await owner.get(url(`pays/${pay.id}`))).body).toEqual(body)
  })

  it('keeps what came onto the pay by itself unless its list is sent', async () => {
    const mia = await anEmployee(owner, company.id)
    await owner.post(url('allowances'), {
      description: 'Kit',
      amount: 9,
      allowance_category: 'TD',
      auto_apply_to_pay: true,
      employee_ids: [mia.id],
    })
    const pay = await aPay(owner, company.id, '2026-10-02', aWeek(mia.id))
    const kept = await owner.put(url(`pays/${pay.id}`), aWeek(mia.id))
    expect(kept.body.allowances).toEqual(pay.allowances)
    const gone = await owner.put(url(`pays/${pay.id}`), { ...aWeek(mia.id), allowances: [] })
    expect(gone.body.allowances).toEqual([])
  })

  it('shows in a dry run what would be, and writes nothing', async () => {
    const mia = await anEmployee(owner, company.id)
    const pay = await aPay(owner, company.id, '2026-10-02', aWeek(mia.id))
    const { status, body } = await owner.put(url(`pays/${pay.id}?dry_run=true`), { hours: [] })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: null,
      gross: 0,
      warnings: expect.arrayContaining(['The pay has no earnings.']),
    })
    expect((await owner.get(url(`pays/${pay.id}`))).body).toEqual(pay)
    await expectInvariants(tasman, mia.id)
  })

  it('marks a lodged pay for an update event', async () => {
    const mia = await anEmployee(owner, company.id)
    const pay = await aPay(owner, company.id, '2026-10-02', aWeek(mia.id))
    await tasman.service.database.pool.query(
      `insert into reported_pays (pay_id, customer_id, stp_status, told_hash)
       select id, customer_id, 'accepted', 'what was told then' from pays where id = $1`,
      [pay.id],
    )
    const { body } = await owner.put(url(`pays/${pay.id}`), aWeek(mia.id))
    expect(body).toMatchObject({ stp_status: 'accepted', stp_needs_update: true })
    expect((await owner.get(url(`pays/${pay.id}`))).body).toEqual(body)
  })
})

describe('400', () => {
  it('asks for the department of a pay that has one', async () => {
    const mia = await anEmployee(owner, company.id)
    const pay = await aPay(owner, company.id, '2026-10-02', aWeek(mia.id, { pay_department: 'Bar' }))
    expect(pay.pay_department).toBe('Bar')
    expect(await owner.put(url(`pays/${pay.id}`), aWeek(mia.id))).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('Bar') },
    })
    const sent = await owner.put(url(`pays/${pay.id}`), aWeek(mia.id, { pay_department: 'Bar' }))
    expect(sent).toMatchObject({ status: 200, body: { pay_department: 'Bar' } })
  })

  it('keeps the employee, and refuses an id in an item list', async () => {
    const mia = await anEmployee(owner, company.id)
    const pay = await aPay(owner, company.id, '2026-10-02', aWeek(mia.id))
    expect((await owner.put(url(`pays/${pay.id}`), aWeek(mia.id + 1000))).status).toBe(400)
    expect((await owner.put(url(`pays/${pay.id}`), { hours: pay.hours })).status).toBe(400)
  })
})

describe('404', () => {
  it('knows no pay of another company, and none that is not there', async () => {
    const mia = await anEmployee(owner, company.id)
    const pay = await aPay(owner, company.id, '2026-10-02', aWeek(mia.id))
    const second = await aCompany(owner)
    expect((await owner.put(`/api/company/${second.id}/pays/${pay.id}`, {})).status).toBe(404)
    expect((await owner.put(url('pays/99999999'), {})).status).toBe(404)
    expect((await owner.put(url('pays/99999999999999'), {})).status).toBe(404)
  })
})

describe('409', () => {
  it('does not rebuild a pay that carries a termination', async () => {
    const mia = await anEmployee(owner, company.id)
    const ending = { termination: { termination_date: '2026-10-02' } }
    const pay = await aPay(owner, company.id, '2026-10-02', aWeek(mia.id, ending))
    expect((await owner.put(url(`pays/${pay.id}`), aWeek(mia.id))).status).toBe(409)
  })
})

describe('422', () => {
  it('holds the rules of creating', async () => {
    const mia = await anEmployee(owner, company.id)
    const pay = await aPay(owner, company.id, '2026-10-02', aWeek(mia.id))
    const row = { description: 'a', units: 'h', value: 1, rate: 1, multiplier: 1 }
    expect((await owner.put(url(`pays/${pay.id}`), { hours: [row] })).body).toMatchObject({
      status_code: 10422,
      data: [{ loc: ['body', 'hours', 0, 'multiplier'] }],
    })
  })
})
