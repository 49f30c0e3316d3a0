import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aPayer } from '../single-touch/story.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const bank = { bank_bsb: '062-000', bank_account_number: '12345678', bank_account_name: 'Kookaburra' }
const contributions = (companyId: number, query = '') =>
  owner.get(`/api/super-payments/${companyId}/contributions${query}`)

async function aPayWithTwoFunds() {
  const company = await aPayer(owner, bank)
  const employee = await anEmployee(owner, company.id, {
    last_name: 'O"Brien, =Jones',
    start_date: '2026-07-01',
  })
  const funds = [
    {
      fund_type: 'APRA',
      fund_name: 'Coral Super',
      usi: '60905115063001',
      member_number: 'A1',
      percentage: 60,
    },
    {
      fund_type: 'SMSF',
      fund_name: 'Nguyen Fund',
      abn: '51824753556',
      esa: 'smsfesa',
      bank_bsb: '062-000',
      bank_account_number: '55667788',
      percentage: 40,
    },
  ]
  const set = await owner.put(`/api/employees/${employee.id}/super-funds`, funds)
  expect(set.status).toBe(200)
  const pay = await aPay(owner, company.id, employee.id, '2026-07-10', {
    pay_sacrifices: [{ description: 'Into super', amount: 50.01 }],
  })
  return { company, employee, pay }
}

describe('200', () => {
  it('lists a row for each pay and fund, which together are the pay’s super', async () => {
    const { company, pay } = await aPayWithTwoFunds()
    const { status, body } = await contributions(company.id, `?pay_run_id=${pay.pay_run_id}`)
    expect(status).toBe(200)
    expect(body).toHaveLength(2)
    const total = body.reduce((sum: number, row: AnyJson) => sum + Math.round(row.amount * 100), 0)
    expect(total).toBe(Math.round(pay.super * 100))
    expect(body[0]).toMatchObject({
      pay_id: pay.id,
      fund: { fund_name: 'Coral Super', usi: '60905115063001', member_number: 'A1' },
      // The first contribution to a fund has twenty business days.
      due_date: '2026-08-10',
      status: 'due',
    })
    expect(body[0].sacrificed_amount + body[1].sacrificed_amount).toBeCloseTo(50.01, 9)
  })

  it('says when no one knows the fund', async () => {
    const company = await aPayer(owner, bank)
    const employee = await anEmployee(owner, company.id)
    const pay = await aPay(owner, company.id, employee.id, '2026-07-10')
    const { body } = await contributions(company.id)
    expect(body).toMatchObject([{ pay_id: pay.id, fund: null, status: 'no-fund' }])
    const file = await owner.post(`/api/super-payments/${company.id}/files`, { pay_run_id: pay.pay_run_id })
    expect(file).toMatchObject({ status: 400, body: { detail: 'Mia Nguyen has no super fund.' } })
  })

  it('uses the fund of the employee record when there is no list', async () => {
    const company = await aPayer(owner, bank)
    const employee = await anEmployee(owner, company.id, {
      default_employee_fund_usi: 'STA0100AU',
      default_employee_fund_member_number: '77',
    })
    await aPay(owner, company.id, employee.id, '2026-07-10')
    const { body } = await contributions(company.id)
    expect(body).toMatchObject([{ fund: { usi: 'STA0100AU', member_number: '77' }, status: 'due' }])
  })
})

describe('201', () => {
  it('makes a SAFF file of 133 columns; its contributions go from due to in-file to paid', async () => {
    const { company, pay } = await aPayWithTwoFunds()
    const made = await owner.post(`/api/super-payments/${company.id}/files`, { pay_run_id: pay.pay_run_id })
    expect(made).toMatchObject({
      status: 201,
      body: { contribution_count: 2, total: pay.super, paid_on: null },
    })
    const path = `/api/super-payments/${company.id}/files/${made.body.id}`
    const file = await owner.get(path)
    expect(file.headers['content-type']).toContain('text/csv')
    const [version, groups, names, first, second] = (file.body as string).trimEnd().split('\r\n').map(cells)
    expect(version).toEqual(['VERSION', '1.0', 'NEGATIVES SUPPORTED', 'FALSE', 'FILE ID', made.body.file_id])
    expect([groups?.[0], names?.[0], names?.[59]]).toEqual([
      'LINE ID',
      'ID',
      'Superannuation Guarantee Amount',
    ])
    expect([groups, names, first, second].map((row) => row?.length)).toEqual([133, 133, 133, 133])
    expect([first?.[17], first?.[18], first?.[33], first?.[36]]).toEqual([
      '60905115063',
      '60905115063001',
      '123456782',
      'O"Brien, =Jones',
    ])
    expect([second?.[17], second?.[20]]).toEqual(['51824753556', 'smsfesa'])
    expect(second?.slice(26, 29)).toEqual(['062000', '55667788', 'Nguyen Fund'])
    const cents = [first, second].map((row) => Math.round(Number(row?.[25]) * 100))
    expect((cents[0] ?? 0) + (cents[1] ?? 0)).toBe(Math.round(pay.super * 100))

    const statuses = async () => (await contributions(company.id)).body.map((row: AnyJson) => row.status)
    expect(await statuses()).toEqual(['in-file', 'in-file'])
    expect(await owner.patch(path, { paid_on: '2026-07-14' })).toMatchObject({
      status: 200,
      body: { paid_on: '2026-07-14' },
    })
    expect(await statuses()).toEqual(['paid', 'paid'])
    expect((await owner.get(`/api/super-payments/${company.id}/files`)).body).toHaveLength(1)
  })
})

