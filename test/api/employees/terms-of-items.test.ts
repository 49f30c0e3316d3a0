import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

/* Pay calendars and standing items are terms too. Weekly; the company's weeks end on Sundays. */

let tasman: TestApp
let owner: TestClient
let company: number
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-18T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = (await aCompany(owner)).id
})
afterAll(() => tasman.close())

const person = async () => (await anEmployee(owner, company, { pay_period: 'WEEKLY' })).id
const termsOf = async (id: number, on = '') => (await owner.get(`/api/employees/${id}/terms${on}`)).body

async function pay(employee: number, date: string): Promise<AnyJson> {
  const { status, body } = await owner.put(`/api/company/${company}/pays/create?pay_date=${date}`, [
    { employee_id: employee, hours: [{ description: 'Hours', units: 'hours', value: 38 }] },
  ])
  expect([status, body.detail]).toEqual([201, undefined])
  return body[0]
}

async function calendar(name: string, anchor: string): Promise<number> {
  const { body } = await owner.post(`/api/company/${company}/pay-calendars`, {
    name,
    pay_period: 'WEEKLY',
    anchor_date: anchor,
  })
  return body.id
}
const setMembers = (id: number, body: AnyJson) =>
  owner.put(`/api/company/${company}/pay-calendars/${id}/employees`, body)

describe('pay calendars by date', () => {
  it('a week that is entered late belongs to the calendar of its day', async () => {
    const employee = await person()
    expect((await pay(employee, '2026-10-09')).pay_run_end_date).toBe('2026-10-11')
    const wednesdays = await calendar('Wednesdays', '2026-10-07')
    expect((await setMembers(wednesdays, { employee_ids: [employee] })).status).toBe(200)
    // From the day after the last pay.
    expect((await pay(employee, '2026-10-02')).pay_run_end_date).toBe('2026-10-04')
    expect((await pay(employee, '2026-10-20')).pay_run_end_date).toBe('2026-10-21')
    const [, second] = await termsOf(employee)
    expect([second.from, second.changed, second.terms.pay_calendar_id]).toEqual([
      '2026-10-10',
      ['pay_calendar_id'],
      wednesdays,
    ])
  })

  it('a change from a past day, and the way back', async () => {
    const employee = await person()
    const fridays = await calendar('Fridays', '2026-10-09')
    await setMembers(fridays, { employee_ids: [employee], effective_from: '2026-09-01' })
    await setMembers(fridays, { employee_ids: [], effective_from: '2026-10-12' })
    expect((await pay(employee, '2026-09-16')).pay_run_end_date).toBe('2026-09-18')
    expect((await pay(employee, '2026-08-19')).pay_run_end_date).toBe('2026-08-23')
    expect((await pay(employee, '2026-10-14')).pay_run_end_date).toBe('2026-10-18')
    expect(
      (await setMembers(fridays, { employee_ids: [employee], effective_from: '2026-12-01' })).status,
    ).toBe(400)
    expect((await setMembers(fridays, { employee_ids: [], effective_from: 'soon' })).status).toBe(422)
  })
})

describe('standing items in the terms', () => {
  it('are those of the day', async () => {
    const employee = await person()
    const path = `/api/employees/${employee}/deductions`
    const { body: item } = await owner.post(path, {
      description: 'Union',
      amount: '10.00',
      classification: 'UNION_FEES',
      auto_apply_to_pay: true,
      effective_from: '2026-10-05',
    })
    await owner.patch(`${path}/${item.id}`, { amount: '11.00', effective_from: '2026-11-02' })
    await owner.delete(`${path}/${item.id}?effective_from=2026-11-16`)
    const timeline = await termsOf(employee)
    expect(
      timeline.map((each: AnyJson) => [
        each.from,
        each.changed,
        each.standing_items.map((one: AnyJson) => [one.kind, one.amount]),
      ]),
    ).toEqual([
      ['2025-07-01', [], []],
      ['2026-10-05', ['standing_items'], [['deduction', 10]]],
      ['2026-11-02', ['standing_items'], [['deduction', 11]]],
      ['2026-11-16', ['standing_items'], []],
    ])
    expect((await termsOf(employee, '?on=2026-10-20')).standing_items).toHaveLength(1)
  })

  it.each([
    ['allowances', { amount: '10.00', units: '2', allowance_category: 'TD' }],
    ['deductions', { amount: '10.00', classification: 'UNION_FEES', limit_per_pay: '8.00' }],
    ['bonuses', { amount: '10.00' }],
    ['pay-sacrifices', { amount: '10.00', limit_total: '500.00' }],
    ['back-payments', { amount: '10.00', stp_category: 'GROSS' }],
  ])('of %s stay the same six members when every member has a date', async (kind, members) => {
    const employee = await person()
    const path = `/api/employees/${employee}/${kind}`
    const added = await owner.post(path, { description: 'Dated', ...members })
    expect([added.status, added.body.detail]).toEqual([201, undefined])
    const { id, employee_id, total_amount, applies_from, applies_to, affected_pays, warnings, ...own } =
      added.body
    const changed = await owner.patch(`${path}/${id}`, {
      ...own,
      amount: '12.50',
      effective_from: '2026-10-05',
    })
    expect([changed.status, changed.body.detail]).toEqual([200, undefined])
    const { standing_items } = await termsOf(employee, '?on=2026-10-20')
    expect(standing_items.map((item: AnyJson) => [item.id, item.amount])).toEqual([[id, 12.5]])
    expect(Object.keys(standing_items[0]).sort()).toEqual([
      'amount',
      'amount_type',
      'auto_apply_to_pay',
      'description',
      'id',
      'kind',
    ])
    expect(await termsOf(employee)).toHaveLength(2)
  })
})
