import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek, expectInvariants } from '../../support/pays.ts'

/*
 * A processed pay is recalculated from the facts stored with it. The employee's current record does not
 * change old pays.
 */

let tasman: TestApp
let owner: TestClient
let au: AnyJson
let nz: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-17T02:00:00' })
  owner = await tasman.clientFor('owner')
  au = await aCompany(owner)
  nz = await aCompany(owner, { jurisdiction: 'NZ' })
}, 60_000)
afterAll(() => tasman.close())

const payUrl = (pay: AnyJson, company = au) => `/api/company/${company.id}/pays/${pay.id}`

async function change(company: AnyJson, id: number, fields: object): Promise<void> {
  const { status, body } = await owner.patch(`/api/company/${company.id}/employees/update`, [
    { id, ...fields },
  ])
  expect([status, body[0]?.errors], JSON.stringify(body)).toEqual([200, {}])
}

const recalculate = (pay: AnyJson, options: object = {}, company = au) =>
  owner.post(`/api/company/${company.id}/pays/recalculate`, { pay_ids: [pay.id], ...options })

/** The content of a pay without its warnings. */
const figures = ({ warnings: _warnings, affected_pays: _later, ...pay }: AnyJson) => pay

/** Sends the rows again, first as a preview, and recalculates: the pay does not change. */
async function expectUnchanged(company: AnyJson, pay: AnyJson, rows: AnyJson): Promise<void> {
  const url = payUrl(pay, company)
  const preview = await owner.put(`${url}?dry_run=true`, rows)
  expect([preview.status, preview.body.gross, preview.body.tax, preview.body.net]).toEqual([
    200,
    pay.gross,
    pay.tax,
    pay.net,
  ])
  const correction = await owner.post(`${url}/correction-preview`, rows)
  expect(correction.body).toMatchObject({ changes: [], affected_pays: [] })
  const recalculated = await recalculate(pay, {}, company)
  expect(figures(recalculated.body.pays[0])).toEqual(figures(pay))
  const rebuilt = await owner.put(url, rows)
  expect(figures(rebuilt.body)).toEqual(figures(pay))
}

const AU_CHANGES: [string, object][] = [
  ['the tax-free threshold', { has_claimed_tax_free_threshold: false }],
  ['residency', { is_foreign_resident: true, has_claimed_tax_free_threshold: false }],
  ['a study loan', { has_stsl_liability: true }],
  ['the tax file number', { tax_file_number: '000000000' }],
  ['a working holiday', { working_holiday_tax_scale_applies: true }],
  ['the rate', { pay_rate_per_hour: 50 }],
  ['the pay frequency', { pay_period: 'MONTHLY' }],
  ['the super rate', { super_rate: 0.15 }],
  ['the accrual of leave', { accrue_holiday_leave_per_hour: 0.1, accrue_sick_leave_per_hour: 0.05 }],
  ['the basis', { employment_status: 'Casual' }],
  ['standard hours', { standard_hours_per_day: 6, standard_days_per_week: 4 }],
  ['the birthday', { date_of_birth: '2010-01-01' }],
]

describe('an Australian pay that is sent again as it is', () => {
  it.each(AU_CHANGES)('stays as it is after a change of %s', async (_name, fields) => {
    const { id } = await anEmployee(owner, au.id, { super_rate: 0.12 })
    const rows = aWeek(id)
    const pay = await aPay(owner, au.id, '2026-09-04', rows)
    await change(au, id, fields)
    await expectUnchanged(au, pay, rows)
    await expectInvariants(tasman, id)
  })
})

const NZ_CHANGES: [string, object][] = [
  ['the tax code', { nz_tax_code: 'S' }],
  ['a student loan', { has_student_loan: true }],
  ['KiwiSaver rates', { kiwisaver_employee_rate: 0.08, kiwisaver_employer_rate: 0.06 }],
  ['the ESCT rate', { esct_rate: 0.33 }],
  ['the rate', { pay_rate_per_hour: 50 }],
  ['the pay frequency', { pay_period: 'MONTHLY' }],
  ['the basis', { employment_status: 'Casual' }],
  ['standard hours', { standard_hours_per_day: 6, standard_days_per_week: 4 }],
  ['the hourly amount after accidents', { hourly_amount_for_workers_comp_leave: 12 }],
]

