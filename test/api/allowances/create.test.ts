import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let au: AnyJson
let nz: AnyJson
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  au = await aCompany(owner)
  nz = await aCompany(owner, { jurisdiction: 'NZ' })
})
afterAll(() => tasman.close())

let count = 0
const good = () => ({ description: `Allowance ${++count}`, amount: 10, allowance_category: 'TD' })
const create = (body: object, company = au, client = owner) =>
  client.post(`/api/company/${company.id}/allowances`, body)

describe('201', () => {
  it('answers the allowance with the employees attached', async () => {
    const mia = await anEmployee(owner, au.id)
    const ben = await anEmployee(owner, au.id, { first_name: 'Ben' })
    const { status, body } = await create({
      description: '  Tool allowance ',
      amount: '15.55',
      allowance_category: 'TD',
      auto_apply_to_pay: true,
      employee_ids: [ben.id, mia.id, ben.id],
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      company_id: au.id,
      description: 'Tool allowance',
      amount: 15.55,
      allowance_category: 'TD',
      auto_apply_to_pay: true,
      employee_ids: [mia.id, ben.id],
      created_at: expect.stringMatching(/^2026-11-02T00:\d\d:\d\d$/),
      updated_at: body.created_at,
      warnings: ['employee_ids names an employee more than once; each counts once.'],
    })
    const { warnings: _said, ...kept } = body
    expect((await owner.get(`/api/company/${au.id}/allowances/${body.id}`)).body).toEqual(kept)
  })

  it('needs no category in an NZ company, and takes Māori words there', async () => {
    const { status, body } = await create({ description: 'Kākahu', amount: 3 }, nz)
    expect(status).toBe(201)
    expect(body).toMatchObject({ allowance_category: null, auto_apply_to_pay: false, employee_ids: [] })
    expect((await create({ ...good(), allowance_category: 'Unclassified' }, nz)).body).toMatchObject({
      allowance_category: null,
    })
  })

  it('takes every character that the tax office takes, 60 of them', async () => {
    const description = `Aa9!@$%&*()-_=[];:'",.?/ ${'x'.repeat(35)}`
    expect(description).toHaveLength(60)
    expect(await create({ ...good(), description })).toMatchObject({ status: 201, body: { description } })
  })

  it('lets two companies use the same description', async () => {
    expect((await create({ ...good(), description: 'Shared name' })).status).toBe(201)
    expect((await create({ ...good(), description: 'Shared name' }, nz)).status).toBe(201)
  })
})

describe('400', () => {
  it.each([
    [{ allowance_category: undefined }, 'allowance_category'],
    [{ allowance_category: null }, 'allowance_category'],
    [{ allowance_category: 'Unclassified' }, 'allowance_category'],
    [{ description: '' }, 'description must not be blank'],
    [{ description: '  \t ' }, 'description must not be blank'],
    [{ description: null }, 'description must not be null'],
    [{ description: 'x'.repeat(61) }, 'description must not be longer than 60 characters'],
    [{ description: 'Tools ~ boots' }, 'does not accept'],
    [{ description: 'Tools #1' }, 'does not accept'],
    [{ description: 'Café' }, 'does not accept'],
    [{ description: 'Two\nlines' }, 'does not accept'],
    [{ amount: 0 }, 'amount must be greater than 0'],
    [{ amount: -5 }, 'amount must be greater than 0'],
    [{ amount: '-0.01' }, 'amount must be greater than 0'],
    [{ amount: 0.000_000_1 }, 'amount must be greater than 0'],
    [{ amount: null }, 'amount must not be null'],
    [{ amount: 1e12 }, 'amount is too large'],
    [{ auto_apply_to_pay: null }, 'auto_apply_to_pay must not be null'],
    [{ employee_ids: null }, 'employee_ids must not be null'],
  ])('refuses %j', async (fields, sentence) => {
    const answer = await create({ ...good(), ...fields })
    expect(answer.status).toBe(400)
    expect(answer.body.detail).toContain(sentence)
  })

  it('refuses odd symbols in an NZ company too', async () => {
    expect((await create({ ...good(), description: 'Tools 🔨' }, nz)).status).toBe(400)
  })

  it('refuses employees of another company, deleted and unknown ones, and stores nothing', async () => {
    const elsewhere = await anEmployee(owner, nz.id)
    const deleted = await anEmployee(owner, au.id)
    await owner.delete(`/api/employees/${deleted.id}`)
    for (const id of [elsewhere.id, deleted.id, 999_999, 0, 99_999_999_999]) {
      const answer = await create({ ...good(), description: 'Never made', employee_ids: [id] })
      expect(answer.status).toBe(400)
      expect(answer.body.detail).toContain(`these are not: ${id}`)
    }
    const { body } = await owner.get(`/api/company/${au.id}/allowances`)
    expect(body.map((allowance: AnyJson) => allowance.description)).not.toContain('Never made')
  })

  it('answers for an unknown company', async () => {
    expect(await create(good(), { id: 999_999 })).toMatchObject({
      status: 400,
      body: { detail: 'No company found with the given company_id' },
    })
  })
})

describe('403', () => {
  it('refuses another customer’s company, and a token without payroll.write', async () => {
    const reader = await tasman.clientFor('owner', { scope: 'openid payroll.read' })
    const other = await tasman.clientFor('other')
    for (const client of [reader, other]) expect((await create(good(), au, client)).status).toBe(403)
  })
})

describe('409', () => {
  it.each(['Meals', 'MEALS', '  meals '])('refuses the description again as %j', async (description) => {
    await create({ ...good(), description: 'Meals' })
    expect(await create({ ...good(), description })).toMatchObject({
      status: 409,
      body: {
        detail: `An allowance with the description "${description.trim()}" already exists in this company.`,
      },
    })
  })

  it('refuses the description of an employee’s own allowance', async () => {
    const employee = await anEmployee(owner, au.id)
    const own = await owner.post(`/api/employees/${employee.id}/allowances`, {
      ...good(),
      description: 'Own boots',
    })
    expect(own.status).toBe(201)
    expect((await create({ ...good(), description: 'own BOOTS' })).status).toBe(409)
    await owner.delete(`/api/employees/${employee.id}/allowances/${own.body.id}`)
    expect((await create({ ...good(), description: 'own BOOTS' })).status).toBe(201)
  })
})

describe('422', () => {
  it.each([
    [{ description: undefined }, 'description', 'description is required'],
    [{ amount: undefined }, 'amount', 'amount is required'],
    [{ description: 5 }, 'description', 'description must be string,null'],
    [{ amount: 'ten' }, 'amount', 'amount must be a number, or a decimal string such as "12.50"'],
    [{ amount: true }, 'amount', 'amount must be a number, or a decimal string such as "12.50"'],
    [{ amount: 1e300 }, 'amount', 'amount must be a number, or a decimal string such as "12.50"'],
    [{ auto_apply_to_pay: 'yes' }, 'auto_apply_to_pay', 'auto_apply_to_pay must be boolean,null'],
    [{ employee_ids: 5 }, 'employee_ids', 'employee_ids must be array,null'],
    [{ colour: 'red' }, 'colour', 'Unknown field: colour'],
    [{ id: 5 }, 'id', 'Unknown field: id'],
  ])('refuses %j', async (fields, field, message) => {
    const answer = await create({ ...good(), ...fields })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ status_code: 10_422, message })
    expect(answer.body.data[0].loc).toEqual(['body', field])
  })

  it('refuses an unknown category', async () => {
    expect((await create({ ...good(), allowance_category: 'ZZ' })).status).toBe(422)
  })
})
