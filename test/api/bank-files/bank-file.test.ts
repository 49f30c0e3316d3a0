import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-18T00:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const PAYER = {
  bank_bsb: '032-000',
  bank_account_number: '123456',
  bank_account_name: 'KOOKABURRA CAFE',
  bank_name_code: 'WBC',
  direct_entry_user_id: '301500',
}
const hours = [{ description: 'Ordinary', units: 'hours', value: 38 }]

async function payFor(companyId: number, employeeIds: number[]) {
  const body = employeeIds.map((employee_id) => ({ employee_id, hours }))
  const answer = await owner.put(`/api/company/${companyId}/pays/create?pay_date=2026-11-18`, body)
  expect(answer.status).toBe(201)
  return answer.body
}

describe('200', () => {
  it('writes an ABA file whose totals balance, split over the ranked accounts; cash stays out', async () => {
    const company = await aCompany(owner, PAYER)
    const bank = await anEmployee(owner, company.id, { first_name: 'Zoë', last_name: 'Adams' })
    const cash = await anEmployee(owner, company.id, { last_name: 'Brown', pay_method: 'CASH' })
    const accounts = [
      {
        account_name: 'Savings',
        bsb: '062-000',
        account_number: '12345678',
        amount_type: 'FIXED',
        amount: 100,
      },
      { account_name: 'Everyday', bsb: '733-021', account_number: '654321', amount_type: 'REMAINDER' },
    ]
    const put = await owner.put(`/api/employees/${bank.id}/bank-accounts`, accounts)
    expect(put.status).toBe(200)
    const [pay, paidInCash] = await payFor(company.id, [bank.id, cash.id])

    const path = `/api/company/${company.id}/pay-runs/${pay.pay_run_id}/bank-file`
    const file = await owner.get(path)
    expect(file.status).toBe(200)
    expect(file.headers['content-disposition']).toContain(`pay-run-${pay.pay_run_id}.aba`)
    const lines = String(file.body).split('\r\n').filter(Boolean)
    expect(lines.every((line) => line.length === 120)).toBe(true)
    const cents = (line: string | undefined) => Number(line?.slice(20, 30))
    expect(lines).toHaveLength(4)
    expect(cents(lines[1])).toBe(10_000)
    expect(cents(lines[1]) + cents(lines[2])).toBe(Math.round(pay.net * 100))
    expect(cents(lines[3])).toBe(Math.round(pay.net * 100))

    const { body: summary } = await owner.get(`${path}/summary`)
    expect(summary).toMatchObject({
      total: pay.net,
      payment_count: 2,
      cash_total: paidInCash.net,
      format: 'ABA',
    })
    expect(summary.payments[0].account_number).toBe('***678')
  })

  it('writes a BNZ file for a New Zealand company', async () => {
    const company = await aCompany(owner, { jurisdiction: 'NZ', bank_account_number: '02-0500-1234567-00' })
    const employee = await anEmployee(owner, company.id, { country: 'NZ', last_name: 'Ngāta' })
    const accounts = [
      { account_name: 'M Ngāta', account_number: '01-0902-0068389-00', amount_type: 'REMAINDER' },
    ]
    expect((await owner.put(`/api/employees/${employee.id}/bank-accounts`, accounts)).status).toBe(200)
    const [pay] = await payFor(company.id, [employee.id])
    const file = await owner.get(`/api/company/${company.id}/pay-runs/${pay.pay_run_id}/bank-file`)
    const lines = String(file.body).split('\r\n')
    expect(lines[1]).toContain(`,52,${Math.round(pay.net * 100)},M Ngata,`)
    expect(lines[2]).toBe(`3,${Math.round(pay.net * 100)},1,09020068389`)
  })
})

describe('400', () => {
  it('names the bank details that the company lacks', async () => {
    const company = await aCompany(owner)
    const employee = await anEmployee(owner, company.id, {
      primary_bank_bsb: '062-000',
      primary_bank_account_number: '12345678',
      primary_bank_account_name: 'Mia',
    })
    const [pay] = await payFor(company.id, [employee.id])
    const answer = await owner.get(`/api/company/${company.id}/pay-runs/${pay.pay_run_id}/bank-file`)
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.body.detail).toContain(
      'bank_bsb, bank_account_number, bank_name_code, direct_entry_user_id',
    )
  })

  it('names the employees without an account', async () => {
    const company = await aCompany(owner, PAYER)
    const employee = await anEmployee(owner, company.id)
    const [pay] = await payFor(company.id, [employee.id])
    const answer = await owner.get(`/api/company/${company.id}/pay-runs/${pay.pay_run_id}/bank-file`)
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.body.detail).toContain(`Mia Nguyen (${employee.id})`)
  })
})

describe('404 and 409', () => {
  it('knows only the company’s own runs, and only processed ones', async () => {
    const company = await aCompany(owner, PAYER)
    await anEmployee(owner, company.id)
    expect((await owner.get(`/api/company/${company.id}/pay-runs/999999/bank-file`)).status).toBe(404)
    const draft = await owner.post(`/api/company/${company.id}/pay-runs`, {
      pay_period: 'WEEKLY',
      pay_date: '2026-11-18',
    })
    expect(draft.status).toBe(201)
    const answer = await owner.get(`/api/company/${company.id}/pay-runs/${draft.body.pay_run_id}/bank-file`)
    expect(answer.status).toBe(409)
  })
})