describe('a new ABN of the employer', () => {
  const employersOf = async (companyId: number): Promise<string[]> => {
    const made = await owner.post(`/api/super-payments/${companyId}/files`, { all_open: true })
    expect(made.status).toBe(201)
    const { body } = await owner.get(`/api/super-payments/${companyId}/files/${made.body.id}`)
    const [, , names = '', ...rows] = body.trim().split('\r\n')
    const sender = cells(names).indexOf('ABN')
    const employer = cells(names).lastIndexOf('ABN')
    expect(rows.every((row: string) => cells(row)[sender] === '53004085616')).toBe(true)
    return rows.map((row: string) => `${cells(row)[employer]} ${cells(row)[employer + 2]}`)
  }
  const lodged = async () => {
    const company = await aPayer(owner, bank)
    const employee = await anEmployee(owner, company.id, {
      default_employee_fund_usi: 'STA0100AU',
      default_employee_fund_member_number: '77',
    })
    const pay = await aPay(owner, company.id, employee.id, '2026-07-03')
    await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, { pay_ids: [pay.id] })
    return { company, employee }
  }
  const change = (companyId: number, identity_change: string) =>
    owner.patch(`/api/company/${companyId}`, {
      abn: '53004085616',
      legal_name: 'Kookaburra Group Pty Ltd',
      identity_change,
    })

  it('names the employer who lodged the pay, and the present one for later pays', async () => {
    const { company, employee } = await lodged()
    await change(company.id, 'new-identity')
    await aPay(owner, company.id, employee.id, '2026-07-10')
    expect(await employersOf(company.id)).toEqual([
      '51824753556 Kookaburra Cafe Pty Ltd',
      '53004085616 Kookaburra Group Pty Ltd',
    ])
  })

  it('names the right employer if the earlier number was a typing error', async () => {
    const { company } = await lodged()
    await change(company.id, 'correction')
    expect(await employersOf(company.id)).toEqual(['53004085616 Kookaburra Group Pty Ltd'])
  })
})

describe('400, 403, 404, 409', () => {
  it('says what the company lacks', async () => {
    const company = await aPayer(owner)
    const employee = await anEmployee(owner, company.id, { default_employee_fund_usi: 'STA0100AU' })
    const pay = await aPay(owner, company.id, employee.id, '2026-07-10')
    const answer = await owner.post(`/api/super-payments/${company.id}/files`, { pay_run_id: pay.pay_run_id })
    expect(answer.status).toBe(400)
    expect(answer.body.detail).toContain('bank_bsb, bank_account_number')
  })

  it('is for Australian companies', async () => {
    const company = await aCompany(owner, { jurisdiction: 'NZ' })
    expect((await contributions(company.id)).status).toBe(400)
  })

  it('refuses another customer, an unknown run, and a second file of the same contributions', async () => {
    const { company, pay } = await aPayWithTwoFunds()
    const other = await tasman.clientFor('other')
    expect((await other.get(`/api/super-payments/${company.id}/contributions`)).status).toBe(403)
    const make = (runId: number) =>
      owner.post(`/api/super-payments/${company.id}/files`, { pay_run_id: runId })
    expect((await make(999_999)).status).toBe(404)
    expect((await make(pay.pay_run_id)).status).toBe(201)
    expect((await make(pay.pay_run_id)).status).toBe(409)
    expect((await owner.get(`/api/super-payments/${company.id}/files/999999`)).status).toBe(404)
  })
})

/** The cells of a row in which every cell is quoted. */
function cells(row: string): string[] {
  return row
    .slice(1, -1)
    .split('","')
    .map((cell) => cell.replaceAll('""', '"'))
}
