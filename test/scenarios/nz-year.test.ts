import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, civilDate } from '../../src/kernel/values/dates.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'
import { aPay, expectInvariants } from '../support/pays.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
let aroha: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ env: { REGION: 'NZ' }, now: '2025-11-02T00:00:00' })
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner, { jurisdiction: 'NZ' })
  aroha = await anEmployee(owner, company.id, {
    country: 'NZ',
    start_date: '2025-10-06',
    pay_rate_per_hour: '38.00',
    kiwisaver_status_code: 'AK',
    has_student_loan: true,
  })
})
afterAll(() => tasman.close())

const url = (rest: string) => `/api/company/${company.id}/${rest}`
const cents = (amount: number) => Math.round(amount * 100)
const week = (extra: object = {}) => ({
  employee_id: aroha.id,
  hours: [{ description: 'Ordinary hours', units: 'hours', value: 40 }],
  ...extra,
})

function story(index: number, payDate: string): object {
  if (index === 15)
    return week({ bonuses: [{ description: 'Sales bonus', amount: 1500, tax_as_nz_extra_pay: true }] })
  if (index === 30)
    return week({
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 32 }],
      leave: [{ description: 'Sick', leave_type: 'SICK', date: payDate, hours: 8 }],
    })
  if (index === 52)
    return week({
      hours: [],
      leave: [{ description: 'Holidays', leave_type: 'ANNUAL_HOLIDAYS', date: payDate, hours: 40 }],
    })
  return week()
}

describe('a year and more of weekly pays in New Zealand', () => {
  const pays: AnyJson[] = []

  it('pays every week, with a bonus, a sick day, holidays and a raise, across 31 March', async () => {
    for (let index = 0; index < 54; index++) {
      const payDate = addDays(civilDate('2025-10-12'), 7 * index)
      tasman.clock.set(new Date(`${payDate}T00:30:00Z`))
      owner = await tasman.clientFor('owner')
      if (index === 35)
        await owner.patch(url('employees/update'), [{ id: aroha.id, pay_rate_per_hour: '41.50' }])
      pays.push(await aPay(owner, company.id, payDate, story(index, payDate)))
      if (index % 10 === 0) await expectInvariants(tasman, aroha.id)
    }
    expect([pays[34].gross, pays[35].gross]).toEqual([1520, 1660])
  })

  it('taxes each pay by the tables of its date', () => {
    const [march, april] = [pays[24], pays[26]]
    expect([march.processed_date, april.processed_date]).toEqual(['2026-03-29', '2026-04-12'])
    expect(pays[23].tax).toBe(march.tax)
    expect([april.tax, april.kiwisaver_employee_rate]).not.toEqual([march.tax, march.kiwisaver_employee_rate])
    expect(april.kiwisaver_employee_rate).toBe(0.035)
  })

  it('gives four weeks of holidays once, on the anniversary, and pays them at the higher of the two rates', () => {
    const weeks = (pay: AnyJson) => pay.leave_balance_rows[0].weeks
    // Started on 6 October 2025: the anniversary is in the week that ends on 11 October 2026, and one week is taken.
    expect(pays[52].pay_run_end_date).toBe('2026-10-11')
    expect([weeks(pays[51]), weeks(pays[52]), weeks(pays[53])]).toEqual([0, 3, 3])
    expect(pays[52].leave[0]).toMatchObject({ hours: 40, rate: 41.5, amount: 1660 })
  })

  it('gives ten sick days after six months, and takes what was used', () => {
    const sick = (pay: AnyJson) => pay.leave_balance_rows[1].hours
    // Six months after 6 October 2025 is in the week that ends on 12 April 2026.
    expect(pays[26].pay_run_end_date).toBe('2026-04-12')
    expect([sick(pays[25]), sick(pays[26]), sick(pays[29]), sick(pays[30])]).toEqual([0, 80, 80, 72])
  })

  it('starts the year to date again on 1 April, and it is the sum of the processed pays', async () => {
    const rows = await tasman.service.database.query
      .selectFrom('pays')
      .select(['processed_date', 'gross', 'levy_liable', 'facts'])
      .where('employee_id', '=', aroha.id)
      .orderBy('processed_date')
      .execute()
    let [gross, liable] = [0, 0]
    for (const row of rows) {
      if (row.processed_date === '2026-04-05') [gross, liable] = [0, 0]
      const { yearToDate } = row.facts as AnyJson
      expect({
        date: row.processed_date,
        gross: cents(Number(yearToDate.gross)),
        liable: cents(Number(yearToDate.levyLiable)),
      }).toEqual({ date: row.processed_date, gross, liable })
      gross += cents(Number(row.gross))
      liable += cents(Number(row.levy_liable))
    }
  })

  it('deletes and repeats a pay with the same figures', async () => {
    const last = pays[53]
    await owner.delete(url(`pays/${last.id}`))
    await expectInvariants(tasman, aroha.id)
    const again = await aPay(owner, company.id, last.processed_date, week())
    for (const figure of ['gross', 'tax', 'net', 'nz_student_loan', 'total_kiwi_saver', 'leave_balance_rows'])
      expect(again[figure]).toEqual(last[figure])
    await expectInvariants(tasman, aroha.id)
  })
})
