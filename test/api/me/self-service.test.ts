import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { mailTo } from '../../support/mail.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'
import { acceptInvitation, callApp, createVisitor, enterAs, type Visitor } from '../../support/visitor.ts'

const EMAIL = 'mia@client.example'
/** The demo account has no payroll officer, so its owner decides. */
const OFFICER = 'owner@demo.example'
const ALL = {
  employee_portal_active: true,
  allow_edit_account_details: true,
  allow_edit_tax_settings: true,
  allow_edit_bank_accounts: true,
  allow_edit_super_details: true,
  allow_edit_leave_requests: true,
  allow_view_holiday_leave_balance: true,
  allow_view_sick_leave_balance: true,
  allow_view_long_service_leave_balance: true,
  allow_view_payslips: true,
}

let tasman: TestApp
let officer: TestClient
let company: string
let companyId: number
let miaId: number
let mia: Visitor
let payId: number
let strangersPay: number

const me = (method: 'GET' | 'POST' | 'DELETE', path = '', body?: unknown, visitor = mia) =>
  callApp(tasman, visitor, method, `/app/api/me${path}`, body)
const set = async (fields: object) => {
  const { status, body } = await officer.patch(`${company}/employees/update`, [{ id: miaId, ...fields }])
  expect(status, JSON.stringify(body)).toBe(200)
}
/** Invites an employee as the officer, in the web app. */
const invite = async (id: number) =>
  callApp(
    tasman,
    await enterAs(tasman, 'owner@demo.example'),
    'POST',
    `/app/api/employees/${id}/self-service`,
  )
const leave = (fields: object) => me('POST', '/leave-requests', { leave_type: 'HOLIDAY', ...fields })

beforeAll(async () => {
  tasman = await startTestApp()
  officer = await tasman.clientFor('owner')
  companyId = (await aCompany(officer)).id
  company = `/api/company/${companyId}`
  miaId = (await anEmployee(officer, companyId, { email_address: EMAIL, number: 'E1' })).id
  const tom = await anEmployee(officer, companyId, {
    first_name: 'Tom',
    number: 'E2',
    tax_file_number: '865414088',
  })
  for (const payDate of ['2026-10-09', '2026-10-16', '2026-10-23'])
    payId = (await aPay(officer, companyId, payDate, aWeek(miaId))).id
  strangersPay = (await aPay(officer, companyId, '2026-10-23', aWeek(tom.id))).id
}, 60_000)
afterAll(() => tasman.close())

it('is invited to from the record, once the portal is on, at the address of the record', async () => {
  const url = `/api/employees/${miaId}/self-service`
  expect((await officer.get(url)).body).toMatchObject({ state: 'none', is_open: false })
  const off = await invite(miaId)
  expect([off.status, off.body.detail]).toEqual([409, expect.stringContaining('employee_portal_active')])
  await set({ employee_portal_active: true })
  // No application can invite people, whatever its access. The officer can, in the web app.
  const refused = await officer.post(url)
  expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('web app')])
  const invited = await invite(miaId)
  expect([invited.status, invited.body.state, invited.body.email]).toEqual([201, 'invited', EMAIL])
  // The account's name is not the employer's: a bureau runs this payroll.
  const mail = await mailTo(tasman.service, EMAIL)
  const { legal_name: employer } = (await officer.get(company)).body
  expect(mail.subject).toMatch(new RegExp(`invites you to ${employer}$`))
  expect(mail.text).toContain(`invites you, on behalf of ${employer}, to see your payslips`)
  const page = await createVisitor(tasman).get(/\/invitation\/[\w-]+/.exec(mail.text)?.[0] ?? '')
  expect(page.text).toContain(`invites you to ${employer}: your payslips`)
  mia = createVisitor(tasman)
  const { answer } = await acceptInvitation(mia, (await mailTo(tasman.service, EMAIL)).text)
  expect([answer.status, answer.location]).toEqual([303, '/app'])
  expect((await officer.get(url)).body.state).toBe('active')
  expect((await invite(miaId)).status).toBe(409)
  expect((await officer.get('/api/employees/999999/self-service')).status).toBe(404)
  const foreign = await tasman.clientFor('other')
  for (const method of ['get', 'delete'] as const) expect((await foreign[method](url)).status).toBe(404)
  const stranger = await enterAs(tasman, 'other@demo.example')
  expect((await callApp(tasman, stranger, 'POST', `/app${url}`)).status).toBe(404)
})

