import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, civilDate } from '../../src/kernel/values/dates.ts'
import { aPayer } from '../api/single-touch/story.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'
import { aPay } from '../support/pays.ts'

/*
 * Two employers with the same staff and the same pays. One was always here, and the other moved in with opening
 * figures. From the day of the move, every pay, balance, payslip and report is the same.
 */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const sum = (pays: AnyJson[], figure: (pay: AnyJson) => number) =>
  Math.round(pays.reduce((total, pay) => total + figure(pay), 0) * 100) / 100

/** A pay without the fields that belong to one company only. */
const figuresOf = (pay: AnyJson) =>
  JSON.parse(
    JSON.stringify(pay, (key, value) =>
      key === 'id' || key.endsWith('_id') || key.startsWith('employee_') || key === 'item_id' ? 0 : value,
    ),
  )

describe('an Australian employer that moves in on 1 October and finalises on 30 June', () => {
  const months = [
    '07-31',
    '08-31',
    '09-30',
    '10-31',
    '11-30',
    '12-31',
    '01-31',
    '02-28',
    '03-31',
    '04-30',
    '05-31',
    '06-30',
  ]
  const dates = months.map((day) => `${day < '07' ? 2026 : 2025}-${day}`)
  const employee = {
    start_date: '2021-02-01',
    pay_period: 'MONTHLY',
    pay_rate_per_hour: '52.00',
    has_stsl_liability: true,
    leave_loading_percentage: '0.175',
  }
  const hours = { hours: [{ description: 'Ordinary hours', units: 'hours', value: 164.67 }] }

  const ordinary = (pay: AnyJson) => pay.gross - sum(pay.bonuses, (bonus) => bonus.amount)

  /** The content of the pay of a month, by the story of the year. */
  function story(date: string): object {
    if (date === '2025-08-31')
      return { ...hours, bonuses: [{ description: 'Winter bonus', amount: 3000, tax_method: 'METHOD_B2' }] }
    if (date === '2025-12-31')
      return {
        ...hours,
        bonuses: [{ description: 'Summer bonus', amount: 5000, tax_method: 'METHOD_B2' }],
        back_payments: [
          {
            description: 'Late rise',
            amount: 1200,
            tax_method: 'METHOD_B1',
            stp_category: 'GROSS',
            start_date: '2025-08-01',
            end_date: '2025-11-30',
          },
        ],
      }
    if (date === '2026-01-31')
      return {
        hours: [{ description: 'Ordinary hours', units: 'hours', value: 88.67 }],
        leave: [{ description: 'Annual leave', leave_type: 'HOLIDAY', date: '2026-01-12', hours: 76 }],
        allowances: [{ description: 'Tools', amount: 80, allowance_category: 'TD', is_itemised: true }],
      }
    return hours
  }

  it('gives the same figures as if it had always been here', { timeout: 240_000 }, async () => {
    const always = await aPayer(owner)
    const moved = await aPayer(owner)
    const old = [await anEmployee(owner, always.id, employee), await anEmployee(owner, always.id, employee)]
    const before: AnyJson[][] = [[], []]
    for (const date of dates.slice(0, 3))
      for (const [index, each] of old.entries())
        before[index]?.push(await aPay(owner, always.id, date, { employee_id: each.id, ...story(date) }))

    const staff = [await anEmployee(owner, moved.id, employee), await anEmployee(owner, moved.id, employee)]
    for (const [index, each] of staff.entries()) {
      const pays = before[index] as AnyJson[]
      const read = (await owner.get(`/api/employees/${old[index]?.id}`)).body
      const { status, body } = await owner.put(`/api/employees/${each.id}/opening-balances`, {
        as_at: '2025-09-30',
        previous_payroll_id: `OLD${index}`,
        leave_balances: {
          holiday_hours: read.holiday_hours,
          sick_hours: read.sick_hours,
          lsl_hours: read.lsl_hours,
        },
        year_to_date: {
          gross: sum(pays, (pay) => pay.gross),
          tax: sum(pays, (pay) => pay.tax),
          net: sum(pays, (pay) => pay.net),
          super: sum(pays, (pay) => pay.super),
          super_earnings: sum(pays, (pay) => pay.gross),
          method_b2_amount: 3000,
          method_b2_tax: (await partsOf(pays[1])).bonus,
          method_b2_study_loan: (await partsOf(pays[1])).loan,
        },
        stp: {
          gross: sum(pays, ordinary),
          bonuses_and_commissions: 3000,
          tax_withheld: sum(pays, (pay) => pay.tax),
        },
        pay_history: await Promise.all(
          pays.map(async (pay) => ({
            period_end_date: pay.pay_run_end_date,
            gross: ordinary(pay),
            tax: (await partsOf(pay)).period,
            hours: 164.67,
          })),
        ),
      })
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { warnings: [], affected_pays: [] },
      })
    }

    for (const date of dates.slice(3)) {
      const pair = async (company: AnyJson, each: AnyJson) =>
        figuresOf(await aPay(owner, company.id, date, { employee_id: each.id, ...story(date) }))
      for (const [index, each] of staff.entries())
        expect(await pair(moved, each)).toEqual(await pair(always, old[index]))
    }

    // The second employee is made redundant: caps and normal earnings depend on the year.
    const end = (each: AnyJson) =>
      owner.post(`/api/employees/${each.id}/terminate?dry_run=true`, {
        termination_date: '2026-06-30',
        pay_date: '2026-06-30',
        reason: 'REDUNDANCY',
        redundancy_amount: 40000,
      })
    const [left, right] = [await end(staff[1] as AnyJson), await end(old[1] as AnyJson)]
    expect(left.status).toBe(200)
    expect(figuresOf(left.body)).toEqual(figuresOf(right.body))
    expect(left.body.preview.year_to_date.gross).toBe(right.body.preview.year_to_date.gross)

    expect(await finalised(moved)).toEqual(await finalised(always))
  })

  /** What the earlier system knows of a pay besides its payslip: the tax of the period and of the bonus. */
  async function partsOf(pay: AnyJson): Promise<{ period: number; bonus: number; loan: number }> {
    const row = await tasman.service.database.query
      .selectFrom('pays')
      .select(['period_tax', 'method_b2_tax', 'method_b2_study_loan'])
      .where('id', '=', pay.id)
      .executeTakeFirstOrThrow()
    return {
      period: Number(row.period_tax),
      bonus: Number(row.method_b2_tax),
      loan: Number(row.method_b2_study_loan),
    }
  }

  async function finalised(company: AnyJson) {
    const span = { from_date: '2025-07-01', to_date: '2026-06-30' }
    const sent = await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, span)
    expect(sent.status).toBe(201)
    const { status, body } = await owner.post(`/api/single-touch/${company.id}/finalise`, { year: 2026 })
    expect([status, body.status]).toEqual([201, 'accepted'])
    const { document } = (await owner.get(`/api/single-touch/${company.id}/submissions/${body.id}`)).body
    return document.PAYEVNTEMP.map(({ Payee }: AnyJson) => Payee.PayrollPeriod)
  }
})

