import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'
import { aPay, expectInvariants } from '../support/pays.ts'

let tasman: TestApp
let owner: TestClient

beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const cents = (amount: number) => Math.round(amount * 100)
const money = (max: number) => fc.integer({ min: 1, max: max * 100 }).map((value) => (value / 100).toFixed(2))
const someOf = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 3 })

const hours = fc.record({
  description: fc.constantFrom('Ordinary hours', 'Saturday', 'Overtime'),
  units: fc.constant('hours'),
  value: money(45),
  multiplier: fc.constantFrom(1, 1.25, '1.5', 2),
  is_overtime: fc.boolean(),
})
const leave = (types: string[]) =>
  fc.record({
    description: fc.constant('Away'),
    leave_type: fc.constantFrom(...types),
    date: fc.constant('2026-10-07'),
    hours: money(8),
  })
const allowance = fc.record({
  description: fc.constantFrom('Tools', 'Laundry'),
  amount: money(60),
  units: fc.constantFrom(1, 0.5, 3, '2.5'),
  allowance_category: fc.constantFrom('TD', 'OD', 'CD'),
  is_taxable: fc.boolean(),
})
const deduction = fc.record({
  description: fc.constantFrom('Union', 'Club'),
  amount: money(80),
  classification: fc.constantFrom('UNION_FEES', 'NORMAL'),
})
const bonus = fc.record({
  description: fc.constantFrom('Sales', 'Year'),
  amount: money(3000),
  tax_method: fc.constantFrom('NORMAL_EARNINGS', 'METHOD_A_WHOLE_YEAR', 'METHOD_B2'),
})
const sacrifice = fc.record({ description: fc.constant('Super'), amount: money(100), is_super: fc.boolean() })

const payOf = (types: string[]) =>
  fc.record({
    hours: someOf(hours),
    leave: someOf(leave(types)),
    allowances: someOf(allowance),
    deductions: someOf(deduction),
    bonuses: someOf(bonus),
    pay_sacrifices: someOf(sacrifice),
  })

const COUNTRIES = [
  { country: 'AU', types: ['SICK', 'HOLIDAY', 'LONG_SERVICE', 'UNPAID'] },
  { country: 'NZ', types: ['SICK', 'ANNUAL_HOLIDAYS', 'ALT_HOLIDAY', 'UNPAID'] },
]

describe.each(COUNTRIES)('any pay in $country', ({ country, types }) => {
  it('adds up to its net, replays to itself, and leaves nothing behind when it is deleted', async () => {
    const company = await aCompany(owner, { jurisdiction: country })
    const employee = await anEmployee(owner, company.id, { country })
    const url = (rest: string) => `/api/company/${company.id}/${rest}`
    const balances = async () => {
      const { body } = await owner.get(`/api/employees/${employee.id}`)
      return [
        body.holiday_hours,
        body.sick_hours,
        body.lsl_hours,
        body.annual_holidays_weeks,
        body.alt_holiday_days,
      ]
    }
    await aPay(owner, company.id, '2026-10-02', { employee_id: employee.id, hours: [] })
    await fc.assert(
      fc.asyncProperty(payOf(types), payOf(types), async (items, others) => {
        const before = await balances()
        const pay = await aPay(owner, company.id, '2026-10-09', { employee_id: employee.id, ...items })
        expectNet(pay)
        const rebuilt = (await owner.put(url(`pays/${pay.id}`), others)).body
        expectNet(rebuilt)
        const back = (await owner.put(url(`pays/${pay.id}`), items)).body
        for (const figure of ['gross', 'tax', 'net', 'super', 'leave_balance_rows'])
          expect(back[figure]).toEqual(pay[figure])
        await expectInvariants(tasman, employee.id)
        expect((await owner.delete(url(`pays/${pay.id}`))).status).toBe(204)
        expect(await balances()).toEqual(before)
      }),
      { numRuns: 20 },
    )
  }, 120_000)
})

function expectNet(pay: AnyJson): void {
  const deducted = pay.deductions.reduce((sum: number, row: AnyJson) => sum + cents(row.amount), 0)
  const nz = cents(pay.nz_student_loan ?? 0) + cents(pay.kiwisaver_employee_amount ?? 0)
  expect(cents(pay.net)).toBe(cents(pay.gross) - cents(pay.tax) - deducted - nz)
}