it('reaches nothing but itself: no other address, no application, no other person', async () => {
  for (const path of ['/company', `/company/${companyId}`, `/employees/${miaId}`, '/people', '/openapi.json'])
    expect([path, (await callApp(tasman, mia, 'GET', `/app/api${path}`)).status]).toEqual([
      path,
      path === '/openapi.json' ? 200 : 403,
    ])
  const consent = await mia.get(
    '/consent?client_id=demo-client&redirect_uri=http://127.0.0.1:8123/callback&scope=openid',
  )
  expect(consent.status).toBe(403)
  expect((await officer.get('/api/me')).status).toBe(403)
  expect((await callApp(tasman, mia, 'GET', '/app/own/outbox')).status).toBe(403)
  await set({ allow_view_payslips: true })
  expect((await me('GET', `/payslips/${strangersPay}`)).status).toBe(404)
  expect((await me('GET', '/payslips/999999')).status).toBe(404)
  expect((await me('GET', `/payslips/${payId}`)).headers['content-type']).toBe('application/pdf')
  expect((await me('GET', `/payslips/${strangersPay}/explanation`)).status).toBe(404)
  const why = (await me('GET', `/payslips/${payId}/explanation`)).body
  expect(why.note).toBeNull()
  expect(why.summary.map(({ summary }: { summary: string }) => summary).join(' ')).toMatch(
    /\$[\d,.]+ tax on /,
  )
  const list = (await me('GET', '/payslips')).body
  expect(list.map((row: AnyJson) => row.pay_date)).toEqual(['2026-10-23', '2026-10-16', '2026-10-09'])
})

/** The data behind each switch: requested with the switch off, then on. */
const DETAILS: [string, string, object][] = [
  ['allow_edit_account_details', 'details', { city: 'Hobart' }],
  ['allow_edit_bank_accounts', 'bank', { primary_bank_account_name: 'M Nguyen' }],
  ['allow_edit_tax_settings', 'tax', { has_stsl_liability: true }],
  ['allow_edit_super_details', 'super', { default_employee_fund_member_number: 'A1' }],
]
describe('each switch does what it says', () => {
  it('what is shown', async () => {
    await set(Object.fromEntries(Object.keys(ALL).map((name) => [name, name === 'employee_portal_active'])))
    const closed = (await me('GET')).body
    expect([closed.balances, closed.details, closed.sees_payslips, closed.asks_for_leave]).toEqual([
      [],
      {},
      false,
      false,
    ])
    for (const path of ['/payslips', `/payslips/${payId}`]) expect((await me('GET', path)).status).toBe(403)
    for (const [flag, name] of [
      ['allow_view_holiday_leave_balance', 'Annual leave'],
      ['allow_view_sick_leave_balance', 'Sick leave'],
      ['allow_view_long_service_leave_balance', 'Long service leave'],
    ] as const) {
      await set({ [flag]: true })
      expect((await me('GET')).body.balances.map((row: AnyJson) => row.name)).toEqual([name])
      await set({ [flag]: false })
    }
    await set({ allow_view_payslips: true })
    expect((await me('GET', '/payslips')).status).toBe(200)
  })

  it('what may be asked for', async () => {
    const week = { start_date: '2026-11-16', end_date: '2026-11-16' }
    expect((await leave(week)).status).toBe(403)
    for (const [flag, kind, fields] of DETAILS) {
      const ask = () => me('POST', '/detail-requests', { kind, fields, code: '000000' })
      expect([kind, (await ask()).status]).toEqual([kind, 403])
      await set({ [flag]: true })
      // Allowed now, but the second factor is missing.
      expect([kind, (await ask()).status]).toEqual([kind, 409])
      expect(Object.keys((await me('GET')).body.details)).toEqual([kind])
      await set({ [flag]: false })
    }
    await set({ allow_edit_leave_requests: true })
    // 8.77 hours accrued in three weeks.
    const long = { start_date: '2026-11-16', end_date: '2026-11-17' }
    const short = await leave(long)
    expect([short.status, short.body.detail]).toEqual([
      400,
      expect.stringMatching(/ask for 15.20 hours and have 8.7/),
    ])
    await set({ allow_edit_leave_requests_when_negative: true })
    const below = await leave(long)
    expect([below.status, below.body.warnings]).toEqual([
      201,
      ['Annual leave would fall below zero with this request.'],
    ])
    expect((await me('DELETE', `/requests/${below.body.id}`)).status).toBe(204)
    expect((await me('DELETE', `/requests/${below.body.id}`)).status).toBe(409)
  })

  it('the master switch closes everything at once', async () => {
    await set({ ...ALL, employee_portal_active: false })
    for (const path of ['', '/payslips', '/leave', '/requests'])
      expect((await me('GET', path)).status).toBe(403)
    await set(ALL)
    expect((await me('GET')).status).toBe(200)
  })
})

