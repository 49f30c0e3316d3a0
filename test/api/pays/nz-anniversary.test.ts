import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek, expectInvariants } from '../../support/pays.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-12-31T00:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner, { jurisdiction: 'NZ' })
})
afterAll(() => tasman.close())

const hire = (startDate: string) => anEmployee(owner, company.id, { country: 'NZ', start_date: startDate })
const weeksOf = async (employee: AnyJson): Promise<number> =>
  (await owner.get(`/api/employees/${employee.id}`)).body.annual_holidays_weeks
const payFor = (employee: AnyJson, payDate: string, extra: object = {}) =>
  aPay(owner, company.id, payDate, aWeek(employee.id, extra))
const weeksAfter = async (employee: AnyJson, payDate: string) => {
  await payFor(employee, payDate)
  return weeksOf(employee)
}
/** Deletes a pay. The response names the later pays that would now be different, if any. */
const remove = async (pay: AnyJson) => {
  const { status, body } = await owner.delete(`/api/company/${company.id}/pays/${pay.id}`)
  const named = (body?.affected_pays ?? []).map(({ pay_id }: AnyJson) => pay_id)
  expect(status).toBe(named.length > 0 ? 200 : 204)
  expect(named).not.toContain(pay.id)
}
const switchLeave = (employee: AnyJson, isOn: boolean) =>
  owner.patch(`/api/company/${company.id}/employees/update`, [{ id: employee.id, is_leave_enabled: isOn }])

it('an anniversary in a week without a pay gives its four weeks with the next pay, once', async () => {
  const employee = await hire('2025-10-14')
  expect(await weeksAfter(employee, '2026-10-11')).toBe(0)
  // The week to 18 October, which contains the anniversary, is not paid.
  expect(await weeksAfter(employee, '2026-10-25')).toBe(4)
  expect(await weeksAfter(employee, '2026-10-25')).toBe(4)
  expect(await weeksAfter(employee, '2026-11-01')).toBe(4)
})

/** Two pays in the week of the anniversary. The pay that granted the weeks is deleted. */
async function loseTheWeeks(laterDates: readonly string[] = []) {
  const employee = await hire('2025-11-10')
  await payFor(employee, '2026-11-05')
  const first = await payFor(employee, '2026-11-12')
  const second = await payFor(employee, '2026-11-12')
  for (const date of laterDates) await payFor(employee, date)
  expect(await weeksOf(employee)).toBe(4)
  await remove(first)
  expect(await weeksOf(employee)).toBe(0)
  return { employee, second }
}

it('the weeks of a deleted pay come again with the next pay, once', async () => {
  const { employee, second } = await loseTheWeeks()
  expect(await weeksAfter(employee, '2026-11-19')).toBe(4)
  expect(await weeksAfter(employee, '2026-11-26')).toBe(4)
  // The remaining pay grants none when it is rebuilt, because a later pay has granted them.
  const { status } = await owner.put(`/api/company/${company.id}/pays/${second.id}`, aWeek(employee.id))
  expect(status).toBe(200)
  expect(await weeksOf(employee)).toBe(4)
  await expectInvariants(tasman, employee.id)
})

it('the weeks of a deleted pay come again in the same period, and after pays that came meanwhile', async () => {
  const { employee } = await loseTheWeeks()
  expect(await weeksAfter(employee, '2026-11-12')).toBe(4)
  expect(await weeksAfter(employee, '2026-11-19')).toBe(4)
  const { employee: other } = await loseTheWeeks(['2026-11-19', '2026-11-26'])
  expect(await weeksAfter(other, '2026-12-03')).toBe(4)
  expect(await weeksAfter(other, '2026-12-10')).toBe(4)
  await expectInvariants(tasman, other.id)
})

it('the weeks of a deleted pay are paid out with a termination, and the 8% still counts from the anniversary', async () => {
  const { employee } = await loseTheWeeks()
  const termination = { termination_date: '2026-11-19' }
  const pay = await payFor(employee, '2026-11-19', { termination })
  expect(pay.termination.unused_holiday_amount).toBeGreaterThan(0)
  const { body } = await owner.get(`/api/company/${company.id}/pays/${pay.id}/explanation`)
  const share = body.steps.find((step: AnyJson) => step.name === 'termination.eight-percent')
  // The remaining pay of 12 November.
  expect(share.inputs.before).toBeGreaterThan(0)
  expect(await weeksOf(employee)).toBe(0)
})

it('pays stored before the first day was kept with them give back their weeks all the same', async () => {
  const { employee } = await loseTheWeeks()
  await tasman.service.database.pool.query(
    `update pays set facts = (facts::jsonb - 'annualHolidaysFrom' || jsonb_build_object('leaveSettings',
       facts::jsonb -> 'leaveSettings' || '{"isLeaveEnabled": false}'))::json
     where employee_id = $1 and processed_date = '2026-11-12'`,
    [employee.id],
  )
  await expectInvariants(tasman, employee.id)
  expect(await weeksAfter(employee, '2026-11-19')).toBe(4)
  expect(await weeksAfter(employee, '2026-11-26')).toBe(4)
})