describe('a New Zealand employer that moves in in the week before an anniversary', () => {
  const employee = {
    country: 'NZ',
    start_date: '2024-10-16',
    pay_rate_per_hour: '31.00',
    has_student_loan: true,
  }
  const weekOf = (id: number, extra: object = {}) => ({
    employee_id: id,
    hours: [{ description: 'Ordinary hours', units: 'hours', value: 40 }],
    ...extra,
  })
  /** Overtime in some weeks, so that averages and ordinary weeks differ. */
  const story = (id: number, week: number) =>
    week % 5 === 0
      ? weekOf(id, {
          hours: [
            { description: 'Ordinary hours', units: 'hours', value: 40 },
            { description: 'Overtime', units: 'hours', value: 6, rate: 46.5, is_overtime: true },
          ],
        })
      : weekOf(id)
  const first = civilDate('2025-04-06')
  const weekEnd = (week: number) => addDays(first, 7 * week)
  // The week to Sunday 12 October is the last one paid elsewhere; 16 October is the first anniversary.
  const LAST_ELSEWHERE = 27

  it('gives the same figures as if it had always been here', { timeout: 240_000 }, async () => {
    const always = await aCompany(owner, { jurisdiction: 'NZ' })
    const moved = await aCompany(owner, { jurisdiction: 'NZ' })
    const old = await anEmployee(owner, always.id, employee)
    const before: AnyJson[] = []
    for (let week = 0; week <= LAST_ELSEWHERE; week++)
      before.push(await aPay(owner, always.id, weekEnd(week), story(old.id, week)))
    const mia = await anEmployee(owner, moved.id, employee)
    const read = (await owner.get(`/api/employees/${old.id}`)).body
    expect(read.annual_holidays_weeks).toBe(0)
    const { status, body } = await owner.put(`/api/employees/${mia.id}/opening-balances`, {
      as_at: weekEnd(LAST_ELSEWHERE),
      leave_balances: { annual_holidays_weeks: 0, sick_hours: read.sick_hours, alt_holiday_days: 0 },
      year_to_date: {
        gross: sum(before, (pay) => pay.gross),
        tax: sum(before, (pay) => pay.tax),
        net: sum(before, (pay) => pay.net),
        student_loan: sum(before, (pay) => pay.nz_student_loan),
        kiwisaver_employee: sum(before, (pay) => pay.kiwisaver_employee_amount),
        kiwisaver_employer: sum(before, (pay) => pay.kiwisaver_employer_amount),
      },
      pay_history: before.map((pay) => ({
        period_end_date: pay.pay_run_end_date,
        gross: pay.gross,
        tax: pay.tax,
        hours: sum(pay.hours, (row) => row.value),
      })),
    })
    expect(status).toBe(200)
    expect(body.warnings).toEqual([expect.stringContaining('from 2024-10-16 to 2025-03-30 were not given')])

    const pair = async (week: number, extra: (id: number) => object) => {
      const here = await aPay(owner, moved.id, weekEnd(week), extra(mia.id))
      const there = await aPay(owner, always.id, weekEnd(week), extra(old.id))
      return [here, there].map(figuresOf)
    }
    const [anniversary, same] = await pair(LAST_ELSEWHERE + 1, (id) => story(id, LAST_ELSEWHERE + 1))
    expect(anniversary).toEqual(same)
    expect(anniversary.leave_balance_rows[0].weeks).toBe(4)
    const holiday = (date: string) => (id: number) => ({
      employee_id: id,
      hours: [],
      leave: [{ description: 'Holiday', leave_type: 'ANNUAL_HOLIDAYS', date, hours: 40 }],
    })
    const [left, right] = await pair(LAST_ELSEWHERE + 2, holiday('2025-10-20'))
    expect({ ...left, warnings: [] }).toEqual({ ...right, warnings: [] })
    expect(left.warnings).toContainEqual(
      expect.stringContaining('Pays from 2024-10-21 to 2025-03-30 are not recorded by period'),
    )
    const [bonus, sameBonus] = await pair(LAST_ELSEWHERE + 3, (id) =>
      weekOf(id, { bonuses: [{ description: 'One-off', amount: 2500, tax_as_nz_extra_pay: true }] }),
    )
    expect({ ...bonus, warnings: [] }).toEqual({ ...sameBonus, warnings: [] })
  })
})