describe('leave', () => {
  it('is asked for in working days, granted, and lands on the next draft in place of hours', async () => {
    await set({ allow_edit_leave_requests_when_negative: true })
    const bad = [
      [{ start_date: '2026-11-14', end_date: '2026-11-15' }, 400],
      [{ start_date: '2026-11-20', end_date: '2026-11-19' }, 422],
      [{ start_date: '2026-01-20', end_date: '2026-01-20' }, 422],
      [{ start_date: '2026-11-19', end_date: '2026-11-19', leave_type: 'ALT_HOLIDAY' }, 422],
    ] as const
    for (const [fields, status] of bad)
      expect([fields, (await leave(fields)).status]).toEqual([fields, status])

    const asked = await leave({ start_date: '2026-11-06', end_date: '2026-11-09', message: 'A wedding' })
    expect([asked.status, asked.body.leave.days.map((day: AnyJson) => day.date)]).toEqual([
      201,
      ['2026-11-06', '2026-11-09'],
    ])
    const toOfficer = await mailTo(tasman.service, OFFICER)
    expect([toOfficer.subject, toOfficer.text]).toEqual([
      'Mia Nguyen asks for leave',
      expect.stringMatching(/Annual leave from 6 Nov 2026 to 9 Nov 2026[\s\S]*\/requests$/),
    ])
    expect((await leave({ start_date: '2026-11-09', end_date: '2026-11-10' })).status).toBe(409)
    const [open] = (await officer.get(`${company}/requests?state=open`)).body
    expect([open.id, open.employee_name, open.message]).toEqual([asked.body.id, 'Mia Nguyen', 'A wedding'])
    const stored = await tasman.service.database.query
      .selectFrom('employee_requests')
      .select('message')
      .where('id', '=', open.id)
      .executeTakeFirstOrThrow()
    expect(stored.message).toMatch(/^s2\./)
    const foreign = await tasman.clientFor('other')
    expect((await foreign.post(`${company}/requests/${open.id}/approve`, {})).status).toBe(403)
    const granted = await officer.post(`${company}/requests/${open.id}/approve`, { answer: 'Enjoy it' })
    expect([granted.status, granted.body.state, granted.body.decided_by]).toEqual([
      200,
      'approved',
      expect.any(String),
    ])
    expect((await officer.post(`${company}/requests/${open.id}/decline`, {})).status).toBe(409)
    expect((await mailTo(tasman.service, EMAIL)).text).toContain('Enjoy it')

    const draft = (date: string) =>
      officer.post(`${company}/pay-runs`, { pay_period: 'WEEKLY', pay_date: date })
    const { body: run } = await draft('2026-11-08')
    const pay = run.pays.find((row: AnyJson) => row.employee_id === miaId)
    const { body: whole } = await officer.get(`${company}/pays/${pay.id}`)
    expect(whole.leave.map((row: AnyJson) => [row.description, row.leave_type, row.date, row.hours])).toEqual(
      [['Annual leave', 'HOLIDAY', '2026-11-06', 7.6]],
    )
    expect([whole.hours[0].value, whole.gross]).toEqual([30.4, 38 * 40])
    const next = (await draft('2026-11-15')).body.pays.find((row: AnyJson) => row.employee_id === miaId)
    const paysOf = async () =>
      (await me('GET', '/requests')).body
        .find((row: AnyJson) => row.id === open.id)
        .leave.days.map((day: AnyJson) => day.pay_id)
    expect(await paysOf()).toEqual([pay.id, next.id])
    // A deleted draft releases its day of leave to the next draft, which notes that it is late.
    await officer.delete(`${company}/pays/${pay.id}`)
    await officer.delete(`${company}/pays/${next.id}`)
    expect(await paysOf()).toEqual([null, null])
    const late = (await draft('2026-11-15')).body.pays.find((row: AnyJson) => row.employee_id === miaId)
    const { body: both } = await officer.get(`${company}/pays/${late.id}`)
    expect(both.leave.map((row: AnyJson) => row.date)).toEqual(['2026-11-06', '2026-11-09'])
    expect(both.warnings.join()).toContain('2026-11-06 was granted after its period')
    // Granted while there is a draft: the response says so.
    const other = await leave({ start_date: '2026-11-11', end_date: '2026-11-11', leave_type: 'SICK' })
    const told = await officer.post(`${company}/requests/${other.body.id}/approve`)
    expect(told.body.warnings).toEqual([expect.stringContaining(`Draft pay ${late.id} was created before`)])
  })

  it('leaves out the holidays of New Zealand', async () => {
    const { id } = await aCompany(officer, { jurisdiction: 'NZ' })
    const kiri = await anEmployee(officer, id, {
      ...ALL,
      allow_edit_leave_requests_when_negative: true,
      country: 'NZ',
      number: 'NZ1',
      email_address: 'kiri@client.example',
      nz_work_days: 'MO,TU,WE,TH',
    })
    await invite(kiri.id)
    const visitor = createVisitor(tasman)
    await acceptInvitation(visitor, (await mailTo(tasman.service, 'kiri@client.example')).text)
    // Labour Day is 26 October 2026. Friday is not a working day.
    const body = { leave_type: 'ANNUAL_HOLIDAYS', start_date: '2026-10-23', end_date: '2026-10-28' }
    const asked = await me('POST', '/leave-requests', body, visitor)
    expect(asked.body.leave.days.map((day: AnyJson) => day.date)).toEqual(['2026-10-27', '2026-10-28'])
    expect((await me('GET', '', undefined, visitor)).body.balances.map((row: AnyJson) => row.unit)).toEqual([
      'weeks',
      'days',
      'days',
    ])
    // Kiri cannot see Mia's requests.
    const [hers] = (await me('GET', '/requests')).body
    expect((await me('DELETE', `/requests/${hers.id}`, undefined, visitor)).status).toBe(404)
    expect((await me('GET', '/requests', undefined, visitor)).body).toHaveLength(1)
  })
})

