import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'
import { terminate } from '../terminations/story.ts'

/*
 * A change of terms with a past date names the pays since then. Recalculating them with renew_snapshot writes
 * the promised figures.
 */

let tasman: TestApp
let owner: TestClient
let company: AnyJson
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-10-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

const hire = (change: object = {}) =>
  anEmployee(owner, company.id, { start_date: '2025-03-03', pay_rate_per_hour: '40.00', ...change })
const update = async (change: object, query = '') => {
  const { status, body } = await owner.patch(`/api/company/${company.id}/employees/update${query}`, [change])
  expect([status, body[0]?.errors]).toEqual([200, {}])
  return body[0]
}
const recalculate = async (pay_ids: number[], renew_snapshot: boolean) => {
  const path = `/api/company/${company.id}/pays/recalculate`
  const { status, body } = await owner.post(path, { pay_ids, renew_snapshot })
  expect(status).toBe(200)
  return body
}
const idsOf = (pays: AnyJson[] = []) => pays.map((pay) => pay.pay_id)
const read = async (id: number) => (await owner.get(`/api/company/${company.id}/pays/${id}`)).body

/** Recalculating wrote every promised figure. */
async function expectPromised(affected: AnyJson[]) {
  const body = await recalculate(idsOf(affected), true)
  expect(body.affected_pays).toEqual([])
  for (const { pay_id, differences } of affected) {
    const pay = await read(pay_id)
    for (const { figure, recalculated } of differences)
      if (figure in pay) expect([figure, pay[figure]]).toEqual([figure, recalculated])
  }
}

const weeks = ['2026-09-04', '2026-09-11', '2026-09-18']
async function threeWeeks(employee: AnyJson, more: object = {}) {
  const pays: AnyJson[] = []
  for (const date of weeks) pays.push(await aPay(owner, company.id, date, { ...aWeek(employee.id), ...more }))
  return pays
}

it('a rate raised from a past day names the pays since, and a dry run does too', async () => {
  const mia = await hire()
  const pays = await threeWeeks(mia)
  const change = { id: mia.id, pay_rate_per_hour: '46.00', effective_from: '2026-09-07' }
  const preview = await update(change, '?dry_run=true')
  const { affected_pays, warnings } = await update(change)
  expect(preview.affected_pays).toEqual(affected_pays)
  expect(idsOf(affected_pays)).toEqual([pays[1]?.id, pays[2]?.id])
  expect(affected_pays[0].differences).toContainEqual({
    figure: 'gross',
    stored: 38 * 40,
    recalculated: 38 * 46,
  })
  expect(warnings).toContainEqual(expect.stringContaining('renew_snapshot'))
  await expectPromised(affected_pays)
})

it('overtime by a multiple of the rate, or by a named one, follows it; a rate that was sent stays', async () => {
  const { body: named } = await owner.post(`/api/company/${company.id}/pay-rates`, {
    description: 'Sunday',
    multiplier: '2',
  })
  expect(named.id).toBeDefined()
  const mia = await hire()
  const hours = [
    { description: 'Ordinary hours', units: 'hours', value: 30 },
    { description: 'Overtime', units: 'hours', value: 2, multiplier: 1.5, is_overtime: true },
    { description: 'Sunday', units: 'hours', value: 4, rate_description: 'Sunday' },
    { description: 'Piece', units: 'hours', value: 1, rate: 25 },
  ]
  const pay = await aPay(owner, company.id, '2026-09-11', { employee_id: mia.id, hours })
  expect(pay.gross).toBe(30 * 40 + 3 * 40 + 8 * 40 + 25)
  const { affected_pays } = await update({
    id: mia.id,
    pay_rate_per_hour: '44.00',
    effective_from: '2026-09-01',
  })
  await expectPromised(affected_pays)
  expect((await read(pay.id)).gross).toBe(30 * 44 + 3 * 44 + 8 * 44 + 25)
})

it('tax terms count by the payment date, super and leave settings with them', async () => {
  const mia = await hire()
  const pays = await threeWeeks(mia)
  const tax = await update({
    id: mia.id,
    has_claimed_tax_free_threshold: false,
    effective_from: '2026-09-11',
  })
  expect(idsOf(tax.affected_pays)).toEqual([pays[1]?.id, pays[2]?.id])
  await expectPromised(tax.affected_pays)
  const leave = await update({
    id: mia.id,
    accrue_holiday_leave_per_hour: '0.1',
    effective_from: '2026-09-14',
  })
  expect(idsOf(leave.affected_pays)).toEqual([pays[2]?.id])
  expect(leave.affected_pays[0].differences).toEqual([
    { figure: 'holiday_hours', stored: 2.923074, recalculated: 3.8 },
  ])
})

it('a change without a date, of another field or of later days names none', async () => {
  const mia = await hire()
  await threeWeeks(mia)
  expect(await update({ id: mia.id, pay_rate_per_hour: '47.00' })).not.toHaveProperty('affected_pays')
  const later = { id: mia.id, pay_rate_per_hour: '48.00', effective_from: '2026-12-01' }
  expect(await update(later)).not.toHaveProperty('affected_pays')
  const phone = { id: mia.id, phone_mobile: '0400000000', effective_from: '2026-09-01' }
  expect(await update(phone)).not.toHaveProperty('affected_pays')
})

