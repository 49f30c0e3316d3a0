import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, civilDate } from '../../src/kernel/values/dates.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'
import { aPay, aWeek, expectInvariants } from '../support/pays.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
let mia: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-01-02T00:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
  mia = await anEmployee(owner, company.id, {
    start_date: '2025-12-29',
    leave_loading_percentage: '0.175',
    has_stsl_liability: true,
  })
})
afterAll(() => tasman.close())

const url = (rest: string) => `/api/company/${company.id}/${rest}`
const cents = (amount: number) => Math.round(amount * 100)
const annualLeave = (date: string, hours: number) => ({
  description: 'Annual leave',
  leave_type: 'HOLIDAY',
  date,
  hours,
})

/** The content of the pay of this week, by the story of the year. */
function story(week: number, payDate: string): object {
  if (week === 20) return aWeek(mia.id, { hours: [], leave: [annualLeave(payDate, 38)] })
  if (week === 12)
    return aWeek(mia.id, {
      bonuses: [{ description: 'Summer bonus', amount: 2000, tax_method: 'METHOD_B2' }],
    })
  if (week === 31)
    return aWeek(mia.id, {
      leave: [{ description: 'Flu', leave_type: 'SICK', date: payDate, hours: 7.6 }],
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 30.4 }],
    })
  return aWeek(mia.id)
}

describe('a year of weekly pays in Australia', () => {
  const pays: AnyJson[] = []

  it('pays every Friday, with leave, a bonus and a raise, across 30 June', async () => {
    for (let week = 0; week < 52; week++) {
      const payDate = addDays(civilDate('2026-01-02'), 7 * week)
      tasman.clock.set(new Date(`${payDate}T01:00:00Z`))
      owner = await tasman.clientFor('owner')
      if (week === 26)
        await owner.patch(url('employees/update'), [{ id: mia.id, pay_rate_per_hour: '44.00' }])
      pays.push(await aPay(owner, company.id, payDate, story(week, payDate)))
      if (week % 10 === 0) await expectInvariants(tasman, mia.id)
    }
    expect(pays[25].gross).toBe(1520)
    expect(pays[26].gross).toBe(1672)
  })

  it('taxes each pay by the tables of its date', () => {
    const [june, july] = [pays[24], pays[27]]
    expect([june.processed_date, july.processed_date]).toEqual(['2026-06-19', '2026-07-10'])
    expect(pays[23].tax).toBe(june.tax)
    expect(july.tax).not.toBe(june.tax)
  })

  it('pays leave with its loading and takes it off the balance', () => {
    const [before, holiday] = [pays[19], pays[20]]
    expect(holiday.leave[0]).toMatchObject({ hours: 38, amount: 1520, leave_loading_amount: 266 })
    const left = (pay: AnyJson) => pay.leave_balance_rows[0].hours
    expect(left(holiday)).toBeCloseTo(left(before) - 38 + 38 * 0.076923, 6)
  })

  it('starts the year to date again on 1 July, and it is the sum of the processed pays', async () => {
    const rows = await tasman.service.database.query
      .selectFrom('pays')
      .select(['processed_date', 'taxable_gross', 'tax', 'super_base_counted', 'facts'])
      .where('employee_id', '=', mia.id)
      .orderBy('processed_date')
      .execute()
    let [gross, tax, base] = [0, 0, 0]
    for (const row of rows) {
      if (row.processed_date === '2026-07-03') [gross, tax, base] = [0, 0, 0]
      const { yearToDate } = row.facts as AnyJson
      expect({
        date: row.processed_date,
        gross: cents(Number(yearToDate.taxableGross)),
        tax: cents(Number(yearToDate.tax)),
        base: cents(Number(yearToDate.superBaseInYear)),
      }).toEqual({ date: row.processed_date, gross, tax, base })
      gross += cents(Number(row.taxable_gross))
      tax += cents(Number(row.tax))
      base += cents(Number(row.super_base_counted))
    }
  })

  it('corrects a pay of the past: leave and year to date follow', async () => {
    const wrong = pays[40]
    const before = (await owner.get(`/api/employees/${mia.id}`)).body
    const corrected = await owner.put(url(`pays/${wrong.id}`), {
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 19 }],
      leave: [annualLeave(wrong.processed_date, 19)],
    })
    expect(corrected.status).toBe(200)
    expect(corrected.body.gross).toBeCloseTo(1672 + 19 * 44 * 0.175, 2)
    const after = (await owner.get(`/api/employees/${mia.id}`)).body
    expect(after.holiday_hours).toBeCloseTo(before.holiday_hours - 19, 6)
    await expectInvariants(tasman, mia.id)
    const back = await owner.put(url(`pays/${wrong.id}`), aWeek(mia.id))
    expect([back.body.gross, back.body.tax, back.body.net]).toEqual([wrong.gross, wrong.tax, wrong.net])
    expect((await owner.get(`/api/employees/${mia.id}`)).body.holiday_hours).toBe(before.holiday_hours)
  })

  it('lists the year in one call, and its runs add up to it', async () => {
    const year = (await owner.get(url('pays?from_date=2026-01-01&to_date=2026-12-31'))).body
    expect(year).toHaveLength(52)
    const runs = (await owner.get(url('pay-runs?from_date=2026-01-01&to_date=2026-12-31'))).body
    expect(runs).toHaveLength(52)
    const total = (list: AnyJson[], amount: (entry: AnyJson) => number) =>
      list.reduce((sum, entry) => sum + cents(amount(entry)), 0)
    for (const figure of ['gross', 'tax', 'net', 'super'] as const)
      expect(total(runs, (run) => run.totals[figure])).toBe(total(year, (pay) => pay[figure]))
    await expectInvariants(tasman, mia.id)
  })
})
