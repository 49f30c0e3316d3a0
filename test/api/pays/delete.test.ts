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

describe('204', () => {
  it('moves leave and year to date back, as if the pay had never been', async () => {
    const mia = await anEmployee(owner, company.id, { has_stsl_liability: true })
    const first = await aPay(owner, company.id, '2026-10-02', aWeek(mia.id))
    const before = (await owner.get(`/api/employees/${mia.id}`)).body
    const second = await aPay(
      owner,
      company.id,
      '2026-10-03',
      aWeek(mia.id, {
        leave: [{ description: 'Sick', leave_type: 'SICK', date: '2026-10-01', hours: 3 }],
        bonuses: [{ description: 'Year', amount: 5000, tax_method: 'METHOD_B2' }],
      }),
    )
    expect(second.leave_balance_rows).not.toEqual(first.leave_balance_rows)
    const { status, body } = await owner.delete(url(`pays/${second.id}`))
    expect([status, body]).toEqual([204, ''])
    const after = (await owner.get(`/api/employees/${mia.id}`)).body
    const { holiday_hours, sick_hours, lsl_hours } = before
    expect(after).toMatchObject({ holiday_hours, sick_hours, lsl_hours })
    await expectInvariants(tasman, mia.id)
    const again = await aPay(
      owner,
      company.id,
      '2026-10-03',
      aWeek(mia.id, {
        leave: [{ description: 'Sick', leave_type: 'SICK', date: '2026-10-01', hours: 3 }],
        bonuses: [{ description: 'Year' }],
      }),
    )
    expect([again.gross, again.tax, again.net]).toEqual([second.gross, second.tax, second.net])
  })

  it('reverses the termination of a final pay', async () => {
    const mia = await anEmployee(owner, company.id)
    await aPay(owner, company.id, '2026-10-02', aWeek(mia.id))
    const ending = { termination: { termination_date: '2026-10-09' } }
    const pay = await aPay(owner, company.id, '2026-10-09', aWeek(mia.id, ending))
    expect(pay.termination).toMatchObject({ termination_date: '2026-10-09', reason: 'TERMINATION' })
    expect(pay.termination.unused_holiday_amount).toBeGreaterThan(0)
    expect((await owner.get(`/api/employees/${mia.id}`)).body).toMatchObject({
      is_terminated: true,
      termination_date: '2026-10-09',
      holiday_hours: 0,
    })
    expect((await owner.delete(url(`pays/${pay.id}`))).status).toBe(204)
    expect((await owner.get(`/api/employees/${mia.id}`)).body).toMatchObject({
      is_terminated: false,
      termination_date: null,
      holiday_hours: 2.923074,
    })
    await expectInvariants(tasman, mia.id)
  })
})

describe('404', () => {
  it('deletes only what is there, in its own company, once', async () => {
    const mia = await anEmployee(owner, company.id)
    const pay = await aPay(owner, company.id, '2026-10-02', aWeek(mia.id))
    const second = await aCompany(owner)
    expect((await owner.delete(`/api/company/${second.id}/pays/${pay.id}`)).status).toBe(404)
    expect((await owner.delete(url(`pays/${pay.id}`))).status).toBe(204)
    expect((await owner.delete(url(`pays/${pay.id}`))).status).toBe(404)
    expect((await owner.get(url(`pays/${pay.id}`))).status).toBe(404)
  })
})

describe('403', () => {
  it('needs the write scope', async () => {
    const reader = await tasman.clientFor('owner', { scope: 'openid payroll.read' })
    expect((await reader.delete(url('pays/1'))).status).toBe(403)
  })
})
