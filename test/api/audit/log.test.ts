import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee, employeeBody } from '../../support/make.ts'
import { authorize, createVisitor, exchangeCode, refresh } from '../../support/visitor.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

type Entry = { action: string; outcome: number; target: string | null; [name: string]: unknown }
const readLog = async (client: TestClient, query = ''): Promise<Entry[]> =>
  (await client.get(`/api/audit-log${query}`)).body
const last = async (action: string) => (await readLog(owner)).find((entry) => entry.action === action)

describe('what it records', () => {
  it('a payroll write: who, by which application, what, when, from where, with which outcome', async () => {
    const company = await aCompany(owner)
    const refused = await owner.put(`/api/company/${company.id}/employees/create?x=1`, [])
    const [entry, created] = await readLog(owner)
    expect(entry).toMatchObject({
      outcome: refused.status,
      target: `/api/company/${company.id}/employees/create`,
      request_id: refused.headers['x-request-id'],
      reason: null,
    })
    expect(created).toEqual({
      id: expect.any(Number),
      at: expect.stringMatching(/^2026-11-02T00:0\d:\d\d$/),
      user_id: expect.any(Number),
      user_email: 'owner@demo.example',
      user_name: expect.any(String),
      client_id: 'demo-client',
      action: 'createCompany',
      target: '/api/company/create',
      outcome: 201,
      ip: '127.0.0.1',
      request_id: expect.any(String),
      reason: null,
      changes: expect.any(Array),
    })
  })

  it('a refused request for an id that no employee can have, and what follows it', async () => {
    for (const id of ['2147483647', '2147483648', '99999999999999999999']) {
      const refused = await owner.post(`/api/employees/${id}/reveal`, { reason: 'Test' })
      expect(refused.status).toBeGreaterThanOrEqual(400)
      const [entry] = await readLog(owner)
      expect(entry).toMatchObject({
        outcome: refused.status,
        request_id: refused.headers['x-request-id'],
      })
    }
  })

  it('pays, rates and allowances before and after; a preview tells of nothing', async () => {
    const company = await aCompany(owner)
    const api = `/api/company/${company.id}`
    const { id: employee_id } = await anEmployee(owner, company.id, { pay_rate_per_hour: '40.00' })
    const hours = (value: number) => [{ description: 'Ordinary hours', units: 'hours', value }]
    const [pay] = (await owner.put(`${api}/pays/create`, [{ employee_id, hours: hours(38) }])).body
    const about = expect.stringMatching(new RegExp(`^Pay ${pay.id} of .+, \\d{4}-\\d\\d-\\d\\d$`))
    expect((await last('createPays'))?.changes).toEqual([
      {
        about,
        fields: expect.objectContaining({
          gross: [null, 1520],
          net: [null, pay.net],
          status: [null, 'processed'],
        }),
      },
    ])
    await owner.put(`${api}/pays/${pay.id}?dry_run=true`, { hours: hours(30) })
    expect((await last('rebuildPay'))?.changes).toEqual([])
    await owner.put(`${api}/pays/${pay.id}`, { hours: hours(30) })
    expect((await last('rebuildPay'))?.changes).toMatchObject([
      { about, fields: { gross: [1520, 1200], 'Ordinary hours': ['38 hours at $40', '30 hours at $40'] } },
    ])
    await owner.delete(`${api}/pays/${pay.id}`)
    expect((await last('deletePay'))?.changes).toMatchObject([{ about, fields: { gross: [1200, null] } }])

    const { body: rate } = await owner.post(`${api}/pay-rates`, { description: 'Night', rate: 50 })
    await owner.patch(`${api}/pay-rates/${rate.id}`, { rate: 55 })
    expect((await last('updateCompanyPayRate'))?.changes).toEqual([
      { about: 'Pay rate “Night”', fields: { rate: [50, 55] } },
    ])
    const own = await owner.post(`/api/employees/${employee_id}/pay-rates`, { description: 'Own', rate: 60 })
    expect(own.status).toBe(201)
    expect((await last('createEmployeePayRate'))?.changes).toMatchObject([
      { fields: { pay_rate: [null, 'Own: $60'] } },
    ])
    const laundry = { description: 'Laundry', amount: 10, allowance_category: 'LD' }
    const { body: allowance } = await owner.post(`${api}/allowances`, laundry)
    await owner.patch(`${api}/allowances/${allowance.id}`, { amount: 12, employee_ids: [employee_id] })
    expect((await last('updateCompanyAllowance'))?.changes).toEqual([
      {
        about: 'Company allowance “Laundry”',
        fields: { amount: [10, 12], employee_ids: [null, String(employee_id)] },
      },
    ])
  })

  it('sign-in, consent, token, refresh, revocation after a replay, and sign-out', async () => {
    const visitor = createVisitor(tasman)
    await visitor.signIn('owner@demo.example', 'wrong')
    expect(await last('sign-in')).toMatchObject({ outcome: 401, user_email: 'owner@demo.example' })
    await authorize(visitor, {}, { decision: 'deny' })
    expect(await last('sign-in')).toMatchObject({ outcome: 303 })
    expect(await last('consent.deny')).toMatchObject({ client_id: 'demo-client' })
    const code = (await authorize(visitor, {})).get('code') as string
    expect(await last('consent.allow')).toMatchObject({ target: 'scopes openid payroll.read payroll.write' })
    const { body } = await exchangeCode(tasman, code)
    expect(await last('token')).toMatchObject({ outcome: 200, client_id: 'demo-client' })
    await refresh(tasman, body.refresh_token)
    await refresh(tasman, body.refresh_token)
    expect(await last('token.revoked')).toMatchObject({
      outcome: 400,
      target: expect.stringMatching(/^connection \d+$/),
    })
    await visitor.post('/sign-out', {}, await visitor.get('/sign-out'))
    expect(await last('sign-out')).toBeDefined()
  })

  it('admin acts', async () => {
    const { body } = await owner.post('/api/api-admin/clients', {
      name: 'Audited',
      redirect_uris: ['https://a.example/'],
    })
    await owner.post(`/api/api-admin/clients/${body.client_id}/rotate-secret`)
    expect((await last('rotateClientSecret'))?.target).toContain(body.client_id)
  })

  it('no tax number, bank number, password, token or secret', async () => {
    const company = await aCompany(owner, { bank_bsb: '062000', bank_account_number: '12345678' })
    await anEmployee(owner, company.id, {
      tax_file_number: '459599230',
      primary_bank_account_number: '87654321',
    })
    await owner.put(`/api/company/${company.id}/employees/create`, [employeeBody({ tax_file_number: '999' })])
    await readLog(owner)
    const { rows } = await tasman.service.database.pool.query(
      'select row_to_json(a)::text as a from audit_log a',
    )
    const log = rows.map((row) => row.a).join('\n')
    for (const secret of ['459599230', '12345678', '87654321', 'demo-password', 'demo-secret', owner.token])
      expect(log).not.toContain(secret)
  })

  it('no read that shows neither a number nor a document', async () => {
    const before = (await readLog(owner, '?limit=500')).length
    await owner.get('/api/companies')
    expect(await readLog(owner, '?limit=500')).toHaveLength(before)
  })
})

