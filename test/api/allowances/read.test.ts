import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
let tools: AnyJson
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
  tools = (await make({ description: 'tools', amount: 10, allowance_category: 'TD' })).body
  await make({ description: 'Laundry', amount: 1250.5, allowance_category: 'LD' })
})
afterAll(() => tasman.close())

const make = (body: object) => owner.post(`/api/company/${company.id}/allowances`, body)
const list = (client = owner, id = company.id) => client.get(`/api/company/${id}/allowances`)
const read = (allowanceId: number, client = owner, id = company.id) =>
  client.get(`/api/company/${id}/allowances/${allowanceId}`)

describe('200', () => {
  it('lists the company’s allowances by description', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body.map((allowance: AnyJson) => allowance.description)).toEqual(['Laundry', 'tools'])
    expect(body[0].amount).toBe(1250.5)
    expect(body[1]).toEqual(tools)
  })

  it('reads one', async () => {
    expect(await read(tools.id)).toMatchObject({ status: 200, body: tools })
  })

  it('shows an attached employee again once restored', async () => {
    const { id } = await anEmployee(owner, company.id)
    const { body } = await make({
      description: 'Come back',
      amount: 1,
      allowance_category: 'OD',
      employee_ids: [id],
    })
    await owner.delete(`/api/employees/${id}`)
    expect((await read(body.id)).body.employee_ids).toEqual([])
    await owner.post(`/api/employees/${id}/restore`)
    expect((await read(body.id)).body.employee_ids).toEqual([id])
  })
})

describe('limits', () => {
  it('counts the list among the cheap look-ups, one allowance among the rest', async () => {
    const limited = await startTestApp({ env: { RATE_LIMITS: 'on' } })
    const client = await limited.clientFor('owner')
    const { id } = await aCompany(client)
    expect((await list(client, id)).headers['ratelimit-limit']).toBe('120')
    expect((await read(1, client, id)).headers['ratelimit-limit']).toBe('25')
    await limited.close()
  })
})

describe('400', () => {
  it('answers for an unknown company', async () => {
    for (const answer of [await list(owner, 999_999), await read(tools.id, owner, 999_999)])
      expect(answer).toMatchObject({
        status: 400,
        body: { detail: 'No company found with the given company_id' },
      })
  })
})

describe('403', () => {
  it('refuses another customer’s company, and a token without payroll.read', async () => {
    const other = await tasman.clientFor('other')
    const visitor = await tasman.clientFor('owner', { scope: 'openid' })
    for (const client of [other, visitor]) {
      expect((await list(client)).status).toBe(403)
      expect((await read(tools.id, client)).status).toBe(403)
    }
  })
})

describe('404', () => {
  it('does not find an unknown allowance, nor one of another company', async () => {
    const second = await aCompany(owner)
    for (const answer of [await read(999_999), await read(0), await read(tools.id, owner, second.id)])
      expect(answer).toMatchObject({ status: 404, body: { detail: 'Allowance not found.' } })
  })
})

describe('422', () => {
  it('refuses an id that is no integer', async () => {
    expect((await owner.get(`/api/company/${company.id}/allowances/x`)).status).toBe(422)
  })
})
