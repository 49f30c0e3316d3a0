import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek, expectInvariants } from '../../support/pays.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson

beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

const url = (rest: string) => `/api/company/${company.id}/${rest}`

type Step = { name: string; amount: number }

describe('200', () => {
  it('reaches every figure of an Australian pay by a step', async () => {
    const mia = await anEmployee(owner, company.id, {
      has_stsl_liability: true,
      leave_loading_percentage: '0.175',
    })
    await aPay(owner, company.id, '2026-10-02', aWeek(mia.id))
    const pay = await aPay(
      owner,
      company.id,
      '2026-10-09',
      aWeek(mia.id, {
        leave: [{ description: 'Annual leave', leave_type: 'HOLIDAY', date: '2026-10-07', hours: '1.5' }],
        allowances: [{ description: 'Tools', amount: 25, allowance_category: 'TD' }],
        bonuses: [{ description: 'Sales', amount: 400, tax_method: 'METHOD_A_WHOLE_YEAR' }],
        pay_sacrifices: [{ description: 'Super', amount: 50 }],
        deductions: [{ description: 'Union', amount: 12.5, classification: 'UNION_FEES' }],
      }),
    )
    const { status, body } = await owner.get(url(`pays/${pay.id}/explanation`))
    expect(status).toBe(200)
    expect(body).toMatchObject({ pay_id: pay.id, pay_date: '2026-10-09' })
    const amounts = (name: string) =>
      body.steps.filter((step: Step) => step.name === name).map((step: Step) => step.amount)
    expect(amounts('gross')).toEqual([pay.gross])
    expect(amounts('tax')).toEqual([pay.tax])
    expect(amounts('net')).toEqual([pay.net])
    expect(amounts('super')).toEqual([pay.super])
    expect(amounts('super.guarantee')).toEqual([pay.compulsory_super_amount])
    expect(amounts('super.reportable')).toEqual([pay.resc_super_amount])
    expect(amounts('deductions')).toEqual([12.5])
    const all = new Set(body.steps.map((step: Step) => step.amount))
    for (const row of pay.hours) expect(all).toContain(row.pay_amount)
    for (const row of pay.leave) expect(all).toContain(row.amount)
    for (const row of pay.leave) expect(all).toContain(row.leave_loading_amount)
    for (const row of pay.allowances) expect(all).toContain(row.total_amount)
    const table = body.steps.find((step: AnyJson) => step.name === 'tax.period')
    expect(table).toMatchObject({
      rule: expect.stringContaining('Schedule 8'),
      source: expect.stringContaining('2026'),
    })
  })

  it('reaches every figure of a New Zealand pay by a step', async () => {
    const kereru = await aCompany(owner, { jurisdiction: 'NZ' })
    const aroha = await anEmployee(owner, kereru.id, { country: 'NZ', has_student_loan: true })
    const pay = await aPay(owner, kereru.id, '2026-10-02', aWeek(aroha.id))
    const { body } = await owner.get(`/api/company/${kereru.id}/pays/${pay.id}/explanation`)
    const amountOf = (name: string) => body.steps.findLast((step: Step) => step.name === name)?.amount ?? 0
    expect({
      gross: amountOf('gross'),
      tax: amountOf('tax'),
      net: amountOf('net'),
      nz_student_loan: amountOf('student-loan'),
      kiwisaver_employee_amount: amountOf('kiwisaver.employee'),
      kiwisaver_employer_amount: amountOf('kiwisaver.employer'),
      kiwisaver_esct_amount: amountOf('kiwisaver.esct'),
      total_kiwi_saver: amountOf('kiwisaver.total'),
      tax_plus_student_loan: amountOf('tax-plus-student-loan'),
    }).toEqual({
      gross: pay.gross,
      tax: pay.tax,
      net: pay.net,
      nz_student_loan: pay.nz_student_loan,
      kiwisaver_employee_amount: pay.kiwisaver_employee_amount,
      kiwisaver_employer_amount: pay.kiwisaver_employer_amount,
      kiwisaver_esct_amount: pay.kiwisaver_esct_amount,
      total_kiwi_saver: pay.total_kiwi_saver,
      tax_plus_student_loan: pay.tax_plus_student_loan,
    })
  })

  it('stays the same when the employee changes afterwards', async () => {
    const mia = await anEmployee(owner, company.id)
    const pay = await aPay(owner, company.id, '2026-10-02', aWeek(mia.id))
    const before = (await owner.get(url(`pays/${pay.id}/explanation`))).body
    await owner.patch(url('employees/update'), [
      { id: mia.id, pay_rate_per_hour: '90', has_claimed_tax_free_threshold: false, super_rate: '0.2' },
    ])
    expect((await owner.get(url(`pays/${pay.id}/explanation`))).body).toEqual(before)
    await expectInvariants(tasman, mia.id)
  })
})

describe('404', () => {
  it('explains no pay of another company', async () => {
    const mia = await anEmployee(owner, company.id)
    const pay = await aPay(owner, company.id, '2026-10-02', aWeek(mia.id))
    const second = await aCompany(owner)
    expect((await owner.get(`/api/company/${second.id}/pays/${pay.id}/explanation`)).status).toBe(404)
  })
})
