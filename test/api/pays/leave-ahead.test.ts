import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

/* Leave that an earlier pay paid in advance is not drafted again as ordinary hours. */

let tasman: TestApp
let owner: TestClient

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-10T00:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const leave = (leave_type: string, date: string, hours: number) => ({
  ...{ description: 'Away', leave_type, date, hours },
})

async function makeCompany(jurisdiction: 'AU' | 'NZ') {
  const company = await aCompany(owner, { jurisdiction })
  const person = async (first_name: string, fields: object = {}) => {
    const { id } = await anEmployee(owner, company.id, {
      ...{ country: jurisdiction, first_name, start_date: '2026-08-03', pay_rate_per_hour: '30.00' },
      ...{ pay_period: 'WEEKLY', standard_hours_per_day: '8', standard_days_per_week: 5 },
      ...fields,
    })
    return id as number
  }
  const pay = async (employee_id: number, date: string, rows: object, query = '') => {
    const path = `/api/company/${company.id}/pays/create?pay_date=${date}${query}`
    const { status, body } = await owner.put(path, [{ employee_id, ...rows }])
    expect(status).toBe(201)
    return body[0]
  }
  const draft = async (pay_date: string, more: object = {}) => {
    const { body } = await owner.post(`/api/company/${company.id}/pay-runs`, {
      ...{ pay_period: 'WEEKLY', pay_date },
      ...more,
    })
    expect(body).toMatchObject({ pay_run_id: expect.anything() })
    const api = `/api/company/${company.id}/pay-runs/${body.pay_run_id}`
    const { pays } = (await owner.get(api)).body
    const readiness = (await owner.get(`${api}/readiness`)).body
    return { skipped: body.skipped, pays, readiness }
  }
  return { person, pay, draft }
}

const rowsOf = (pay: AnyJson) => [
  ...pay.hours.map((row: AnyJson) => Number(row.value)),
  ...pay.leave.map((row: AnyJson) => `${row.leave_type} ${row.date} ${Number(row.hours)}`),
]
const of = (pays: AnyJson[], id: number) => pays.find((pay) => pay.employee_id === id)

describe.each(['AU', 'NZ'] as const)('%s', (jurisdiction) => {
  const annual = jurisdiction === 'AU' ? 'HOLIDAY' : 'ANNUAL_HOLIDAYS'

  it('drafts the days that are left, and leaves out who has none', async () => {
    const { person, pay, draft } = await makeCompany(jurisdiction)
    const [whole, part, other, sick] = [
      await person('Whole'),
      await person('Part'),
      await person('Other'),
      await person('Sick'),
    ]
    // The week of Monday 31 August. 80 hours are two weeks, 56 hours end on Tuesday 8 September.
    const paid = await pay(whole, '2026-09-06', { leave: [leave(annual, '2026-08-31', 80)] })
    const partly = await pay(part, '2026-09-06', { leave: [leave(annual, '2026-08-31', 56)] })
    await pay(other, '2026-09-06', { leave: [leave(annual, '2026-08-31', 40)] })
    // A row of a later day, without pay.
    const unpaid = await pay(sick, '2026-09-06', {
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 40 }],
      leave: [leave('UNPAID', '2026-09-11', 8)],
    })
    const { skipped, pays, readiness } = await draft('2026-09-13')
    const reason = `Leave from 2026-09-07 to 2026-09-11 (40 hours) is already in pay ${paid.id}: no hours of this period are left.`
    expect(skipped).toMatchObject([{ employee_id: whole, reason }])
    expect(readiness.skipped).toMatchObject([{ employee_id: whole, reason }])
    expect(of(pays, whole)).toBeUndefined()
    expect(rowsOf(of(pays, part))).toEqual([24])
    expect(of(pays, part).warnings).toContain(
      `Leave from 2026-09-07 to 2026-09-08 (16 hours) is already in pay ${partly.id}: these hours are not drafted again.`,
    )
    expect(rowsOf(of(pays, other))).toEqual([40])
    expect(rowsOf(of(pays, sick))).toEqual([32])
    expect(of(pays, sick).warnings).toContain(
      `Leave on 2026-09-11 (8 hours) is already in pay ${unpaid.id}: these hours are not drafted again.`,
    )
    // The week after is drafted in full.
    const later = await draft('2026-09-20')
    expect(later.skipped).toEqual([])
    expect(rowsOf(of(later.pays, whole))).toEqual([40])
  })

  it('fills standard hours without them, and asks about hours that were drafted before', async () => {
    const { person, pay, draft } = await makeCompany(jurisdiction)
    const [early, filled] = [await person('Early'), await person('Filled')]
    const before = await draft('2026-09-13')
    expect(before.readiness.findings.map((each: AnyJson) => each.message)).not.toContainEqual(
      expect.stringContaining('already in pay'),
    )
    const ahead = await pay(early, '2026-09-06', { leave: [leave(annual, '2026-09-07', 40)] })
    const { readiness } = await draft('2026-09-13')
    expect(readiness.findings).toContainEqual(
      expect.objectContaining({
        employee_id: early,
        needs_confirmation: true,
        message: `Leave from 2026-09-07 to 2026-09-11 (40 hours) is already in pay ${ahead.id}, and 40 hours are entered here: together they are more than the 40 hours of the period.`,
      }),
    )
    await pay(filled, '2026-09-20', { leave: [leave(annual, '2026-09-14', 56)] })
    const made = await pay(filled, '2026-09-27', {}, '&use_standard_hours=true')
    expect(rowsOf(made)).toEqual([24])
  })

  it('copies no leave of later weeks from the last pay', async () => {
    const { person, pay, draft } = await makeCompany(jurisdiction)
    const id = await person('Copied')
    await pay(id, '2026-09-06', {
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 32 }],
      leave: [leave(annual, '2026-09-04', 24)],
    })
    // 8 hours of leave on Friday 4 September become ordinary hours; Monday and Tuesday are left out.
    const { pays } = await draft('2026-09-13', { copy_from: 'LAST_PAY' })
    expect(rowsOf(of(pays, id))).toEqual([24])
  })
})

it('drafts no public holiday that was paid in advance', async () => {
  // Labour Day is Monday 26 October 2026: the row of two weeks is split around it.
  const { person, pay, draft } = await makeCompany('NZ')
  const pattern = { nz_work_pattern: 'MO 8,TU 8,WE 8,TH 8,FR 8' }
  const [id, short] = [await person('Hana', pattern), await person('Rua', pattern)]
  await pay(id, '2026-10-25', { leave: [leave('ANNUAL_HOLIDAYS', '2026-10-19', 80)] })
  await pay(short, '2026-10-25', { leave: [leave('ANNUAL_HOLIDAYS', '2026-10-19', 64)] })
  const { skipped, pays } = await draft('2026-11-01')
  expect(skipped.map((each: AnyJson) => each.employee_id)).toEqual([id])
  expect(rowsOf(of(pays, short))).toEqual([16])
})
