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
  bank_name_code: 'WBC',
  direct_entry_user_id: '301500',
}
const NZ_PAYER = { jurisdiction: 'NZ', bank_account_number: '02-0500-1234567-00' }
const INLINE = { primary_bank_bsb: '062-000', primary_bank_account_number: '12345678' }
const nzAccount = (rest: Record<string, unknown> = {}) => [
  { account_name: 'M Ngata', account_number: '01-0902-0068389-00', amount_type: 'REMAINDER', ...rest },
]

type Case = {
  company: Record<string, unknown>
  employee?: Record<string, unknown>
  accounts?: Record<string, unknown>[]
  pay?: Record<string, unknown>
}

/** The bank file of one company with one employee and one pay. */
async function fileOf({ company, employee = {}, accounts, pay = {} }: Case) {
  const { id } = await aCompany(owner, company)
  const payee = await anEmployee(owner, id, {
    ...(company.jurisdiction === 'NZ' ? { country: 'NZ' } : {}),
    ...employee,
  })
  if (accounts) {
    const put = await owner.put(`/api/employees/${payee.id}/bank-accounts`, accounts)
    expect(put).toMatchObject({ status: 200 })
  }
  const hours = [{ description: 'Ordinary', units: 'hours', value: 38 }]
  const body = [{ employee_id: payee.id, hours, ...pay }]
  const pays = await owner.put(`/api/company/${id}/pays/create?pay_date=2026-11-18`, body)
  expect(pays, JSON.stringify(pays.body)).toMatchObject({ status: 201 })
  const file = await owner.get(`/api/company/${id}/pay-runs/${pays.body[0].pay_run_id}/bank-file`)
  return { file, employeeId: payee.id, lines: String(file.body).split('\r\n') }
}

describe('accounts that a file cannot hold', () => {
  it.each(['123456789012', '12345-67890', '000000', 'ABCDEF'])(
    'ABA: refuses %s and names the employee, not the number',
    async (number) => {
      const { file, employeeId } = await fileOf({
        company: PAYER,
        employee: { ...INLINE, primary_bank_account_number: number },
      })
      expect(file).toMatchObject({ status: 400 })
      expect(file.body.detail).toContain(
        `Correct the primary bank account of Mia Nguyen (${employeeId}): its account number must`,
      )
      expect(file.body.detail).not.toContain(number)
    },
  )

  it.each([
    [{ bank_account_number: '1234567890' }, 'its account number must not have more than 9 digits'],
    [{ bank_account_number: '000000' }, 'its account number must not be all zeros'],
    [{ bank_bsb: '000-000' }, 'its BSB must not be all zeros'],
  ])('ABA: refuses the company’s own %j', async (own, fault) => {
    const { file } = await fileOf({ company: { ...PAYER, ...own }, employee: INLINE })
    expect(file).toMatchObject({ status: 400 })
    expect(file.body.detail).toBe(`Correct bank_bsb or bank_account_number of the company: ${fault}.`)
  })

  it('ABA: refuses an employee without a BSB', async () => {
    const { file, employeeId } = await fileOf({
      company: PAYER,
      employee: { primary_bank_account_number: '12345678' },
    })
    expect(file).toMatchObject({ status: 400 })
    expect(file.body.detail).toContain(`Mia Nguyen (${employeeId}): it has no BSB`)
  })

  it.each(['010902006838', '12345', 'ABCDEF'])('BNZ: refuses %s and names the employee', async (number) => {
    const { file, employeeId } = await fileOf({
      company: NZ_PAYER,
      employee: { primary_bank_account_number: number },
    })
    expect(file).toMatchObject({ status: 400 })
    expect(file.body.detail).toContain(`the primary bank account of Mia Nguyen (${employeeId}): its number`)
    expect(file.body.detail).toContain('15 or 16 digits')
    expect(file.body.detail).not.toContain(number)
  })

  it('BNZ: refuses the company’s own account', async () => {
    const { file } = await fileOf({
      company: { ...NZ_PAYER, bank_account_number: '123456' },
      accounts: nzAccount(),
    })
    expect(file).toMatchObject({ status: 400 })
    expect(file.body.detail).toContain(
      'Correct bank_account_number of the company: its number must be 15 or 16',
    )
  })

  it('BNZ: reads an eight-digit base by its hyphens', async () => {
    const accounts = nzAccount({ account_number: '01-0902-00068389-00' })
    const { lines } = await fileOf({ company: NZ_PAYER, accounts })
    expect(lines[1]).toMatch(/^2,010902006838900,52,/)
    expect(lines[2]).toMatch(/,1,09020068389$/)
  })
})