describe('a New Zealand pay that is sent again as it is', () => {
  it.each(NZ_CHANGES)('stays as it is after a change of %s', async (_name, fields) => {
    const { id } = await anEmployee(owner, nz.id, {
      country: 'NZ',
      kiwisaver_status_code: 'AK',
      kiwisaver_employee_rate: 0.04,
      esct_rate: 0.175,
    })
    const leave = [
      { description: 'Accident', leave_type: 'NZ_ACC_FIRST_WEEK', date: '2026-09-03', hours: 8 },
      { description: 'Sick', leave_type: 'SICK', date: '2026-09-02', hours: 8 },
    ]
    const rows = aWeek(id, { leave })
    const pay = await aPay(owner, nz.id, '2026-09-04', rows)
    await change(nz, id, fields)
    await expectUnchanged(nz, pay, rows)
    await expectInvariants(tasman, id)
  })
})

describe('what is known of an old pay', () => {
  it('is what affected_pays said, is what recalculating writes', async () => {
    const { id } = await anEmployee(owner, au.id)
    const half = { employee_id: id, hours: [{ description: 'Hours', units: 'hours', value: 19 }] }
    const first = await aPay(owner, au.id, '2026-09-01', half)
    const second = await aPay(owner, au.id, '2026-09-04', half)
    await change(au, id, { has_claimed_tax_free_threshold: false })
    const deleted = await owner.delete(payUrl(first))
    const [said] = deleted.body.affected_pays
    expect(said.differences).toContainEqual({ figure: 'tax', stored: 230, recalculated: 75 })
    const { body } = await recalculate(second)
    expect(body.pays[0].tax).toBe(75)
  })

  it('keeps the declaration, in its steps as in its snapshot, until it is renewed', async () => {
    const { id } = await anEmployee(owner, au.id)
    const pay = await aPay(owner, au.id, '2026-09-04', aWeek(id))
    await change(au, id, { has_claimed_tax_free_threshold: false, effective_from: '2026-09-01' })
    const rulesOf = async () =>
      (await owner.get(`${payUrl(pay)}/explanation`)).body.steps.map((step: AnyJson) => step.rule).join()
    await owner.put(payUrl(pay), aWeek(id))
    expect(await rulesOf()).toContain('scale-2')
    const renewed = await owner.put(`${payUrl(pay)}?renew_snapshot=true`, aWeek(id))
    expect(renewed.body.tax).toBeGreaterThan(pay.tax)
    expect(await rulesOf()).toContain('scale-1')
  })

  it('changes by what is added, and by nothing else', async () => {
    const { id } = await anEmployee(owner, au.id)
    const pay = await aPay(owner, au.id, '2026-08-07', aWeek(id))
    await change(au, id, { pay_rate_per_hour: 50, super_rate: 0.15 })
    const allowances = [{ description: 'Meal', amount: 10, allowance_category: 'MD', is_taxable: false }]
    const rows = aWeek(id, { allowances })
    const preview = await owner.put(`${payUrl(pay)}?dry_run=true`, rows)
    const { body } = await owner.put(payUrl(pay), rows)
    for (const rebuilt of [preview.body, body])
      expect(rebuilt).toMatchObject({ gross: 1530, tax: pay.tax, hours: [{ rate: 40 }] })
  })

  it('has the rates that its rows name, and those of today where a row is new', async () => {
    const { id } = await anEmployee(owner, au.id)
    const path = `/api/company/${au.id}/pay-rates`
    const own = `/api/employees/${id}/pay-rates`
    const night = (await owner.post(path, { description: 'Night', rate: 60, employee_ids: [id] })).body
    const late = (await owner.post(own, { description: 'Late', multiplier: 1.5 })).body
    const row = (rate: object) => ({ description: 'Hours', units: 'hours', value: 10, ...rate })
    const rows = {
      employee_id: id,
      hours: [
        row({ rate_reference: night.reference }),
        row({ rate_description: 'Late' }),
        row({ multiplier: 2 }),
      ],
    }
    const pay = await aPay(owner, au.id, '2026-09-04', rows)
    expect(pay.gross).toBe(600 + 600 + 800)
    expect((await owner.patch(`${path}/${night.id}`, { rate: 90 })).status).toBe(200)
    expect((await owner.delete(`${own}/${late.reference.split(':')[1]}`)).status).toBe(204)
    await change(au, id, { pay_rate_per_hour: 50 })
    await expectUnchanged(au, pay, rows)
  })

  it('has the standing items that it took, whatever they are by now', async () => {
    const { id } = await anEmployee(owner, au.id)
    const path = `/api/employees/${id}/deductions`
    const union = (
      await owner.post(path, {
        description: 'Union',
        amount: 20,
        classification: 'UNION_FEES',
        auto_apply_to_pay: true,
      })
    ).body
    expect(union.id, JSON.stringify(union)).toBeDefined()
    const pay = await aPay(owner, au.id, '2026-09-04', aWeek(id))
    expect(pay.deductions).toMatchObject([{ description: 'Union', amount: 20 }])
    await owner.patch(`${path}/${union.id}`, { amount: 35 })
    await owner.post(path, {
      description: 'Gym',
      amount: 9,
      classification: 'NORMAL',
      auto_apply_to_pay: true,
    })
    await expectUnchanged(au, pay, aWeek(id))
    await expectUnchanged(au, pay, aWeek(id, { deductions: [{ description: 'Union' }] }))
    await owner.patch(`${path}/${union.id}`, { auto_apply_to_pay: false })
    await expectUnchanged(au, pay, aWeek(id))
    const renewed = await owner.put(`${payUrl(pay)}?renew_snapshot=true`, aWeek(id))
    expect(renewed.body.deductions).toMatchObject([{ description: 'Gym', amount: 9 }])
  })

  it('is not the employee of today in a draft', async () => {
    const { id } = await anEmployee(owner, au.id)
    await owner.post(`/api/company/${au.id}/pay-runs`, { pay_period: 'WEEKLY', pay_date: '2026-12-20' })
    const drafts = await owner.get(`/api/company/${au.id}/pays?status=pending&employee_id=${id}`)
    const draft = drafts.body[0]
    await change(au, id, { pay_rate_per_hour: 50 })
    const { body } = await owner.put(payUrl(draft), {
      hours: [{ description: 'Hours', units: 'hours', value: 38 }],
    })
    expect(body.gross).toBe(1900)
  })
})