it('a final pay is named with the leave it paid out', async () => {
  const mia = await hire()
  await threeWeeks(mia)
  const { body: ended } = await terminate(owner, mia.id, {
    termination_date: '2026-09-25',
    pay_date: '2026-09-25',
  })
  const { affected_pays } = await update({
    id: mia.id,
    accrue_holiday_leave_per_hour: '0.1',
    effective_from: '2026-09-01',
  })
  const final = affected_pays.find((pay: AnyJson) => pay.pay_id === ended.pay_id)
  expect(final.is_termination).toBe(true)
  expect(final.differences.map((each: AnyJson) => each.figure)).toEqual(
    expect.arrayContaining(['gross', 'holiday_hours']),
  )
})

it('recalculating without renew_snapshot keeps the terms of the pay', async () => {
  const mia = await hire()
  const pays = await threeWeeks(mia)
  await update({ id: mia.id, pay_rate_per_hour: '46.00', effective_from: '2026-09-01' })
  const { pays: same } = await recalculate([pays[0]?.id], false)
  expect(same[0].gross).toBe(38 * 40)
})

it('a pay whose figures stay the same takes the new terms, for the pays that read them', async () => {
  const from = (effective_from: string) => ({ medicare_levy_exemption: 'FULL', effective_from })
  const short = (id: number) => ({
    employee_id: id,
    hours: [{ description: 'Ordinary hours', units: 'hours', value: 7 }],
  })
  const backPay = {
    description: 'Back pay',
    amount: '700.00',
    stp_category: 'GROSS',
    tax_method: 'METHOD_B1',
    start_date: '2026-08-31',
    end_date: '2026-09-10',
  }
  const third = (id: number) => aPay(owner, company.id, '2026-09-18', aWeek(id, { back_payments: [backPay] }))
  const taxWhenChanged = async (day: string) => {
    const { id } = await hire()
    await update({ id, ...from(day) })
    for (const date of weeks.slice(0, 2)) await aPay(owner, company.id, date, short(id))
    return (await third(id)).tax
  }
  const expected = await taxWhenChanged('2026-09-10')
  expect(expected).not.toBe(await taxWhenChanged('2026-09-14'))

  const mia = await hire()
  await aPay(owner, company.id, '2026-09-04', short(mia.id))
  const second = await aPay(owner, company.id, '2026-09-11', short(mia.id))
  expect(second.tax).toBe(0)
  expect(await update({ id: mia.id, ...from('2026-09-10') })).not.toHaveProperty('affected_pays')
  const { body } = await owner.get(`/api/company/${company.id}/pays/${second.id}/explanation`)
  expect(body.terms).toContainEqual({ name: 'declaration.medicare_exemption', value: 'FULL' })
  expect(body.differences).toEqual([])
  expect((await third(mia.id)).tax).toBe(expected)
})

it('a pay that is reported otherwise is named, though its figures stay the same', async () => {
  const { id: nz } = await aCompany(owner, { jurisdiction: 'NZ' })
  const { id } = await anEmployee(owner, nz, { country: 'NZ', start_date: '2025-03-03' })
  const pay = await aPay(owner, nz, '2026-09-11', {
    employee_id: id,
    hours: [{ description: 'Ordinary hours', units: 'hours', value: 5 }],
  })
  // Below 24,000 a year the independent earner credit of ME is nil.
  const change = { id, nz_tax_code: 'ME', effective_from: '2026-09-08' }
  const { body } = await owner.patch(`/api/company/${nz}/employees/update`, [change])
  expect(body[0].affected_pays).toEqual([
    {
      ...{ pay_id: pay.id, processed_date: '2026-09-11', is_termination: false },
      ...{ needs_renew_snapshot: true, differences: [] },
    },
  ])
})

it('a pay that two changes move is promised with the figures of both', async () => {
  const leo = await hire()
  const pays = await threeWeeks(leo)
  await update({ id: leo.id, pay_rate_per_hour: '44.00', effective_from: weeks[0] })
  const { affected_pays } = await update({
    id: leo.id,
    accrue_sick_leave_per_hour: '0.05',
    effective_from: '2026-08-31',
  })
  const [first] = affected_pays
  expect(first.pay_id).toBe(pays[0]?.id)
  expect(first.differences).toContainEqual(expect.objectContaining({ figure: 'sick_hours' }))
  expect(first.differences).toContainEqual({ figure: 'gross', stored: 38 * 40, recalculated: 38 * 44 })
  await expectPromised(affected_pays)
})

it('a rise that was paid as back pay is not paid again by recalculating', async () => {
  const zoe = await hire()
  const pays = await threeWeeks(zoe)
  await update({ id: zoe.id, pay_rate_per_hour: '44.00', effective_from: '2026-08-24' })
  const { status, body: owed } = await owner.post(`/api/employees/${zoe.id}/back-pay`, {
    pay_date: '2026-09-25',
  })
  expect([status, owed.total]).toEqual([200, 3 * 38 * 4])
  const { affected_pays } = await update({
    id: zoe.id,
    accrue_sick_leave_per_hour: '0.05',
    effective_from: '2026-08-24',
  })
  const listed = affected_pays.find((pay: AnyJson) => pay.pay_id === pays[0]?.id)
  expect(listed.differences.map(({ figure }: AnyJson) => figure)).toEqual(['sick_hours'])
  const { pays: again } = await recalculate(
    pays.map((pay) => pay.id),
    true,
  )
  expect(again.map((pay: AnyJson) => pay.gross)).toEqual(pays.map((pay) => pay.gross))
  expect(again[0].warnings).toContainEqual(expect.stringContaining('Back pay was paid for'))
  // A further rise of the same days is back pay again.
  await update({ id: zoe.id, pay_rate_per_hour: '45.00', effective_from: '2026-08-24' })
  const { body: more } = await owner.get(`/api/employees/${zoe.id}/back-pay`)
  expect(more.total).toBe(3 * 38)
})
