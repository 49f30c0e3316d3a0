import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'
import { terminate } from '../terminations/story.ts'

/* Pays entered late, drafts processed out of order and changes before a final pay name the later pays that would differ. */

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
const earn = (employee_id: number, amount: number) => ({
  employee_id,
  hours: [{ description: 'Pay of the week', units: 'period', value: 1, rate: amount }],
})
const recalculate = (pay_ids: number[]) =>
  owner.post(`/api/company/${company.id}/pays/recalculate`, { pay_ids })
const difference = (pay: AnyJson, figure: string) =>
  pay.differences.find((each: AnyJson) => each.figure === figure)

describe('a pay that is entered late', () => {
  it('names the later one, and recalculating writes what it promised', async () => {
    const mia = await hire({ working_holiday_tax_scale_applies: true, employment_status: 'Casual' })
    const later = await aPay(owner, company.id, '2026-09-11', earn(mia.id, 3000))
    expect(later.tax).toBe(450)
    const late = await aPay(owner, company.id, '2026-09-04', earn(mia.id, 46_000))
    expect(late.affected_pays).toMatchObject([{ pay_id: later.id, is_termination: false }])
    const promised = difference(late.affected_pays[0], 'tax')
    expect(promised).toEqual({ figure: 'tax', stored: 450, recalculated: 900 })
    const { body } = await recalculate([later.id])
    expect([body.pays[0].tax, body.affected_pays]).toEqual([900, []])
  })

  it('says so in a dry run too, once for each employee of the call', async () => {
    const mia = await hire({ working_holiday_tax_scale_applies: true, employment_status: 'Casual' })
    await aPay(owner, company.id, '2026-09-11', earn(mia.id, 3000))
    const { body } = await owner.put(
      `/api/company/${company.id}/pays/create?pay_date=2026-09-04&dry_run=true`,
      [earn(mia.id, 46_000), { ...earn(mia.id, 1), pay_department: 'Shop' }],
    )
    expect(body.map((pay: AnyJson) => pay.affected_pays?.length)).toEqual([1, undefined])
  })

  it('names nothing that stays as it is', async () => {
    const mia = await hire()
    await aPay(owner, company.id, '2026-09-11', aWeek(mia.id))
    const late = await aPay(owner, company.id, '2026-09-04', aWeek(mia.id))
    expect(late).not.toHaveProperty('affected_pays')
  })
})

it('a draft processed after pays of later dates names them', async () => {
  const own = await aCompany(owner)
  const mia = await anEmployee(owner, own.id, {
    start_date: '2025-03-03',
    pay_rate_per_hour: '1500.00',
    working_holiday_tax_scale_applies: true,
  })
  const { body: run } = await owner.post(`/api/company/${own.id}/pay-runs`, {
    pay_period: 'WEEKLY',
    pay_date: '2026-09-04',
  })
  const later = await aPay(owner, own.id, '2026-09-11', earn(mia.id, 10_000))
  const { body } = await owner.post(`/api/company/${own.id}/pay-runs/${run.pay_run_id}/process`)
  expect(body.affected_pays).toMatchObject([{ pay_id: later.id }])
})

describe('a change before a final pay', () => {
  it('names the leave that it moved', async () => {
    const mia = await hire()
    const first = await aPay(owner, company.id, '2026-09-04', aWeek(mia.id))
    await aPay(owner, company.id, '2026-09-11', aWeek(mia.id))
    const { body: ended } = await terminate(owner, mia.id, {
      termination_date: '2026-09-18',
      pay_date: '2026-09-18',
    })
    const { status, body } = await owner.delete(`/api/company/${company.id}/pays/${first.id}`)
    expect(status).toBe(200)
    const [final] = body.affected_pays.filter((pay: AnyJson) => pay.pay_id === ended.pay_id)
    expect(final).toMatchObject({ is_termination: true })
    const leave = difference(final, 'holiday_hours')
    expect(leave.stored).toBeCloseTo(-2 * 2.9231, 2)
    expect(leave.recalculated).toBeCloseTo(-2.9231, 2)
  })

  it('a week entered late after it does too', async () => {
    const mia = await hire()
    await aPay(owner, company.id, '2026-09-11', aWeek(mia.id))
    const { body: ended } = await terminate(owner, mia.id, {
      termination_date: '2026-09-18',
      pay_date: '2026-09-18',
    })
    const late = await aPay(owner, company.id, '2026-09-04', aWeek(mia.id))
    expect(late.affected_pays).toMatchObject([{ pay_id: ended.pay_id, is_termination: true }])
    expect(difference(late.affected_pays[0], 'holiday_hours')).toBeDefined()
  })
})

describe('a holiday entered late that reaches into a week already paid (NZ)', () => {
  const PATTERN = 'MO 7.5,TU 7.5,WE 7.5'
  const holiday = { description: 'Holiday', leave_type: 'ANNUAL_HOLIDAYS', date: '2026-08-25', hours: 24 }
  const worked = (employee_id: number, value: number) => ({
    employee_id,
    hours: [{ description: 'Ordinary hours', units: 'hours', value }],
  })
  const sickDay = { description: 'Sick', leave_type: 'SICK', date: '2026-09-01', hours: 8 }

  it.each([
    ['whose tax alone changes', {}],
    ['whose sick day changes too', { leave: [sickDay] }],
  ])('names the pay of that week, %s, and recalculating writes what it promised', async (_, rows) => {
    const nz = await aCompany(owner, { jurisdiction: 'NZ' })
    const again = (pay_ids: number[], renew_snapshot: boolean) =>
      owner.post(`/api/company/${nz.id}/pays/recalculate`, { pay_ids, renew_snapshot })
    const hireNz = () =>
      anEmployee(owner, nz.id, {
        country: 'NZ',
        start_date: '2025-08-11',
        pay_rate_per_hour: '35.00',
        nz_work_pattern: PATTERN,
      })
    const inOrder = await hireNz()
    await aPay(owner, nz.id, '2026-08-28', { ...worked(inOrder.id, 13), leave: [holiday] })
    const right = await aPay(owner, nz.id, '2026-09-04', { ...worked(inOrder.id, 32), ...rows })
    for (const isRenewed of [false, true]) {
      const ana = await hireNz()
      const paid = await aPay(owner, nz.id, '2026-09-04', { ...worked(ana.id, 32), ...rows })
      expect(paid.tax).not.toBe(right.tax)
      const late = await aPay(owner, nz.id, '2026-08-28', { ...worked(ana.id, 13), leave: [holiday] })
      expect(late.affected_pays).toMatchObject([{ pay_id: paid.id }])
      const promised = difference(late.affected_pays[0], 'tax')
      expect(promised).toEqual({ figure: 'tax', stored: paid.tax, recalculated: right.tax })
      const { body } = await again([paid.id], isRenewed)
      expect([body.pays[0].gross, body.pays[0].tax, body.affected_pays]).toEqual([right.gross, right.tax, []])
    }
  })
})