describe('reading it', () => {
  it('newest first, limited, and by days of the deployment', async () => {
    const one = await readLog(owner, '?limit=1')
    expect(one).toHaveLength(1)
    const all = await readLog(owner, '?limit=500')
    expect(all.map((entry) => entry.id)).toEqual(
      [...all.map((entry) => entry.id)].sort((a, b) => Number(b) - Number(a)),
    )
    // Midnight UTC on 2 November is 11 in the morning of that day in Sydney.
    expect(await readLog(owner, '?from_date=2026-11-02&to_date=2026-11-02&limit=500')).toHaveLength(
      all.length,
    )
    expect(await readLog(owner, '?from_date=2026-11-03')).toEqual([])
    expect(await readLog(owner, '?to_date=2026-11-01')).toEqual([])
    for (const query of ['?limit=0', '?limit=501', '?from_date=yesterday', '?page=2'])
      expect((await owner.get(`/api/audit-log${query}`)).status).toBe(422)
  })

  it('shows each customer only its own', async () => {
    const partner = await tasman.clientFor('partner')
    for (const entry of await readLog(partner)) expect(entry.user_email).toBe('partner@demo.example')
  })
})

describe('keeping it', () => {
  it('loses nothing when the service stops gently', async () => {
    const second = await startTestApp({
      databaseUrl: tasman.databaseUrl,
    })
    const client = second.clientWith(owner.token)
    const { headers } = await client.put('/api/company/create', { legal_name: 'Last words Pty Ltd' })
    await second.close()
    const { rowCount } = await tasman.service.database.pool.query(
      'select 1 from audit_log where request_id = $1',
      [headers['x-request-id']],
    )
    expect(rowCount).toBe(1)
  })
})
