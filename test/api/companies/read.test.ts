import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

describe('200', () => {
  it('answers the company with its employees', async () => {
    const company = await aCompany(owner)
    const employee = await anEmployee(owner, company.id)
    const { status, body } = await owner.get(`/api/company/${company.id}`)
    expect(status).toBe(200)
    expect(body).toEqual({ ...company, employees: [expect.objectContaining({ id: employee.id })] })
  })
})

describe('403', () => {
  it('refuses another customer’s company', async () => {
    const theirs = await aCompany(await tasman.clientFor('other'))
    expect(await owner.get(`/api/company/${theirs.id}`)).toMatchObject({
      status: 403,
      body: { detail: 'User does not have access to this company.' },
    })
  })

  it('needs payroll.read', async () => {
    const company = await aCompany(owner)
    const visitor = await tasman.clientFor('owner', { scope: 'openid' })
    expect(await visitor.get(`/api/company/${company.id}`)).toMatchObject({
      status: 403,
      body: { detail: 'Missing required scope: payroll.read' },
    })
  })
})

describe('404', () => {
  it.each([0, -1, 999_999, 99_999_999_999])('does not find company %i', async (id) => {
    expect(await owner.get(`/api/company/${id}`)).toMatchObject({
      status: 404,
      body: { detail: 'Company not found.' },
    })
  })
})

describe('422', () => {
  it('refuses an id that is no integer', async () => {
    const { status, body } = await owner.get('/api/company/first')
    expect(status).toBe(422)
    expect(body.data[0].loc).toEqual(['path', 'company_id'])
  })
})
