import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadPayslip } from '../../src/features/documents/payslips/load.ts'
import { replayPays } from '../../src/features/pays/pays/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany } from '../support/make.ts'
import { SHOWN_ONLY, wrongSteps } from '../support/step-check.ts'
import { type HttpCase, type Played, playCases, readHttpCases, type Wanted } from './pays-http.ts'

/*
 * The tests au.test.ts and nz.test.ts compare the calculation itself with the published examples. Here
 * similar examples go through the HTTP interface: employee fields, standing items, earlier pays and dates
 * must reach the calculation as a payroll officer would expect.
 */

const EXPLAINED: Readonly<Record<string, string>> = {
  gross: 'gross',
  tax: 'tax',
  net: 'net',
  super: 'super',
  compulsory_super_amount: 'super.guarantee',
  resc_super_amount: 'super.reportable',
  nz_student_loan: 'student-loan',
  kiwisaver_employee_amount: 'kiwisaver.employee',
  kiwisaver_employer_amount: 'kiwisaver.employer',
  kiwisaver_esct_amount: 'kiwisaver.esct',
  total_kiwi_saver: 'kiwisaver.total',
  tax_plus_student_loan: 'tax-plus-student-loan',
}

describe.each(['AU', 'NZ'] as const)('pays through the interface, %s', (country) => {
  const cases = readHttpCases(country)
  let tasman: TestApp
  let owner: TestClient
  let company: AnyJson
  let played: Map<HttpCase, Played>
  const url = (rest: string) => `/api/company/${company.id}/${rest}`
  const ofCase = (each: HttpCase) => played.get(each) as Played

  beforeAll(async () => {
    tasman = await startTestApp({ now: '2027-06-30T06:00:00' })
    owner = await tasman.clientFor('owner')
    company = await aCompany(owner, { jurisdiction: country })
    played = await playCases(owner, company.id, country, cases)
  }, 120_000)
  afterAll(() => tasman.close())

  it.each(cases)('$name', (each) => {
    const { pays, employee } = ofCase(each)
    const shown = each.pays.map((step, index) => shownFor(step.expect, pays[index]))
    expect(shown).toEqual(each.pays.map((step) => step.expect))
    if (each.after) expect(employee).toMatchObject(each.after)
  })

  it('every pay adds up to its net', () => {
    for (const { pays } of played.values()) for (const pay of pays) expectNet(pay)
  })

  it('every stored pay replays to itself, by steps whose inputs make their amounts', async () => {
    let count = 0
    for await (const { id, differences, steps } of replayPays(
      tasman.service.database.query,
      tasman.service.rates,
      {
        companyId: company.id,
      },
    )) {
      expect({ id, differences }).toEqual({ id, differences: [] })
      expect(
        wrongSteps(country === 'AU' ? steps : steps.filter((step) => step.form), SHOWN_ONLY[country]),
      ).toEqual([])
      count += 1
    }
    expect(count).toBe([...played.values()].reduce((sum, { pays }) => sum + pays.length, 0))
  }, 60_000)

  it('the explanation reaches the figures of every pay of the stories', async () => {
    for (const each of cases.filter((one) => !one.isTableRow))
      for (const pay of ofCase(each).pays) {
        const { status, body } = await owner.get(url(`pays/${pay.id}/explanation`))
        expect(status).toBe(200)
        const reached = new Map<string, number>(
          body.steps.map((step: AnyJson) => [step.name, step.amount] as const),
        )
        for (const [figure, step] of Object.entries(EXPLAINED))
          if (pay[figure])
            expect([each.name, figure, reached.get(step)]).toEqual([each.name, figure, pay[figure]])
      }
  }, 60_000)

  it('the year to date on a payslip is the sum of the pays of the tax year up to it', async () => {
    const stored = await tasman.service.database.query
      .selectFrom('companies')
      .selectAll()
      .where('id', '=', company.id)
      .executeTakeFirstOrThrow()
    const firstDay = country === 'AU' ? '07-01' : '04-01'
    const yearOf = (date: string) => Number(date.slice(0, 4)) - (date.slice(5) < firstDay ? 1 : 0)
    for (const each of cases.filter((one) => !one.isTableRow && one.pays.length > 1)) {
      const { pays } = ofCase(each)
      for (const [index, pay] of pays.entries()) {
        const year = pays
          .slice(0, index + 1)
          .filter((one) => yearOf(one.processed_date) === yearOf(pay.processed_date))
        const total = (figure: string) =>
          Math.round(year.reduce((sum, one) => sum + one[figure] * 100, 0)) / 100
        const { yearToDate } = await loadPayslip(tasman.service, stored, pay.id)
        expect([each.name, Number(yearToDate.gross), Number(yearToDate.tax), Number(yearToDate.net)]).toEqual(
          [each.name, total('gross'), total('tax'), total('net')],
        )
      }
    }
  }, 60_000)

  it('a rebuild of any pay with the same items finds the same figures, whatever came after it', async () => {
    for (const each of cases.filter((one) => !one.isTableRow && one.keeps_on_rebuild !== false))
      for (const [index, pay] of ofCase(each).pays.entries()) {
        const { status, body } = await owner.put(url(`pays/${pay.id}`), ofCase(each).requests[index])
        expect([each.name, index, status]).toEqual([each.name, index, 200])
        for (const figure of ['gross', 'tax', 'net', 'nz_student_loan', 'kiwisaver_employee_amount'])
          expect([each.name, index, figure, body[figure]]).toEqual([each.name, index, figure, pay[figure]])
      }
  }, 60_000)

  it('a rebuild with the same items changes nothing, and deleting every pay leaves no balance behind', async () => {
    for (const each of cases.filter((one) => !one.isTableRow && one.isUndoable)) {
      const { pays, requests, employee } = ofCase(each)
      const last = pays.at(-1)
      const { status, body } = await owner.put(url(`pays/${last.id}`), requests.at(-1))
      expect([each.name, status]).toEqual([each.name, 200])
      for (const figure of [
        'gross',
        'tax',
        'net',
        'super',
        'kiwisaver_employee_amount',
        'leave_balance_rows',
      ])
        expect([each.name, figure, body[figure]]).toEqual([each.name, figure, last[figure]])
      for (const pay of pays.toReversed())
        expect((await owner.delete(url(`pays/${pay.id}`))).status).toBe(204)
      const { body: cleared } = await owner.get(`/api/employees/${employee.id}`)
      const { holiday_hours, sick_hours, lsl_hours, annual_holidays_weeks } = cleared
      expect([each.name, holiday_hours, sick_hours, lsl_hours, annual_holidays_weeks]).toEqual([
        each.name,
        0,
        0,
        0,
        0,
      ])
    }
  }, 60_000)
})

