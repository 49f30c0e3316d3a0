import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SENSITIVE_FIELDS } from '../../../src/features/employees/fields.ts'
import { EMPLOYEE_COLUMNS } from '../../../src/features/snapshots/content.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const hours = [{ description: 'Ordinary hours', units: 'hours', value: 38 }]
const accountsOf = (account_number: string) => [
  { account_name: 'Savings', bsb: '062-000', account_number, amount_type: 'FIXED', amount: 100 },
  { account_name: 'Everyday', bsb: '062-000', account_number: '7654321', amount_type: 'REMAINDER' },
]
const fundsOf = (usi: string, name: string) => [
  { fund_type: 'APRA', fund_name: name, usi, member_number: 'A1', percentage: 100 },
]

const EMPLOYEE = {
  position: 'Barista',
  department: 'Front',
  email_address: 'mia@example.com',
  phone_mobile: '0400000000',
  phone_home: '0290000000',
  primary_bank_bsb: '062-000',
  primary_bank_account_number: '11112222',
  primary_bank_account_name: 'Mia',
}

/** Another value for every field that a pay remembers. */
const CHANGED: Record<string, unknown> = {
  first_name: 'Maya',
  middle_name: 'Anh',
  last_name: 'Brown',
  date_of_birth: '1990-01-02',
  gender: 'FEMALE',
  number: 'E-2',
  address1: '9 Hill Road',
  address2: 'Unit 3',
  city: 'Perth',
  state: 'WA',
  postcode: '6000',
  email_address: 'maya@example.com',
  phone_home: '0891112222',
  phone_mobile: '0411111111',
  start_date: '2025-01-01',
  employment_status: 'Casual',
  employment_type: null,
  position: 'Manager',
  department: 'Back',
  is_super_only_contractor: false,
  tfnd_signed_date: '2026-07-01',
  is_foreign_resident: true,
  has_claimed_tax_free_threshold: false,
  has_stsl_liability: true,
  is_closely_held: true,
  tax_file_number: '876543210',
  pay_method: 'CASH',
  stp_employment_status: 'C',
  default_employee_fund_usi: 'STA0100AU',
  default_employee_fund_member_number: '9',
  primary_bank_account_number: '99998888',
  pay_rate_per_hour: 55,
}
const FLAGS = EMPLOYEE_COLUMNS.filter((name) => /^(payslip_|show_)/.test(name))

async function aPaidEmployee() {
  const company = await aCompany(owner, { trading_name: 'Kookaburra', address1: '1 Main Street' })
  const employee = await anEmployee(owner, company.id, { ...EMPLOYEE, number: `E-${company.id}` })
  expect((await owner.put(`/api/employees/${employee.id}/bank-accounts`, accountsOf('1234567'))).status).toBe(
    200,
  )
  const funds = fundsOf('60905115063001', 'Coral Super')
  expect((await owner.put(`/api/employees/${employee.id}/super-funds`, funds)).status).toBe(200)
  const made = await owner.put(`/api/company/${company.id}/pays/create?pay_date=2026-07-10`, [
    { employee_id: employee.id, hours },
  ])
  expect(made.status).toBe(201)
  return { company, employee, pay: made.body[0] as AnyJson }
}

async function changeEverything(company: AnyJson, employee: AnyJson) {
  const flags = Object.fromEntries(FLAGS.map((name) => [name, !employee[name]]))
  const update = await owner.patch(`/api/company/${company.id}/employees/update`, [
    { id: employee.id, ...CHANGED, number: `F-${employee.id}`, ...flags },
  ])
  expect(update.body[0].errors).toEqual({})
  await owner.put(`/api/employees/${employee.id}/bank-accounts`, accountsOf('5555555'))
  await owner.put(`/api/employees/${employee.id}/super-funds`, fundsOf('STA0100AU', 'Reef Super'))
  const changed = await owner.patch(`/api/company/${company.id}`, {
    legal_name: 'Magpie Pty Ltd',
    trading_name: 'Magpie',
    abn: '53004085616',
    address1: '2 Other Street',
    city: 'Hobart',
  })
  expect(changed.status).toBe(200)
}

