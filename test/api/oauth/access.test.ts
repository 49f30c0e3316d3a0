import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee, employeeBody } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let other: TestClient
let companyId: number
let employeeId: number

beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  other = await tasman.clientFor('other')
  companyId = (await aCompany(owner)).id
  employeeId = (await anEmployee(owner, companyId)).id
})
afterAll(() => tasman.close())

describe('401', () => {
  it('answers a missing, unknown or malformed token with its body and header', async () => {
    const bare = tasman.clientWith()
    for (const authorization of [
      '',
      'Bearer',
      'Bearer unknown',
      'Basic abc',
      `Bearer ${owner.token}x`,
      owner.token,
    ]) {
      const answer = await bare.get('/api/company', undefined, authorization ? { authorization } : {})
      expect([authorization, answer.status]).toEqual([authorization, 401])
      expect(answer.body).toMatchObject({ detail: 'Not authenticated' })
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
    }
  })

  it('asks for a token before it says whether anything exists', async () => {
    const bare = tasman.clientWith()
    expect((await bare.get('/api/company/999999')).status).toBe(401)
    expect((await bare.put('/api/company/create', { nonsense: true })).status).toBe(401)
  })

  it('takes the scheme in any case', async () => {
    const answer = await tasman
      .clientWith()
      .get('/api/company', undefined, { authorization: `bearer ${owner.token}` })
    expect(answer.status).toBe(200)
  })

  it('refuses a token whose application was deleted, and one whose connection was revoked, at once', async () => {
    const { body: made } = await owner.post('/api/api-admin/clients', {
      name: 'Short-lived',
      redirect_uris: ['https://short.example/back'],
    })
    const short = await tasman.clientFor('other', { clientId: made.client_id })
    expect((await short.get('/api/company')).status).toBe(200)
    const { body: connections } = await owner.get('/api/api-admin/connections')
    const mine = connections.find((row: { client_id: string }) => row.client_id === made.client_id)
    expect((await owner.delete(`/api/api-admin/connections/${mine.id}`)).status).toBe(204)
    expect((await short.get('/api/company')).status).toBe(401)

    const again = await tasman.clientFor('other', { clientId: made.client_id })
    expect((await again.get('/api/company')).status).toBe(200)
    expect((await owner.delete(`/api/api-admin/clients/${made.client_id}`)).status).toBe(204)
    expect((await again.get('/api/company')).status).toBe(401)
  })
})

describe('403', () => {
  it('names the missing scope, one for every group of routes', async () => {
    const nothing = await tasman.clientFor('owner', { scope: 'openid' })
    const reader = await tasman.clientFor('owner', { scope: 'openid payroll.read' })
    const missing = (scope: string) => ({ detail: `Missing required scope: ${scope}` })
    expect((await nothing.get(`/api/company/${companyId}`)).body).toMatchObject(missing('payroll.read'))
    expect((await nothing.get('/api/webhooks')).body).toMatchObject(missing('payroll.read'))
    expect((await nothing.get('/api/audit-log')).body).toMatchObject(missing('payroll.read'))
    expect((await reader.put('/api/company/create', {})).body).toMatchObject(missing('payroll.write'))
    expect((await reader.post('/api/api-admin/clients', {})).body).toMatchObject(missing('payroll.write'))
    const partner = await tasman.clientFor('partner', { scope: 'openid partner.checkout.preview' })
    expect((await partner.post('/api/partner-checkout/trials', {})).body).toMatchObject(
      missing('partner.checkout.write'),
    )
    expect((await partner.post('/api/partner-checkout/trials/cancel', {})).body).toMatchObject(
      missing('partner.checkout.cancel'),
    )
    expect((await nothing.get('/api/partner-checkout/products')).body).toMatchObject(
      missing('partner.checkout.preview'),
    )
  })

  it('lets payroll.write read', async () => {
    const writer = await tasman.clientFor('owner', { scope: 'openid payroll.write' })
    expect((await writer.get(`/api/company/${companyId}`)).status).toBe(200)
  })

  it('keeps another customer’s company closed on every kind of route', async () => {
    const closed = { detail: 'User does not have access to this company.' }
    for (const answer of [
      await other.get(`/api/company/${companyId}`),
      await other.get(`/api/company/${companyId}/allowances`),
      await other.put(`/api/company/${companyId}/employees/create`, [employeeBody()]),
      await other.delete(`/api/company/${companyId}`),
    ])
      expect([answer.status, answer.body]).toMatchObject([403, closed])
  })

  it('keeps API management, webhooks and the audit log to those it is for', async () => {
    expect((await other.get('/api/api-admin/clients')).body).toMatchObject({
      detail: 'API management is for API admins only.',
    })
    expect((await other.get('/api/webhooks')).status).toBe(403)
    const { query } = tasman.service.database
    const setRole = (role: 'owner' | 'member') =>
      query.updateTable('users').set({ role }).where('email', '=', 'owner@demo.example').execute()
    await setRole('member')
    const member = await tasman.clientFor('owner')
    expect((await member.get('/api/api-admin/clients')).body).toMatchObject({
      detail: 'API management needs the role owner or admin.',
    })
    expect((await member.get('/api/audit-log')).body).toMatchObject({
      detail: 'Only the owner of the account can read the audit log.',
    })
    await setRole('owner')
  })

  it('asks a lapsed customer to renew before lifecycle writes; reads go on, creation meets the limit', async () => {
    const lapsed = await tasman.clientFor('lapsed')
    const { query } = tasman.service.database
    const setState = (subscription: 'active' | 'lapsed') =>
      query.updateTable('customers').set({ subscription }).where('name', '=', 'Lapsed Landscapes').execute()
    await setState('active')
    const company = await aCompany(lapsed)
    const employee = await anEmployee(lapsed, company.id)
    await setState('lapsed')
    const refused = await lapsed.delete(`/api/employees/${employee.id}`)
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      expect.stringContaining('No active subscription'),
    ])
    const created = await lapsed.put(`/api/company/${company.id}/employees/create`, [employeeBody()])
    expect([created.status, Object.keys(created.body[0].errors)]).toEqual([207, ['licence']])
    expect((await lapsed.get(`/api/employees/${employee.id}`)).status).toBe(200)
  })
})

describe('200', () => {
  it('gives an empty company list to a token without payroll scopes', async () => {
    for (const scope of ['openid', 'openapi']) {
      const client = await tasman.clientFor('owner', { scope })
      const answer = await client.get('/api/company')
      expect([answer.status, answer.body]).toEqual([200, []])
    }
  })

  it('reports another customer’s employee as not found', async () => {
    expect((await other.get(`/api/employees/${employeeId}`)).status).toBe(404)
    expect((await owner.get(`/api/employees/${employeeId}`)).status).toBe(200)
  })

  it('declares both security schemes in the OpenAPI document, on every protected operation', async () => {
    const { body } = await owner.get('/api/openapi.json')
    const { oauth2, bearer } = body.components.securitySchemes
    expect([oauth2.type, bearer.type, bearer.scheme]).toEqual(['oauth2', 'http', 'bearer'])
    expect(body.paths['/api/company/{company_id}'].get.security).toEqual([
      { oauth2: ['payroll.read'] },
      { bearer: [] },
    ])
  })
})
