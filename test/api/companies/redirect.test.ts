import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ env: { PUBLIC_URL: 'https://pay.example' } })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const defaultCompany = async () => {
  const row = await tasman.service.database.query
    .selectFrom('customers')
    .innerJoin('users', 'users.customer_id', 'customers.id')
    .select('default_company_id')
    .where('email', '=', 'owner@demo.example')
    .executeTakeFirstOrThrow()
  return row.default_company_id
}

describe('302', () => {
  it('sends to the Pays screen and makes the company the default', async () => {
    const first = await aCompany(owner)
    const second = await aCompany(owner)
    expect(await defaultCompany()).toBe(first.id)
    const answer = await owner.get(`/api/redirect/company/${second.id}`)
    expect(answer.status).toBe(302)
    expect(answer.headers.location).toBe(`https://pay.example/app/companies/${second.id}/pays`)
    expect(await defaultCompany()).toBe(second.id)
  })
})

describe('400', () => {
  it('answers for an unknown company', async () => {
    expect(await owner.get('/api/redirect/company/999999')).toMatchObject({
      status: 400,
      body: { detail: 'No company found with the given company_id' },
    })
  })
})

describe('403', () => {
  it('refuses another customer’s company, and changes no default', async () => {
    const theirs = await aCompany(await tasman.clientFor('other'))
    const before = await defaultCompany()
    expect((await owner.get(`/api/redirect/company/${theirs.id}`)).status).toBe(403)
    expect(await defaultCompany()).toBe(before)
  })
})

describe('401', () => {
  it('answers without a token', async () => {
    expect((await tasman.clientWith().get('/api/redirect/company/1')).status).toBe(401)
  })
})
