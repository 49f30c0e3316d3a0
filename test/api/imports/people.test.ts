import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee, employeeBody } from '../../support/make.ts'

/* Which employee a row is about, and where the account of a New Zealand employee is stored. */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-08T00:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const send = (of: AnyJson, kind: string, rows: object[], query = '') =>
  owner.post(`/api/company/${of.id}/imports/${kind}?named_by_field=true${query}`, rows)

describe('a row about an employee', () => {
  it('finds the employee by a name that only one has', async () => {
    const company = await aCompany(owner)
    const mia = await anEmployee(owner, company.id, { first_name: 'Mia', last_name: "O'Brien" })
    for (const last_name of ['Twin', 'twin'])
      await anEmployee(owner, company.id, { first_name: 'Al', last_name })
    const account = {
      account_name: 'Mia',
      bsb: '062-000',
      account_number: '12345678',
      amount_type: 'REMAINDER',
    }
    const { status, body } = await send(company, 'bank-accounts', [
      { employee_name: 'OBrien, MIA', ...account },
    ])
    expect([status, body.rows[0].subject]).toEqual([200, expect.stringMatching(/^Mia O'Brien/)])
    const stored = await owner.get(`/api/employees/${mia.id}/bank-accounts`)
    expect(stored.body).toHaveLength(1)
    const refused = await send(
      company,
      'bank-accounts',
      ['Al Twin', 'Nobody Here'].map((employee_name) => ({ employee_name, ...account })),
      '&dry_run=true',
    )
    expect(refused.body.rows.map((row: AnyJson) => row.errors[0])).toEqual([
      { field: 'employee_name', message: '2 employees are called Al Twin. Send employee_number instead.' },
      { field: 'employee_name', message: 'No employee of this company is called Nobody Here.' },
    ])
  })

  it('is not found in another company', async () => {
    const [company, other] = [await aCompany(owner), await aCompany(owner)]
    await anEmployee(owner, other.id, { first_name: 'Far', last_name: 'Away' })
    const row = { employee_name: 'Far Away', leave_type: 'HOLIDAY', date: '2026-07-01', hours: '7.6' }
    const { body } = await send(company, 'leave-taken', [row], '&dry_run=true&pay_date=2026-07-09')
    expect(body.totals).toMatchObject({ rows: 1, refused: 1 })
  })
})

describe('a New Zealand account', () => {
  it('goes on the list of bank accounts, of new and of known employees', async () => {
    const company = await aCompany(owner, { jurisdiction: 'NZ' })
    const number = `NZ-${company.id}`
    const person = {
      ...employeeBody({ country: 'NZ' }),
      number,
      primary_bank_account_number: '01-0902-0068389-00',
    }
    expect((await send(company, 'employees', [person], '&dry_run=true')).body.totals.create).toBe(1)
    expect((await owner.get(`/api/company/${company.id}/employees`)).body).toEqual([])
    expect((await send(company, 'employees', [person])).status).toBe(200)
    const [stored] = (await owner.get(`/api/company/${company.id}/employees`)).body
    const accounts = async () => (await owner.get(`/api/employees/${stored.id}/bank-accounts`)).body
    expect([stored.primary_bank_account_number, await accounts()]).toMatchObject([
      null,
      [{ amount_type: 'REMAINDER', account_name: 'Mia Nguyen' }],
    ])
    const [before] = await accounts()
    const change = {
      number,
      primary_bank_account_number: '01-0902-0068389-01',
      primary_bank_account_name: 'Joint',
    }
    expect((await send(company, 'employees', [change])).status).toBe(200)
    const [after, ...others] = await accounts()
    expect([others, after.account_name]).toEqual([[], 'Joint'])
    expect(after.account_number).not.toBe(before.account_number)
    const wrong = { number, primary_bank_account_number: '01-0902-0068388-00' }
    const { body } = await send(company, 'employees', [wrong], '&dry_run=true')
    expect(body.rows[0].errors[0]).toMatchObject({ field: 'primary_bank_account_number' })
  })
})
