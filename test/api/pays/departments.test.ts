import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, expectInvariants } from '../../support/pays.ts'

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

const cents = (amount: number) => Math.round(amount * 100)
const hours = (value: number) => [{ description: 'Ordinary hours', units: 'hours', value }]
const tax = (pays: AnyJson[]) => pays.reduce((total, pay) => total + cents(pay.tax), 0) / 100

describe('several pays of one employee in one run', () => {
  it('in different departments share the tax of all they earn together by gross', async () => {
    const mia = await anEmployee(owner, company.id)
    const whole = await anEmployee(owner, company.id)
    const one = await aPay(owner, company.id, '2026-10-02', { employee_id: whole.id, hours: hours(38) })
    const { body } = await owner.put(url('pays/create?pay_date=2026-10-02'), [
      { employee_id: mia.id, hours: hours(30), pay_department: 'Bar' },
      { employee_id: mia.id, hours: hours(8), pay_department: 'Kitchen' },
    ])
    expect(tax(body)).toBe(one.tax)
    expect(cents(body[0].tax)).toBe(Math.round((cents(one.tax) * 30) / 38))
    await expectInvariants(tasman, mia.id)
    const explained = (await owner.get(url(`pays/${body[1].id}/explanation`))).body
    expect(explained.steps).toContainEqual(
      expect.objectContaining({ name: 'tax.shared', rule: 'Tax redistributed by gross' }),
    )
  })

  it('share the tax of what they earn also when one of them is the last; the tax of the ending stays with it', async () => {
    const mia = await anEmployee(owner, company.id)
    const leaver = await anEmployee(owner, company.id)
    const pays = (id: number, termination?: object) => [
      { employee_id: id, hours: hours(20), pay_department: 'Bar' },
      {
        employee_id: id,
        hours: hours(40),
        pay_department: 'Kitchen',
        ...(termination ? { termination } : {}),
      },
    ]
    const create = async (items: object[]) =>
      (await owner.put(url('pays/create?pay_date=2026-10-02'), items)).body
    const [bar, kitchen] = await create(pays(mia.id))
    const [leaverBar, last] = await create(pays(leaver.id, { termination_date: '2026-10-02' }))
    expect(leaverBar.tax).toBe(bar.tax)
    const ended = last.termination.au_termination?.tax_amount ?? last.termination.tax_amount
    expect(last.tax).toBeCloseTo(kitchen.tax + ended, 2)
    await expectInvariants(tasman, leaver.id)
  })

  it('are taxed one after the other on what the period has so far when not redistributed', async () => {
    const mia = await anEmployee(owner, company.id)
    const whole = await anEmployee(owner, company.id)
    const one = await aPay(owner, company.id, '2026-10-02', { employee_id: whole.id, hours: hours(38) })
    const alone = await aPay(owner, company.id, '2026-10-02', { employee_id: whole.id, hours: [] })
    expect(alone.tax).toBe(0)
    const { body } = await owner.put(url('pays/create?pay_date=2026-10-02&redistribute_tax_by_gross=false'), [
      { employee_id: mia.id, hours: hours(30), pay_department: 'Bar' },
      { employee_id: mia.id, hours: hours(8), pay_department: 'Kitchen' },
    ])
    expect(tax(body)).toBe(one.tax)
    expect(body[0].tax / body[0].gross).toBeLessThan(body[1].tax / body[1].gross)
  })

  it('over several calls withhold as much as one pay would', async () => {
    const mia = await anEmployee(owner, company.id)
    const whole = await anEmployee(owner, company.id)
    const one = await aPay(owner, company.id, '2026-10-02', { employee_id: whole.id, hours: hours(38) })
    const parts = [20, 10, 8].map((value) => ({ employee_id: mia.id, hours: hours(value) }))
    const pays = []
    for (const [index, part] of parts.entries())
      pays.push(await aPay(owner, company.id, `2026-10-0${index + 1}`, part))
    expect(tax(pays)).toBe(one.tax)
    expect(pays.map((pay) => pay.pay_run_id)).toEqual([
      pays[0].pay_run_id,
      pays[0].pay_run_id,
      pays[0].pay_run_id,
    ])
  })

  it('earn leave that comes by the year only once', async () => {
    const mia = await anEmployee(owner, company.id, {
      accrue_leave_on_hours_worked: false,
      num_holiday_leave_days_per_year: 26,
    })
    for (const value of [20, 18])
      await aPay(owner, company.id, '2026-10-02', { employee_id: mia.id, hours: hours(value) })
    expect((await owner.get(`/api/employees/${mia.id}`)).body.holiday_hours).toBe(3.8)
    await expectInvariants(tasman, mia.id)
  })

  it('hold in New Zealand too, PAYE and student loan together', async () => {
    const kereru = await aCompany(owner, { jurisdiction: 'NZ' })
    const person = { country: 'NZ', has_student_loan: true }
    const [mia, whole] = [
      await anEmployee(owner, kereru.id, person),
      await anEmployee(owner, kereru.id, person),
    ]
    const path = `/api/company/${kereru.id}/pays/create?pay_date=2026-10-02`
    const one = (await owner.put(path, [{ employee_id: whole.id, hours: hours(40) }])).body[0]
    const { body } = await owner.put(path, [
      { employee_id: mia.id, hours: hours(25), pay_department: 'Bar' },
      { employee_id: mia.id, hours: hours(15), pay_department: 'Kitchen' },
    ])
    expect(tax(body)).toBeCloseTo(one.tax, 1)
    expect(body[0].nz_student_loan + body[1].nz_student_loan).toBeCloseTo(one.nz_student_loan, 1)
    await expectInvariants(tasman, mia.id)
  })
})