/** The figures of a pay that a case expects, under the case's names. */
function shownFor(wanted: Wanted, pay: AnyJson): Wanted {
  const shown: Wanted = {}
  for (const name of Object.keys(wanted)) shown[name] = shownFigure(name, wanted, pay)
  return shown
}

function shownFigure(name: string, wanted: Wanted, pay: AnyJson): unknown {
  if (name === 'deductions' || name === 'pay_sacrifices') return pay[name].map((row: AnyJson) => row.amount)
  if (name === 'allowances') return pay.allowances.map((row: AnyJson) => row.total_amount)
  if (name === 'leave') return pay.leave.map((row: AnyJson) => row.amount)
  if (name === 'leave_loading') return pay.leave.map((row: AnyJson) => row.leave_loading_amount)
  if (name === 'balances')
    return Object.fromEntries(
      Object.keys(wanted.balances as object).map((type) => {
        const row = pay.leave_balance_rows.find((each: AnyJson) => each.leave_type === type)
        return [type, type === 'SICK' ? row?.hours : (row?.weeks ?? row?.days ?? row?.hours)]
      }),
    )
  return pay[name]
}

function expectNet(pay: AnyJson): void {
  const cents = (amount: number) => Math.round(amount * 100)
  const deducted = pay.deductions.reduce((sum: number, row: AnyJson) => sum + cents(row.amount), 0)
  const loans =
    cents(pay.nz_student_loan ?? 0) +
    cents(pay.period_student_loan_cir ?? 0) +
    cents(pay.period_student_loan_bor ?? 0)
  const kiwiSaver = cents(pay.kiwisaver_employee_amount ?? 0)
  expect([pay.id, cents(pay.net)]).toEqual([
    pay.id,
    cents(pay.gross) - cents(pay.tax) - deducted - loans - kiwiSaver,
  ])
}
