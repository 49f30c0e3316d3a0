import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { anEmployee } from '../../support/make.ts'
import { aPay, aPayer } from './story.ts'

/* Amounts that the tax office holds and that fell to nil are sent as 0.00. */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const api = (companyId: number, path: string, body: object = {}) =>
  owner.post(`/api/single-touch/${companyId}/${path}`, body)
const periodOf = async (companyId: number, id: number): Promise<AnyJson> =>
  (await owner.get(`/api/single-touch/${companyId}/submissions/${id}`)).body.document.PAYEVNTEMP[0].Payee
    .PayrollPeriod
const incomeOf = async (companyId: number, id: number) =>
  (await periodOf(companyId, id)).RemunerationCollection.Remuneration[0]

describe('a redundancy whose final pay was deleted', () => {
  it('is reported with nil for its payment and lump sums, and again by the next event', async () => {
    const company = await aPayer(owner)
    const mia = await anEmployee(owner, company.id, { start_date: '2014-07-01' })
    const first = await aPay(owner, company.id, mia.id, '2026-07-05')
    const ended = await owner.post(`/api/employees/${mia.id}/terminate`, {
      termination_date: '2026-07-10',
      pay_date: '2026-07-12',
      reason: 'REDUNDANCY',
      is_payment_in_lieu_paid: false,
      redundancy_amount: 120000,
    })
    expect(ended.status).toBe(200)
    const lodged = await api(company.id, 'submit-stp-pays', { pay_ids: [first.id, ended.body.pay_id] })
    const before = await incomeOf(company.id, lodged.body.id)
    const [etp] = before.EmploymentTerminationPaymentCollection.EmploymentTerminationPayment
    expect(etp).toMatchObject({ IncomeTaxPayAsYouGoWithholdingTypeC: 'R', IncomeD: '2026-07-12' })
    const held = before.LumpSumCollection.LumpSum.map((row: AnyJson) => row.TypeC)
    expect(held).toEqual(expect.arrayContaining(['R', 'D']))

    const gone = await owner.delete(`/api/company/${company.id}/pays/${ended.body.pay_id}`)
    expect(gone.status).toBeLessThan(300)
    const update = await api(company.id, 'update')
    expect(update.body).toMatchObject({ kind: 'update', status: 'accepted' })
    const nil = await incomeOf(company.id, update.body.id)
    expect(nil.GrossA).toBe('1520.00')
    expect(nil.EmploymentTerminationPaymentCollection.EmploymentTerminationPayment).toEqual([
      {
        IncomeTaxPayAsYouGoWithholdingTypeC: 'R',
        IncomeD: '2026-07-12',
        IncomeTaxFreeA: '0.00',
        IncomeTaxableA: '0.00',
        IncomePayAsYouGoWithholdingA: '0.00',
      },
    ])
    expect(nil.LumpSumCollection.LumpSum).toEqual(held.map((TypeC: string) => ({ TypeC, PaymentsA: '0.00' })))
    const next = await aPay(owner, company.id, mia.id, '2026-07-19')
    const submitted = await api(company.id, 'submit-stp-pays', { pay_ids: [next.id] })
    const again = await incomeOf(company.id, submitted.body.id)
    expect(again.EmploymentTerminationPaymentCollection).toEqual(nil.EmploymentTerminationPaymentCollection)
  })
})

describe('amounts of a changed pay', () => {
  it('are nil where they were held, and left out where they were not', async () => {
    const company = await aPayer(owner)
    const mia = await anEmployee(owner, company.id)
    const week = [{ description: 'Ordinary hours', units: 'hours', value: 30 }]
    const pay = await aPay(owner, company.id, mia.id, '2026-07-10', {
      hours: [
        ...week,
        { description: 'Overtime', units: 'hours', value: 2, multiplier: 1.5, is_overtime: true },
      ],
      leave: [{ description: 'Annual leave', leave_type: 'HOLIDAY', date: '2026-07-08', hours: 8 }],
      allowances: [
        { description: 'Tools', amount: 20, allowance_category: 'TD' },
        { description: 'Dry cleaning, no. 2', amount: 9, allowance_category: 'OD' },
      ],
      bonuses: [{ description: 'Bonus', amount: 50, tax_method: 'NORMAL_EARNINGS' }],
      deductions: [{ description: 'Union', amount: 12, classification: 'UNION_FEES' }],
      pay_sacrifices: [{ description: 'Super', amount: 40, is_super: true }],
    })
    const lodged = await api(company.id, 'submit-stp-pays', { pay_ids: [pay.id] })
    const before = await periodOf(company.id, lodged.body.id)
    const changed = await owner.put(`/api/company/${company.id}/pays/${pay.id}`, {
      hours: week,
      leave: [],
      allowances: [],
      bonuses: [],
      deductions: [],
      pay_sacrifices: [],
    })
    expect(changed.status).toBe(200)
    const update = await api(company.id, 'update')
    const after = await periodOf(company.id, update.body.id)
    const amountsOf = (period: AnyJson) => {
      const [income] = period.RemunerationCollection.Remuneration
      return {
        leave: income.PaidLeaveCollection?.PaidLeave,
        allowances: income.AllowanceCollection?.Allowance,
        overtime: income.OvertimePaymentA,
        bonuses: income.GrossBonusesAndCommissionsA,
        fees: income.GrossDirectorsFeesA,
        sacrifices: income.SalarySacrificeCollection?.SalarySacrifice,
        lumpSums: income.LumpSumCollection,
        deductions: period.DeductionCollection?.Deduction,
        super: period.SuperannuationContributionCollection.SuperannuationContribution.slice(2),
      }
    }
    const inNil = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value ?? null).replaceAll(/"(\d+\.\d\d)"/g, '"0.00"')) ?? undefined
    const [was, is] = [amountsOf(before), amountsOf(after)]
    expect(was).toMatchObject({ overtime: '120.00', bonuses: '50.00' })
    expect([was.leave, was.allowances, was.sacrifices, was.deductions].map((rows) => rows.length)).toEqual([
      1, 2, 1, 1,
    ])
    expect(is).toEqual(Object.fromEntries(Object.entries(was).map(([name, value]) => [name, inNil(value)])))
  })
})