describe('a pay that is named by employee number', () => {
  it('is rebuilt, and says when the other identifier names someone else', async () => {
    const ada = await anEmployee(owner, au.id, { number: 'F3-1' })
    const ben = await anEmployee(owner, au.id, { number: 'F3-2', first_name: 'Ben' })
    const pay = await aPay(owner, au.id, '2026-09-04', aWeek(ada.id))
    const { hours } = aWeek(ada.id)
    const send = (query: string, body: object) => owner.put(`${payUrl(pay)}?${query}`, { hours, ...body })
    const byNumber = 'identifier_type=employee_number'
    expect((await send(byNumber, { employee_number: 'F3-1' })).status).toBe(200)
    expect((await send(byNumber, { employee_number: 'F3-2' })).status).toBe(400)
    expect((await send('identifier_type=employee_id', { employee_id: ben.id })).status).toBe(400)
    const other = await send(byNumber, { employee_number: 'F3-1', employee_id: ben.id })
    expect([other.status, other.body.warnings.join()]).toEqual([200, expect.stringContaining('is ignored')])
    const preview = await owner.post(`${payUrl(pay)}/correction-preview?${byNumber}`, {
      hours,
      employee_number: 'F3-1',
    })
    expect(preview.status).toBe(200)
  })

  it('keeps its other warnings when it ends the employment', async () => {
    const ada = await anEmployee(owner, au.id, { number: 'F4-1', first_name: 'Ada' })
    await anEmployee(owner, au.id, { number: 'F4-2' })
    const termination = { termination_date: '2026-11-13', reason: 'TERMINATION' }
    const { body } = await owner.put(`/api/company/${au.id}/pays/create?dry_run=true&pay_date=2026-11-13`, [
      { ...aWeek(ada.id), employee_number: 'F4-2', termination },
    ])
    expect(body[0].warnings.join()).toContain('this pays Ada')
  })
})