describe('details', () => {
  it('are asked for with a code that works once, kept sealed, approved by the officer, and told by mail', async () => {
    const { body: offer } = await callApp(tasman, mia, 'GET', '/app/own/account/second-factor')
    const totp = new TOTP({ secret: Secret.fromBase32(offer.secret) })
    const code = () => {
      tasman.clock.advance(30_000)
      return totp.generate({ timestamp: tasman.clock.now().getTime() })
    }
    expect(
      (
        await callApp(tasman, mia, 'POST', '/app/own/account/second-factor', {
          password: 'a-long-password',
          code: code(),
        })
      ).status,
    ).toBe(200)
    const bank = {
      primary_bank_bsb: '062-000',
      primary_bank_account_number: '87654321',
      primary_bank_account_name: 'M Nguyen',
    }
    const ask = (kind: string, fields: object, by = code()) =>
      me('POST', '/detail-requests', { kind, fields, code: by })
    expect((await ask('bank', bank, '000000')).status).toBe(400)
    expect((await ask('bank', { city: 'Hobart' })).status).toBe(422)
    expect((await ask('details', { pay_rate_per_hour: '99' })).status).toBe(422)
    expect((await ask('tax', { ird_number: '49091850' })).status).toBe(422)
    expect((await ask('tax', { tax_file_number: '111111112' })).status).toBe(422)
    const used = code()
    const asked = await ask('bank', bank, used)
    expect([asked.status, asked.body.state]).toEqual([201, 'open'])
    expect((await ask('details', { city: 'Hobart' }, used)).status).toBe(400)
    expect((await ask('bank', bank)).status).toBe(409)
    expect((await mailTo(tasman.service, EMAIL)).subject).toBe('A change of your bank account was requested')
    const toOfficer = await mailTo(tasman.service, OFFICER)
    expect(toOfficer.subject).toBe('Mia Nguyen asks for a change of the bank account')
    expect(toOfficer.text).not.toContain('87654321')
    const stored = await tasman.service.database.query.selectFrom('employee_requests').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain('87654321')

    await officer.put(`/api/employees/${miaId}/bank-accounts`, [
      {
        account_name: 'Savings',
        bsb: '062-000',
        account_number: '11112222',
        amount_type: 'FIXED',
        amount: 50,
      },
      { account_name: 'Old', bsb: '062-000', account_number: '33334444', amount_type: 'REMAINDER' },
    ])
    const [open] = (await officer.get(`${company}/requests?state=open`)).body
    expect(open.fields.primary_bank_account_number.after).toBe('87654321')
    expect((await officer.get(`/api/employees/${miaId}`)).body.primary_bank_account_number).toBeNull()
    const done = await officer.post(`${company}/requests/${open.id}/approve`)
    expect([done.status, done.body.fields.primary_bank_account_number.after]).toEqual([200, '••• 321'])
    expect((await officer.get(`/api/employees/${miaId}`)).body.primary_bank_account_number).toBe('87654321')
    const accounts = (await officer.get(`/api/employees/${miaId}/bank-accounts`)).body
    expect(accounts.map((row: AnyJson) => row.account_number)).toEqual(['11112222', '87654321'])

    const moved = await ask('details', {
      address1: '12 Bay Road',
      city: 'Hobart',
      state: 'TAS',
      postcode: '7000',
    })
    expect(moved.body.fields.city).toEqual({ before: 'Sydney', after: 'Hobart' })
    const declined = await officer.post(`${company}/requests/${moved.body.id}/decline`, { answer: 'Not yet' })
    expect([declined.body.state, declined.body.answer]).toEqual(['declined', 'Not yet'])
    expect((await officer.get(`/api/employees/${miaId}`)).body.city).toBe('Sydney')
    const log = (await officer.get('/api/audit-log?limit=500')).body
    const row = log.find(
      (entry: AnyJson) =>
        entry.action === 'approveRequest' && entry.outcome === 200 && entry.target.includes(`/${open.id}/`),
    )
    expect(JSON.stringify(row.changes)).not.toContain('87654321')
    expect(row.changes.map((change: AnyJson) => change.about)).toEqual([
      `Employee ${miaId}, Mia Nguyen`,
      `Request ${open.id} (bank) of Mia Nguyen`,
    ])
  })

  it('codes are not to be guessed', async () => {
    const statuses = []
    for (let index = 0; index < 7; index += 1)
      statuses.push(
        (await me('POST', '/detail-requests', { kind: 'details', fields: { city: 'X' }, code: '000000' }))
          .status,
      )
    expect(statuses).toContain(429)
  })

  it('access ends with the officer’s word', async () => {
    expect((await officer.delete(`/api/employees/${miaId}/self-service`)).status).toBe(204)
    expect((await me('GET')).status).toBe(401)
    expect((await officer.get(`/api/employees/${miaId}/self-service`)).body.state).toBe('none')
  })
})
