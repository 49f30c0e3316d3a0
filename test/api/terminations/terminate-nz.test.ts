import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, setBalances, terminate } from './story.ts'

let tasman: TestApp
let owner: TestClient
let companyId: number
beforeAll(async () => {
  tasman = await startTestApp({ env: { REGION: 'NZ' } })
  owner = await tasman.clientFor('owner')
  companyId = (await aCompany(owner, { jurisdiction: 'NZ' })).id
})
afterAll(() => tasman.close())

const MEMBERS = [
  'termination_date',
  'reason',
  'cessation_type_code',
  'is_manual_leave_amounts',
  'is_payment_in_lieu_paid',
  'payment_in_lieu_amount',
  'is_unused_holiday_paid',
  'unused_holiday_amount',
  'non_etp_amount',
  'redundancy_amount',
  'total_amount',
  'tax_amount',
  'unused_holiday_and_loading_tax_amount',
  'unused_alt_holiday_amount',
  'nz_ytd_taxable',
  'nz_extra_pay_tax_breakdown',
]
const WHERE = [
  'pay_id',
  'pay_date',
  'is_pay_processed',
  'employee_id',
  'employee_number',
  'is_employee_terminated',
]

/** An employee in the third year, with four weeks of 1,520 a week before the termination. */
async function aLeaver(overrides: Record<string, unknown> = {}) {
  const employee = await anEmployee(owner, companyId, {
    country: 'NZ',
    start_date: '2024-07-01',
    ...overrides,
  })
  for (const day of ['2026-10-04', '2026-10-11', '2026-10-18', '2026-10-25'])
    await aPay(owner, companyId, employee.id, day)
  await setBalances(tasman, employee.id, { annual_holidays_weeks: 3, alt_holiday_days: 2 })
  return employee
}

describe('200', () => {
  it('has the members of a New Zealand result and no others, and reads back the same', async () => {
    const { id } = await aLeaver()
    const { status, body } = await terminate(owner, id)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([...MEMBERS, ...WHERE].sort())
    expect(body).toMatchObject({
      reason: null,
      cessation_type_code: null,
      is_pay_processed: true,
      is_employee_terminated: true,
    })
    const breakdown = body.nz_extra_pay_tax_breakdown
    expect(Object.keys(breakdown).sort()).toEqual(
      ['alt_holiday', 'other', 'redundancy', 'taxed_at_low_rate', 'total_tax', 'unused_holiday'].sort(),
    )
    for (const part of ['unused_holiday', 'alt_holiday', 'redundancy', 'other'])
      expect(Object.keys(breakdown[part])).toEqual(['amount', 'tax', 'components', 'applied_personal_rate'])
    expect(await owner.get(`/api/employees/${id}/termination`)).toMatchObject({ status: 200, body })
    const pay = await owner.get(`/api/company/${companyId}/pays/${body.pay_id}`)
    expect(Object.keys(pay.body.termination).sort()).toEqual([...MEMBERS].sort())
  })

  it('pays entitled weeks, 8% of the rest and alternative days, each taxed as extra pay', async () => {
    const { id } = await aLeaver()
    const { body } = await terminate(owner, id, {
      redundancy_amount: '5000',
      is_payment_in_lieu_paid: true,
      payment_in_lieu_amount: 900,
    })
    expect(body).toMatchObject({
      // Three weeks at the greater of 1,600 agreed and 1,520 on average.
      is_unused_holiday_paid: true,
      unused_holiday_amount: 4800,
      // 8% of four weeks of 1,520 and of the weeks paid out (section 26).
      non_etp_amount: 870.4,
      unused_alt_holiday_amount: 640,
      redundancy_amount: 5000,
      payment_in_lieu_amount: 900,
      total_amount: 12_210.4,
      nz_ytd_taxable: 0,
    })
    const { unused_holiday, alt_holiday, redundancy, other, total_tax } = body.nz_extra_pay_tax_breakdown
    expect(redundancy).toEqual({
      amount: 5000,
      tax: 1650,
      components: { income_tax: 1650, earners_levy: 0 },
      applied_personal_rate: '0.33',
    })
    expect(other.amount).toBe(1770.4)
    const cents = (amount: number) => Math.round(amount * 100)
    expect(
      [unused_holiday, alt_holiday, redundancy, other].reduce((sum, part) => sum + cents(part.tax), 0),
    ).toBe(cents(total_tax))
    expect(body.tax_amount).toBe(total_tax)
    const employee = await owner.get(`/api/employees/${id}`)
    expect(employee.body).toMatchObject({
      is_terminated: true,
      annual_holidays_weeks: 0,
      alt_holiday_days: 0,
    })
  })

  it('manual amounts replace the calculated ones; holidays taken in advance are negative', async () => {
    const { id } = await aLeaver()
    const { status, body } = await terminate(owner, id, {
      is_manual_leave_amounts: true,
      unused_holiday_amount: '-200.00',
      non_etp_amount: 700,
      unused_alt_holiday_amount: '150.5',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      is_manual_leave_amounts: true,
      unused_holiday_amount: -200,
      non_etp_amount: 700,
      unused_alt_holiday_amount: 150.5,
      total_amount: 650.5,
    })
  })

  it('nz_ytd_taxable above the levy’s maximum leaves no levy to pay', async () => {
    const { id } = await aLeaver()
    const without = await terminate(owner, id, { nz_ytd_taxable: 0 }, '?dry_run=true')
    const above = await terminate(owner, id, { nz_ytd_taxable: '160000' }, '?dry_run=true')
    expect(above.body.nz_ytd_taxable).toBe(160_000)
    expect(without.body.nz_extra_pay_tax_breakdown.other.components.earners_levy).toBeGreaterThan(0)
    expect(above.body.nz_extra_pay_tax_breakdown.other.components.earners_levy).toBe(0)
  })

  it('sick and long service leave are never paid', async () => {
    const { id } = await anEmployee(owner, companyId, { country: 'NZ' })
    await setBalances(tasman, id, { sick_days: 10, lsl_hours: 100 })
    const { body } = await terminate(owner, id)
    expect(body).toMatchObject({ total_amount: 0, tax_amount: 0 })
    expect((await owner.get(`/api/employees/${id}`)).body.sick_hours).toBe(80)
  })

  it('one in the first year without balances is owed 8% of what was earned', async () => {
    const { id } = await anEmployee(owner, companyId, { country: 'NZ', start_date: '2026-09-28' })
    await aPay(owner, companyId, id, '2026-10-04')
    const { body } = await terminate(owner, id)
    expect(body).toMatchObject({ unused_holiday_amount: 0, non_etp_amount: 121.6, total_amount: 121.6 })
  })

  it('a dry run shows KiwiSaver and student loan in the year to date', async () => {
    const { id } = await aLeaver({ has_student_loan: true })
    const { body } = await terminate(owner, id, {}, '?dry_run=true')
    expect(body).toMatchObject({ pay_id: null, is_pay_processed: true, is_employee_terminated: true })
    expect(body.preview.year_to_date).toMatchObject({
      from_date: '2026-04-01',
      gross: 4 * 1520 + body.total_amount,
      student_loan: expect.any(Number),
      kiwisaver_employee: expect.any(Number),
      kiwisaver_employer: expect.any(Number),
    })
    expect(body.preview.year_to_date.student_loan).toBeGreaterThan(0)
    expect(body.preview.pay.leave_balance_rows).toContainEqual(
      expect.objectContaining({ leave_type: 'ANNUAL_HOLIDAYS', hours: 0, weeks: 0 }),
    )
  })
})
