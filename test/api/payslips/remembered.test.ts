import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SENSITIVE_FIELDS } from '../../../src/features/employees/employees/fields.ts'
import { EMPLOYEE_COLUMNS } from '../../../src/features/pays/snapshots/content.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPng } from '../branding/support.ts'
import { readTexts } from './read-pdf.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
})
// Tests move the clock, and a token lasts half an hour.
beforeEach(async () => {
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

/** A different value for every field in a pay's snapshot. */
const CHANGED: Record<string, unknown> = {
  portable_long_service_scheme: 'NSW_CONTRACT_CLEANING',
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

/** The company details that bank and contribution files need. */
const PAYING_COMPANY = {
  bank_bsb: '062-000',
  bank_account_number: '10001000',
  bank_account_name: 'Kookaburra',
  bank_name_code: 'CBA',
  direct_entry_user_id: '123456',
  contact_name: 'Sam Lee',
  email_address: 'pay@x.example',
  phone: '02 5550 1234',
}

async function aPaidEmployee(of: object = {}) {
  const company = await aCompany(owner, { trading_name: 'Kookaburra', address1: '1 Main Street', ...of })
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

  it('keeps every document that was made, and the branding of the day', async () => {
    const brand = (name: string, colour: string) =>
      owner.put('/api/branding', { name, primary_colour: colour, accent_colour: null })
    expect((await brand('Northside', '#0f5e63')).status).toBe(200)
    expect(
      (await owner.put('/api/branding/logo', aPng(120, 40, [180, 86, 27]), { 'content-type': 'image/png' }))
        .status,
    ).toBe(200)
    const { company, employee, pay } = await aPaidEmployee(PAYING_COMPANY)
    const at = `/api/company/${company.id}`
    const file = await owner.post(`${at}/payments/files`, { pay_run_id: pay.pay_run_id })
    expect(file.status, JSON.stringify(file.body)).toBe(201)
    const superFile = await owner.post(`/api/super-payments/${company.id}/files`, {
      pay_run_id: pay.pay_run_id,
    })
    expect(superFile.status, JSON.stringify(superFile.body)).toBe(201)
    const ending = { termination_date: '2026-07-17', pay_date: '2026-07-17', is_manual_leave_amounts: true }
    const end = await owner.post(`/api/employees/${employee.id}/terminate`, {
      ...ending,
      unused_holiday_amount: 100,
    })
    expect(end.status, JSON.stringify(end.body)).toBe(200)
    const documents = [
      `${at}/pays/${pay.id}/payslip`,
      `${at}/pays/${end.body.pay_id}/payslip`,
      `/api/employees/${employee.id}/termination/statement`,
      `${at}/payments/files/${file.body.id}/content`,
      `/api/super-payments/${company.id}/files/${superFile.body.id}`,
      `${at}/pay-runs/${pay.pay_run_id}/bank-file`,
    ]
    const read = async () => {
      const all: Record<string, string> = {}
      for (const path of documents) {
        const answer = await owner.get(path)
        expect(answer.status, path).toBe(200)
        all[path] = answer.raw.toString('latin1')
      }
      return all
    }
    const before = await read()
    await changeEverything(company, employee)
    expect((await brand('Southside', '#7a1f5c')).status).toBe(200)
    await owner.put('/api/branding/logo', aPng(90, 40, [31, 92, 122]), { 'content-type': 'image/png' })
    tasman.clock.advance(600_000)
    const after = await read()
    for (const path of documents) expect(after[path] === before[path], path).toBe(true)
    expect((await owner.delete('/api/branding/logo')).status).toBe(204)
    expect(await read()).toEqual(before)
    const next = await owner.put(`${at}/pays/create?pay_date=2026-07-24`, [
      { employee_id: employee.id, hours },
    ])
    expect(await bytesOf(company, next.body[0].id)).not.toContain('Northside')
    const old = readTexts(Buffer.from(before[documents[0] ?? ''] ?? '', 'latin1')).map(({ text }) => text)
    expect(old).toContain('Northside')
    await owner.put('/api/branding', { name: null, primary_colour: null, accent_colour: null })
  }, 60_000)

  it('keeps every byte of New Zealand payslips', async () => {
    const company = await aCompany(owner, { jurisdiction: 'NZ' })
    const employee = await anEmployee(owner, company.id, { country: 'NZ', has_student_loan: true })
    const account = { account_name: 'Mia', account_number: '01-0902-0068389-00', amount_type: 'REMAINDER' }
    expect((await owner.put(`/api/employees/${employee.id}/bank-accounts`, [account])).status).toBe(200)
    const made = await owner.put(`/api/company/${company.id}/pays/create?pay_date=2026-07-10`, [
      { employee_id: employee.id, hours },
    ])
    const before = await bytesOf(company, made.body[0].id)
    const flags = Object.fromEntries(FLAGS.map((name) => [name, !employee[name]]))
    const update = await owner.patch(`/api/company/${company.id}/employees/update`, [
      {
        id: employee.id,
        last_name: 'Tūhoe',
        position: 'Manager',
        nz_tax_code: 'SB',
        has_student_loan: false,
        kiwisaver_status_code: 'OK',
        kiwisaver_employee_rate: 0.1,
        pay_method: 'CASH',
        ...flags,
      },
    ])
    expect(update.body[0].errors).toEqual({})
    await owner.put(`/api/employees/${employee.id}/bank-accounts`, [])
    await owner.patch(`/api/company/${company.id}`, { legal_name: 'Weka Ltd', nzbn: null })
    tasman.clock.advance(600_000)
    expect(await bytesOf(company, made.body[0].id)).toBe(before)
  })

  it('covers in its test every column that it holds', () => {
    const constant = ['id', 'country', 'abn', 'working_holiday_tax_scale_applies', 'no_declaration']
    const newZealand = ['nz_tax_code', 'has_student_loan', 'kiwisaver_status_code']
    const uncovered = EMPLOYEE_COLUMNS.filter(
      (name) => !(name in CHANGED) && !FLAGS.includes(name) && ![...constant, ...newZealand].includes(name),
    )
    expect(uncovered).toEqual([])
  })

  it('is made again after a change of any column that it holds', async () => {
    const { rows } = await tasman.service.database.pool.query<{ attname: string }>(
      `select attname from pg_trigger join pg_attribute on attrelid = tgrelid and attnum = any(tgattr)
       where tgname like 'snapshot_changed%'`,
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
