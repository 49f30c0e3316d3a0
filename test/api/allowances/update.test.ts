import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
let allowance: AnyJson
let count = 0
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
})
afterAll(() => tasman.close())

const make = async (fields: object = {}) => {
  const body = { description: `Allowance ${++count}`, amount: 10, allowance_category: 'TD', ...fields }
  return (await owner.post(`/api/company/${company.id}/allowances`, body)).body
}
beforeEach(async () => {
  allowance = await make()
})
const patch = (body: object | undefined, { client = owner, query = '', id = allowance.id } = {}) =>
  client.patch(`/api/company/${company.id}/allowances/${id}${query}`, body)

describe('200', () => {
  it('changes what is given and nothing else', async () => {
    tasman.clock.advance(60_000)
    const { status, body } = await patch({ amount: '12.25', auto_apply_to_pay: true })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...allowance,
      amount: 12.25,
      auto_apply_to_pay: true,
      updated_at: body.updated_at,
    })
    expect(body.updated_at > allowance.updated_at).toBe(true)
  })

  it('takes an empty body as no change', async () => {
    tasman.clock.advance(60_000)
    for (const body of [{}, undefined]) expect((await patch(body)).body).toEqual(allowance)
  })

  it('replaces the attached set, and leaves it when omitted', async () => {
    const [a, b] = [await anEmployee(owner, company.id), await anEmployee(owner, company.id)]
    expect((await patch({ employee_ids: [a.id, b.id] })).body.employee_ids).toEqual([a.id, b.id])
    expect((await patch({ amount: 3 })).body.employee_ids).toEqual([a.id, b.id])
    expect((await patch({ employee_ids: [b.id] })).body.employee_ids).toEqual([b.id])
    expect((await patch({ employee_ids: [] })).body.employee_ids).toEqual([])
  })

  it('takes its own description in another case, and frees the old one when renamed', async () => {
    const upper = allowance.description.toUpperCase()
    expect((await patch({ description: upper })).body.description).toBe(upper)
    expect((await patch({ description: `Renamed ${count}` })).status).toBe(200)
    expect((await make({ description: upper })).id).toEqual(expect.any(Number))
  })

  it('renames its own lines on processed pays when asked, and no other line', async () => {
    const mia = await anEmployee(owner, company.id)
    const both = ['Boots', 'Gloves']
    const [boots, gloves] = await Promise.all(
      both.map((description) => make({ description, auto_apply_to_pay: true, employee_ids: [mia.id] })),
    )
    const hours = [{ description: 'Ordinary', units: 'hours', value: 38, rate: 40 }]
    const path = `/api/company/${company.id}/pays`
    const [pay] = (await owner.put(`${path}/create`, [{ employee_id: mia.id, hours }])).body
    const names = async () =>
      (await owner.get(`${path}/${pay.id}`)).body.allowances.map((line: AnyJson) => line.description).sort()
    expect(await names()).toEqual(both)
    await patch({ description: 'Safety boots' }, { id: boots.id })
    expect(await names()).toEqual(both)
    const query = '?propagate_description_to_history=true'
    await patch({ description: 'Work boots' }, { id: boots.id, query })
    expect(await names()).toEqual(['Gloves', 'Work boots'])
    await patch({ amount: 99 }, { id: gloves.id, query })
    expect(await names()).toEqual(['Gloves', 'Work boots'])
  })
})

describe('400', () => {
  it.each([
    { description: ' ' },
    { description: null },
    { description: 'Tools | boots' },
    { description: 'x'.repeat(61) },
    { amount: 0 },
    { amount: null },
    { allowance_category: null },
    { allowance_category: 'Unclassified' },
    { auto_apply_to_pay: null },
    { employee_ids: null },
    { employee_ids: [999_999] },
  ])('refuses %j and keeps the allowance', async (fields) => {
    expect((await patch({ amount: 99, ...fields })).status).toBe(400)
    expect((await owner.get(`/api/company/${company.id}/allowances/${allowance.id}`)).body).toEqual(allowance)
  })
})

describe('403', () => {
  it('refuses another customer, and a token without payroll.write', async () => {
    const reader = await tasman.clientFor('owner', { scope: 'openid payroll.read' })
    const other = await tasman.clientFor('other')
    for (const client of [reader, other]) expect((await patch({ amount: 2 }, { client })).status).toBe(403)
  })
})

describe('404', () => {
  it('does not find an unknown allowance', async () => {
    expect(await patch({ amount: 2 }, { id: 999_999 })).toMatchObject({
      status: 404,
      body: { detail: 'Allowance not found.' },
    })
  })
})

describe('409', () => {
  it('refuses the description of another allowance, and keeps its own', async () => {
    const taken = await make()
    expect((await patch({ description: ` ${taken.description.toUpperCase()}` })).status).toBe(409)
    const again = await owner.get(`/api/company/${company.id}/allowances/${allowance.id}`)
    expect(again.body.description).toBe(allowance.description)
  })

  it('gives one of two allowances the description that both want at once', async () => {
    const second = await make()
    const description = `Wanted ${count}`
    const answers = await Promise.all([patch({ description }), patch({ description }, { id: second.id })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('422', () => {
  it('refuses unknown keys and wrong types', async () => {
    for (const body of [{ colour: 'red' }, { amount: 'ten' }, { employee_ids: ['x'] }])
      expect(await patch(body)).toMatchObject({ status: 422, body: { status_code: 10_422 } })
  })

  it('refuses a flag that is no boolean', async () => {
    const query = '?propagate_description_to_history=perhaps'
    expect((await patch({}, { query })).body.data[0].loc).toEqual([
      'query',
      'propagate_description_to_history',
    ])
  })
})