it('a pay put in before the one that gave the weeks gives none', async () => {
  const employee = await hire('2025-11-10')
  await payFor(employee, '2026-11-05')
  expect(await weeksAfter(employee, '2026-11-19')).toBe(4)
  expect(await weeksAfter(employee, '2026-11-12')).toBe(4)
  expect(await weeksAfter(employee, '2026-11-26')).toBe(4)
})

it('an anniversary before the first pay is part of the opening balance, whatever is deleted', async () => {
  const employee = await hire('2024-11-10')
  const first = await payFor(employee, '2026-11-19')
  expect(await weeksAfter(employee, '2026-11-26')).toBe(0)
  await remove(first)
  expect(await weeksAfter(employee, '2026-12-03')).toBe(0)
})

it('an anniversary with leave switched off gives nothing later', async () => {
  const employee = await hire('2025-11-10')
  await payFor(employee, '2026-11-05')
  await switchLeave(employee, false)
  const first = await payFor(employee, '2026-11-12')
  await payFor(employee, '2026-11-12')
  await switchLeave(employee, true)
  expect(await weeksAfter(employee, '2026-11-19')).toBe(0)
  await remove(first)
  expect(await weeksAfter(employee, '2026-11-26')).toBe(0)
})

/** Hired on 11 August 2025. The terms change between the anniversary and the first pay after it. */
async function enterYear(terms: object, from: string, payDates: readonly string[]) {
  const employee = await hire('2025-08-11')
  const { status } = await owner.patch(`/api/company/${company.id}/employees/update`, [
    { id: employee.id, ...terms, effective_from: from },
  ])
  expect(status).toBe(200)
  const pays: AnyJson[] = []
  for (const payDate of payDates) pays.push(await payFor(employee, payDate))
  const listed = pays.flatMap(({ affected_pays = [] }) => affected_pays.map((own: AnyJson) => own.pay_id))
  if (listed.length > 0) {
    const { body } = await owner.post(`/api/company/${company.id}/pays/recalculate`, { pay_ids: listed })
    expect(body.pays).toHaveLength(new Set(listed).size)
  }
  return weeksOf(employee)
}

it('an anniversary gives what its own day says, whichever pay gives it and whichever was entered first', async () => {
  const withWages = {
    is_holiday_pay_paid_with_wages: true,
    nz_holiday_pay_reason: 'IRREGULAR',
    nz_holiday_pay_agreed_on: '2026-09-16',
  }
  const orders = [
    ['2026-07-10', '2026-09-04', '2026-10-16'],
    ['2026-09-04', '2026-07-10', '2026-10-16'],
    ['2026-07-10', '2026-10-16', '2026-09-04'],
    // No pay between the anniversary and the change.
    ['2026-07-10', '2026-10-16'],
  ]
  for (const order of orders)
    expect([order, await enterYear(withWages, '2026-09-16', order)]).toEqual([order, 4])
  const fiveWeeks = { num_holiday_leave_days_per_year: 25 }
  for (const order of orders) {
    expect([order, await enterYear(fiveWeeks, '2026-09-16', order)]).toEqual([order, 4])
    expect([order, await enterYear(fiveWeeks, '2026-08-11', order)]).toEqual([order, 5])
  }
  const withoutLeave = { is_leave_enabled: false }
  for (const order of orders) {
    expect([order, await enterYear(withoutLeave, '2026-09-02', order)]).toEqual([order, 4])
    expect([order, await enterYear(withoutLeave, '2026-08-11', order)]).toEqual([order, 0])
  }
})

it('leave disabled from a day after the anniversary takes no weeks away, whichever pay granted them', async () => {
  const employee = await hire('2025-08-11')
  await payFor(employee, '2026-07-10')
  await payFor(employee, '2026-09-18')
  expect(await weeksAfter(employee, '2026-08-14')).toBe(4)
  const { body } = await owner.patch(`/api/company/${company.id}/employees/update`, [
    { id: employee.id, is_leave_enabled: false, effective_from: '2026-09-09' },
  ])
  const listed = (body[0].affected_pays ?? []).map(({ pay_id }: AnyJson) => pay_id)
  if (listed.length > 0)
    await owner.post(`/api/company/${company.id}/pays/recalculate`, { pay_ids: listed, renew_snapshot: true })
  expect(await weeksOf(employee)).toBe(4)
  await expectInvariants(tasman, employee.id)
})

it('a year with holiday pay in the wages gives no weeks to a later pay without it', async () => {
  const employee = await hire('2025-08-11')
  const update = (terms: object) =>
    owner.patch(`/api/company/${company.id}/employees/update`, [{ id: employee.id, ...terms }])
  await update({
    is_holiday_pay_paid_with_wages: true,
    nz_holiday_pay_reason: 'IRREGULAR',
    nz_holiday_pay_agreed_on: '2025-08-11',
    effective_from: '2025-08-11',
  })
  await update({ is_holiday_pay_paid_with_wages: false, effective_from: '2026-09-16' })
  await payFor(employee, '2026-07-10')
  expect(await weeksAfter(employee, '2026-10-16')).toBe(0)
  expect(await weeksAfter(employee, '2026-09-04')).toBe(0)
  await expectInvariants(tasman, employee.id)
})