const bytesOf = async (company: AnyJson, payId: number) => {
  const payslip = await tasman.app.inject({
    method: 'GET',
    url: `/api/company/${company.id}/pays/${payId}/payslip`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(payslip.statusCode).toBe(200)
  return payslip.rawPayload.toString('latin1')
}

describe('what a pay remembers', () => {
  it('keeps every byte of a payslip, whatever changes of the employee and the company afterwards', async () => {
    const { company, employee, pay } = await aPaidEmployee()
    const before = await bytesOf(company, pay.id)
    await changeEverything(company, employee)
    tasman.clock.advance(600_000)
    expect(await bytesOf(company, pay.id)).toBe(before)
  })

  it('covers in its test every column that it holds', () => {
    const constant = ['id', 'country', 'abn', 'working_holiday_tax_scale_applies', 'no_declaration']
    const newZealand = ['nz_tax_code', 'has_student_loan', 'kiwisaver_status_code']
    const uncovered = EMPLOYEE_COLUMNS.filter(
      (name) => !(name in CHANGED) && !FLAGS.includes(name) && ![...constant, ...newZealand].includes(name),
    )
    expect(uncovered).toEqual([])
  })

  it('is made anew after a change of any column that it holds', async () => {
    const { rows } = await tasman.service.database.pool.query<{ attname: string }>(
      `select attname from pg_trigger join pg_attribute on attrelid = tgrelid and attnum = any(tgattr)
       where tgname = 'snapshot_changed'`,
    )
    const watched = new Set(rows.map((row) => row.attname))
    expect(EMPLOYEE_COLUMNS.filter((name) => name !== 'id' && !watched.has(name))).toEqual([])
    expect(SENSITIVE_FIELDS.filter((name) => !watched.has(name))).toEqual([])
  })

  it('stays when the pay is rebuilt, and is renewed on request', async () => {
    const { company, employee, pay } = await aPaidEmployee()
    await changeEverything(company, employee)
    const snapshot = () => owner.get(`/api/company/${company.id}/pays/${pay.id}/snapshot`)
    const before = await snapshot()
    expect(before.body).toMatchObject({
      snapshot: 'recorded',
      employee: { last_name: 'Nguyen', position: 'Barista' },
      employer: { legal_name: 'Kookaburra Cafe Pty Ltd' },
      bank_accounts: [{ account_number: '***567' }, { account_number: '***321' }],
      super_funds: [{ fund_name: 'Coral Super' }],
    })
    const path = `/api/company/${company.id}/pays/${pay.id}`
    expect((await owner.put(path, { hours })).status).toBe(200)
    expect((await snapshot()).body).toEqual(before.body)
    expect((await owner.put(`${path}?renew_snapshot=true`, { hours })).status).toBe(200)
    expect((await snapshot()).body).toMatchObject({
      employee: { last_name: 'Brown', position: 'Manager' },
      employer: { legal_name: 'Magpie Pty Ltd' },
      super_funds: [{ fund_name: 'Reef Super' }],
    })
  })

  it('is shared by pays while nothing changes, and never by a later change', async () => {
    const { company, employee, pay } = await aPaidEmployee()
    const again = async (date: string) =>
      (
        await owner.put(`/api/company/${company.id}/pays/create?pay_date=${date}`, [
          { employee_id: employee.id, hours },
        ])
      ).body[0] as AnyJson
    const second = await again('2026-07-17')
    await owner.patch(`/api/company/${company.id}/employees/update`, [{ id: employee.id, position: 'Cook' }])
    const third = await again('2026-07-18')
    const { rows } = await tasman.service.database.pool.query<{ snapshot_id: number }>(
      'select snapshot_id from pays where id = any($1) order by id',
      [[pay.id, second.id, third.id]],
    )
    const [a, b, c] = rows.map((row) => row.snapshot_id)
    expect(a).toBe(b)
    expect(c).not.toBe(a)
  })

  it('is reconstructed for pays of version 0.1, and says so', async () => {
    const { company, pay } = await aPaidEmployee()
    await tasman.service.database.pool.query(
      'update pays set snapshot_id = null, employer_snapshot_id = null where id = $1',
      [pay.id],
    )
    await bytesOf(company, pay.id)
    const { body } = await owner.get(`/api/company/${company.id}/pays/${pay.id}/snapshot`)
    expect(body).toMatchObject({ snapshot: 'reconstructed', employee: { last_name: 'Nguyen' } })
  })
})
