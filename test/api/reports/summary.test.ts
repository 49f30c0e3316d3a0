import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aNewZealandStory, anAustralianStory, cents, type Story, total } from './story.ts'

let tasman: TestApp
let owner: TestClient
let au: Story
let nz: Story
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-09-10T02:00:00' })
  owner = await tasman.clientFor('owner')
  au = await anAustralianStory(owner)
  nz = await aNewZealandStory(owner)
}, 180_000)
afterAll(() => tasman.close())

const GROUPINGS = ['run', 'employee', 'department', 'month', 'month-department']

describe('payroll summary', () => {
  it.each(GROUPINGS)('by %s adds up to the pays', async (grouping) => {
    for (const [story, names] of [
      [au, { gross: 'gross', tax: 'tax', net: 'net', super: 'super' }],
      [nz, { gross: 'gross', tax: 'tax', net: 'net', kiwisaver_employer: 'kiwisaver_employer_amount' }],
    ] as const) {
      const { rows, totals, row_count } = await story.report('payroll-summary', `?group_by=${grouping}`)
      expect(row_count).toBe(rows.length)
      expect(totals.pays).toBe(story.pays.length)
      for (const [name, member] of Object.entries(names)) {
        const expected = total(story.pays, (pay) => pay[member])
        expect(totals[name]).toBe(expected)
        expect(total(rows, (row) => row[name])).toBe(expected)
      }
      expect(totals.deductions).toBe(
        total(
          story.pays.flatMap((pay) => pay.deductions),
          (line) => line.amount,
        ),
      )
    }
  })

  it('puts each pay into its own group', async () => {
    const gross = (of: (pay: AnyJson) => boolean) => total(au.pays.filter(of), (pay) => pay.gross)
    const departments = await au.report('payroll-summary', '?group_by=department')
    const [mia, sam] = au.people.map((person) => person.id)
    expect(Object.fromEntries(departments.rows.map((row: AnyJson) => [row.department, row.gross]))).toEqual({
      Kitchen: gross((pay) => pay.employee_id === mia || pay.pay_department === 'Kitchen'),
      Floor: gross((pay) => pay.employee_id === sam && pay.pay_department === null),
      'No department': gross((pay) => ![mia, sam].includes(pay.employee_id)),
    })
    const months = await au.report('payroll-summary', '?group_by=month')
    expect(months.rows.map((row: AnyJson) => [row.month, row.gross])).toEqual([
      ['2026-07', gross((pay) => pay.processed_date < '2026-08-01')],
      ['2026-08', gross((pay) => pay.processed_date >= '2026-08-01')],
    ])
  })

  it('takes dates, an employee, and nothing else', async () => {
    const { totals } = await au.report('payroll-summary', '?from_date=2026-07-10&to_date=2026-07-17')
    const inside = au.pays.filter(
      (pay) => pay.processed_date >= '2026-07-10' && pay.processed_date <= '2026-07-17',
    )
    expect(totals.gross).toBe(total(inside, (pay) => pay.gross))
    const [mia] = au.people
    const own = await au.report('payroll-summary', `?employee_id=${mia.id}`)
    expect(own.totals.pays).toBe(4)
  })
})

describe('pay run detail', () => {
  it('takes every gross apart without a rest', async () => {
    for (const story of [au, nz]) {
      const { rows, totals } = await story.report('pay-run-detail')
      expect(rows).toHaveLength(story.pays.length)
      for (const row of rows) {
        const pay = story.pays.find((each) => each.id === row.pay_id)
        const lines = (list: AnyJson[], figure = 'amount') => total(list, (line) => line[figure])
        const hours = (isOvertime: boolean) =>
          lines(
            pay.hours.filter((line: AnyJson) => line.is_overtime === isOvertime),
            'pay_amount',
          )
        const expected = {
          ordinary: hours(false),
          overtime: hours(true),
          leave: total(pay.leave, (line) => line.amount + line.leave_loading_amount),
          allowances: lines(pay.allowances, 'total_amount'),
          bonuses: cents(lines(pay.bonuses) + lines(pay.back_payments)),
          other: pay.termination?.total_amount ?? 0,
          sacrifices: -lines(pay.pay_sacrifices) + 0,
        }
        expect(row).toMatchObject({ ...expected, gross: pay.gross, tax: pay.tax, net: pay.net })
        expect(cents(Object.values(expected).reduce((sum, part) => sum + part, 0))).toBe(pay.gross)
      }
      expect(totals.gross).toBe(total(story.pays, (pay) => pay.gross))
    }
  })

  it('shows one run', async () => {
    const runId = au.pays[0].pay_run_id
    const { rows } = await au.report('pay-run-detail', `?pay_run_id=${runId}`)
    expect(rows.map((row: AnyJson) => row.pay_id)).toEqual(
      au.pays.filter((pay) => pay.pay_run_id === runId).map((pay) => pay.id),
    )
  })
})