describe('amounts that a file cannot hold', () => {
  const allowance = (amount: number) => ({
    allowances: [{ description: 'Prize', amount, allowance_category: 'OD', is_taxable: false }],
  })

  it('ABA: answers 400 and says what to do', async () => {
    const { file, employeeId } = await fileOf({
      company: PAYER,
      employee: INLINE,
      pay: allowance(100_000_000),
    })
    expect(file).toMatchObject({ status: 400 })
    expect(file.body.detail).toContain(`of Mia Nguyen (${employeeId}) is above 99,999,999.99`)
    expect(file.body.detail).toContain('split the pay')
  })
})

describe('the text of a file', () => {
  it('BNZ: has the pay day in the particulars, whole', async () => {
    const { lines } = await fileOf({ company: NZ_PAYER, accounts: nzAccount() })
    expect(lines[1]?.split(',')[8]).toBe('PAY 18NOV')
  })

  it('ABA: has the pay day with its year', async () => {
    const { lines } = await fileOf({ company: PAYER, employee: INLINE })
    expect(lines[1]?.slice(62, 80)).toBe('PAY 18NOV2026     ')
  })

  const name = { first_name: '小明', last_name: '王' }

  it('ABA: calls an employee without a Latin letter by number, else by id', async () => {
    const numbered = await fileOf({ company: PAYER, employee: { ...INLINE, ...name, number: 'A-17' } })
    expect(numbered.lines[1]?.slice(30, 62)).toBe('EMPLOYEE A-17'.padEnd(32))
    const { lines, employeeId } = await fileOf({ company: PAYER, employee: { ...INLINE, ...name } })
    expect(lines[1]?.slice(30, 62)).toBe(`EMPLOYEE ${employeeId}`.padEnd(32))
  })

  it('BNZ: calls an employee without a Latin letter by id when the number does not fit', async () => {
    const accounts = nzAccount({ account_name: '王', reference: '工资' })
    const employee = { ...name, number: 'WAREHOUSE-000017' }
    const { lines, employeeId } = await fileOf({ company: NZ_PAYER, employee, accounts })
    expect(lines[1]?.split(',')[4]).toBe(`EMPLOYEE ${employeeId}`)
    expect(lines[1]?.split(',')[8]).toBe('PAY 18NOV')
  })

  it('takes the employee’s name where only the account’s name is not Latin', async () => {
    const { lines } = await fileOf({ company: NZ_PAYER, accounts: nzAccount({ account_name: '王' }) })
    expect(lines[1]?.split(',')[4]).toBe('Mia Nguyen')
  })

  it('takes the trading name where the company’s legal name has no Latin letter', async () => {
    const names = { legal_name: '株式会社', trading_name: 'Sakura Cafe' }
    const au = await fileOf({ company: { ...PAYER, ...names }, employee: INLINE })
    expect(au.lines[0]?.slice(30, 56)).toBe('Sakura Cafe'.padEnd(26))
    expect(au.lines[1]?.slice(96, 112)).toBe('Sakura Cafe'.padEnd(16))
    const nz = await fileOf({ company: { ...NZ_PAYER, ...names }, accounts: nzAccount() })
    expect(nz.lines[1]?.split(',')[9]).toBe('Sakura Cafe')
  })

  it('is refused where the company has no name in Latin letters', async () => {
    const legal_name = '株式会社'
    const au = await fileOf({ company: { ...PAYER, legal_name }, employee: INLINE })
    const nz = await fileOf({ company: { ...NZ_PAYER, legal_name }, accounts: nzAccount() })
    for (const { file } of [au, nz]) {
      expect(file).toMatchObject({ status: 400 })
      expect(file.body.detail).toContain('Set bank_account_name of the company')
    }
  })
})
