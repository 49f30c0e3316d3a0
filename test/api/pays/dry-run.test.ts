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

const preview = (pays: object[], query = '') =>
  owner.put(url(`pays/create?dry_run=true&pay_date=2026-10-30${query}`), pays)

describe('a dry run of creating pays', () => {
  it('answers 200 with what the real call then writes, and null for every id', async () => {
    const mia = await anEmployee(owner, company.id)
    const request = aWeek(mia.id, {
      allowances: [{ description: 'Tools', amount: 25, allowance_category: 'TD' }],
      leave: [{ description: 'Sick', leave_type: 'SICK', date: '2026-10-29', hours: 1 }],
    })
    const { status, body } = await preview([request])
    expect(status).toBe(200)
    const [shown] = body
    expect([shown.id, shown.pay_run_id]).toEqual([null, null])
    expect((await owner.get(url(`pays?employee_id=${mia.id}`))).body).toEqual([])
    expect((await owner.get(`/api/employees/${mia.id}/allowances`)).body).toEqual([])
    await expectInvariants(tasman, mia.id)
    const real = await aPay(owner, company.id, '2026-10-30', request)
    const without = (pay: AnyJson) =>
      JSON.parse(
        JSON.stringify({ ...pay, pay_run_id: 0, warnings: [] }, (key, value) => (key === 'id' ? 0 : value)),
      )
    expect(without(shown)).toEqual(without(real))
  })

  it('warns of what looks wrong', async () => {
    const mia = await anEmployee(owner, company.id)
    const warningsOf = async (items: object) =>
      (await preview([{ employee_id: mia.id, ...items }])).body[0].warnings
    expect(await warningsOf({ hours: [] })).toEqual(['The pay has no earnings.'])
    expect(
      await warningsOf(
        aWeek(mia.id, {
          leave: [{ description: 'Leave', leave_type: 'HOLIDAY', date: '2026-10-29', hours: 10 }],
        }),
      ),
    ).toEqual([expect.stringContaining('Annual leave: this pay takes the balance below zero')])
    expect(
      await warningsOf({ hours: [{ description: 'Correction', units: 'hours', value: -5 }] }),
    ).toContainEqual(expect.stringContaining('negative'))
    for (const date of ['2026-10-09', '2026-10-16']) await aPay(owner, company.id, date, aWeek(mia.id))
    expect(await warningsOf({ hours: [{ description: 'Much', units: 'hours', value: 90 }] })).toEqual([
      expect.stringContaining('is unusual: the last pays were 1520.00'),
    ])
    await aPay(owner, company.id, '2026-10-30', aWeek(mia.id))
    expect(await warningsOf(aWeek(mia.id))).toEqual([expect.stringContaining('duplicate')])
  })

  it('compares with the last pays as pays of the same length', async () => {
    const mia = await anEmployee(owner, company.id)
    for (const date of ['2026-10-09', '2026-10-16']) await aPay(owner, company.id, date, aWeek(mia.id))
    await owner.patch(`/api/company/${company.id}/employees/update`, [{ id: mia.id, pay_period: 'MONTHLY' }])
    const warnings = async (value: number) =>
      (
        await preview([{ employee_id: mia.id, hours: [{ description: 'Hours', units: 'hours', value }] }])
      ).body[0].warnings.filter((text: string) => text.includes('is unusual'))
    expect(await warnings(164)).toEqual([])
    expect(await warnings(38)).toEqual([expect.stringContaining('the last pays were 6586.67 on average')])
  })

  it('warns of a pay that is sent twice in one call, and not of two departments', async () => {
    const mia = await anEmployee(owner, company.id)
    const warnings = async (pays: object[]) => (await preview(pays)).body.map((pay: AnyJson) => pay.warnings)
    expect(await warnings([aWeek(mia.id), aWeek(mia.id)])).toEqual([
      [],
      [expect.stringContaining('duplicate')],
    ])
    const departments = ['Bar', 'Kitchen'].map((pay_department) => aWeek(mia.id, { pay_department }))
    expect(await warnings(departments)).toEqual([[], []])
  })

  it('warns only of the leave that the pay takes', async () => {
    const mia = await anEmployee(owner, company.id)
    const leave = (leave_type: string, hours: number) => [
      { description: leave_type, leave_type, date: '2026-10-02', hours },
    ]
    await aPay(owner, company.id, '2026-10-02', aWeek(mia.id, { leave: leave('HOLIDAY', 30) }))
    const [pay] = (await preview([aWeek(mia.id, { leave: leave('SICK', 1) })])).body
    expect(pay.leave_balance_rows.find((row: AnyJson) => row.leave_type === 'HOLIDAY').hours).toBeLessThan(0)
    expect(pay.warnings.filter((text: string) => text.includes('takes the balance below zero'))).toEqual([])
  })

  it('warns when the employee starts after the period', async () => {
    const late = await anEmployee(owner, company.id, { start_date: '2026-11-09' })
    const { body } = await preview([aWeek(late.id)])
    expect(body[0].warnings).toEqual(['The employee starts on 2026-11-09, after the period that is paid.'])
  })

  it('ends no employment', async () => {
    const mia = await anEmployee(owner, company.id)
    const { body } = await preview([aWeek(mia.id, { termination: { termination_date: '2026-10-30' } })])
    expect(body[0].termination).not.toBeNull()
    expect((await owner.get(`/api/employees/${mia.id}`)).body.is_terminated).toBe(false)
  })
})
