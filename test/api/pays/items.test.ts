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
const standing = async (employee: AnyJson, kind: string, item: object) => {
  const { status, body } = await owner.post(`/api/employees/${employee.id}/${kind}`, item)
  expect(status).toBe(201)
  return body
}

describe('standing deductions', () => {
  it('apply when the list is omitted, and only the list counts when there is one', async () => {
    const mia = await anEmployee(owner, company.id)
    await standing(mia, 'deductions', {
      description: 'Union',
      amount: '10.50',
      classification: 'UNION_FEES',
      auto_apply_to_pay: true,
    })
    const omitted = await aPay(owner, company.id, '2026-10-02', aWeek(mia.id))
    expect(omitted.deductions).toMatchObject([{ description: 'Union', amount: 10.5 }])
    const none = await aPay(owner, company.id, '2026-10-09', aWeek(mia.id, { deductions: [] }))
    expect(none.deductions).toEqual([])
    const listed = [{ description: 'Social club', amount: 5, classification: 'NORMAL' }]
    const own = await aPay(owner, company.id, '2026-10-16', aWeek(mia.id, { deductions: listed }))
    expect(own.deductions).toMatchObject([{ description: 'Social club', amount: 5 }])
    expect(own.net).toBeCloseTo(own.gross - own.tax - 5, 2)
  })

  it('are priced on gross or net and stop at their limits, also after a deletion', async () => {
    const mia = await anEmployee(owner, company.id)
    const base = { classification: 'NORMAL', auto_apply_to_pay: true }
    await standing(mia, 'deductions', {
      ...base,
      description: 'Gross share',
      amount: '0.01',
      amount_type: 'PERCENT_OF_GROSS',
    })
    await standing(mia, 'deductions', {
      ...base,
      description: 'Net share',
      amount: '0.1',
      amount_type: 'PERCENT_OF_NET',
      limit_per_pay: '50',
    })
    await standing(mia, 'deductions', {
      ...base,
      description: 'Loan',
      amount: 60,
      limit_total: 100,
    })
    const amounts = (pay: AnyJson) => pay.deductions.map((row: AnyJson) => row.amount)
    const first = await aPay(owner, company.id, '2026-10-02', aWeek(mia.id))
    expect(amounts(first)).toEqual([15.2, 50, 60])
    const second = await aPay(owner, company.id, '2026-10-09', aWeek(mia.id))
    expect(amounts(second)).toEqual([15.2, 50, 40])
    const third = await aPay(owner, company.id, '2026-10-16', aWeek(mia.id))
    expect(amounts(third)).toEqual([15.2, 50, 0])
    await owner.delete(url(`pays/${first.id}`))
    const fourth = await aPay(owner, company.id, '2026-10-23', aWeek(mia.id))
    expect(amounts(fourth)).toEqual([15.2, 50, 60])
  })
})

describe('standing sacrifices', () => {
  it('lower the taxable gross and feed the reportable super', async () => {
    const mia = await anEmployee(owner, company.id)
    await standing(mia, 'pay-sacrifices', {
      description: 'Extra super',
      amount: '0.1',
      amount_type: 'PERCENT_OF_GROSS',
      auto_apply_to_pay: true,
    })
    const pay = await aPay(owner, company.id, '2026-10-02', aWeek(mia.id))
    expect(pay).toMatchObject({
      gross: 1368,
      super: 334.4,
      compulsory_super_amount: 182.4,
      resc_super_amount: 152,
      pay_sacrifices: [{ description: 'Extra super', amount: 152, is_super: true }],
    })
    const none = await aPay(owner, company.id, '2026-10-09', aWeek(mia.id, { pay_sacrifices: [] }))
    expect(none.gross).toBe(1520)
  })
})

describe('company allowances', () => {
  it('that apply by themselves are copied onto each new pay of the employees attached', async () => {
    const [mia, ben] = [await anEmployee(owner, company.id), await anEmployee(owner, company.id)]
    const template = (
      await owner.post(url('allowances'), {
        description: 'Uniform',
        amount: 12.5,
        allowance_category: 'LD',
        auto_apply_to_pay: true,
        employee_ids: [mia.id],
      })
    ).body
    const pay = await aPay(owner, company.id, '2026-10-02', aWeek(mia.id))
    expect(pay.allowances).toMatchObject([{ description: 'Uniform', total_amount: 12.5 }])
    expect((await aPay(owner, company.id, '2026-10-02', aWeek(ben.id))).allowances).toEqual([])

    await owner.patch(url(`allowances/${template.id}`), { amount: 20, description: 'Uniform and boots' })
    const before = (await owner.get(url(`pays/${pay.id}`))).body
    expect(before).toEqual(pay)
    const later = await aPay(owner, company.id, '2026-10-09', aWeek(mia.id))
    expect(later.allowances).toMatchObject([{ description: 'Uniform and boots', total_amount: 20 }])

    const rename = { description: 'Workwear' }
    await owner.patch(url(`allowances/${template.id}?propagate_description_to_history=true`), rename)
    const renamed = (await owner.get(url(`pays/${pay.id}`))).body
    expect(renamed).toEqual({ ...pay, allowances: [{ ...pay.allowances[0], description: 'Workwear' }] })
    expect((await owner.get(url(`pays/${pay.id}/explanation`))).status).toBe(200)
  })

  it('are not doubled when the request names them', async () => {
    const mia = await anEmployee(owner, company.id)
    await owner.post(url('allowances'), {
      description: 'Meal',
      amount: 15,
      allowance_category: 'MD',
      auto_apply_to_pay: true,
      employee_ids: [mia.id],
    })
    const pay = await aPay(
      owner,
      company.id,
      '2026-10-02',
      aWeek(mia.id, { allowances: [{ description: 'meal', units: 2 }] }),
    )
    expect(pay.allowances).toMatchObject([{ description: 'Meal', amount: 15, units: 2, total_amount: 30 }])
  })
})

describe('bonuses', () => {
  it('are taxed by their method, and reuse what the item knows', async () => {
    const mia = await anEmployee(owner, company.id)
    const bonus = {
      description: 'Quarter',
      amount: 1300,
      tax_method: 'METHOD_A_SPECIFIC_RANGE',
      start_date: '2026-07-01',
      end_date: '2026-09-30',
    }
    const plain = await aPay(owner, company.id, '2026-10-02', aWeek(mia.id))
    const first = await aPay(owner, company.id, '2026-10-09', aWeek(mia.id, { bonuses: [bonus] }))
    expect(first.tax).toBeGreaterThan(plain.tax)
    const again = await aPay(
      owner,
      company.id,
      '2026-10-16',
      aWeek(mia.id, { bonuses: [{ description: 'Quarter' }] }),
    )
    expect(again.bonuses).toMatchObject([{ amount: 1300, tax_method: 'METHOD_A_SPECIFIC_RANGE' }])
    expect(again.tax).toBe(first.tax)
    await expectInvariants(tasman, mia.id)
  })
})
