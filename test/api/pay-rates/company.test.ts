import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
let zoe: AnyJson
let abe: AnyJson
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
  zoe = await anEmployee(owner, company.id, { first_name: 'Zoe', last_name: 'Adams', number: 'Z-1' })
  abe = await anEmployee(owner, company.id, { first_name: 'Abe', last_name: 'Brown' })
})
afterAll(() => tasman.close())

const create = (body: object, { client = owner, id = company.id } = {}) =>
  client.post(`/api/company/${id}/pay-rates`, body)
const patch = (rateId: number, body?: object, { client = owner, id = company.id } = {}) =>
  client.patch(`/api/company/${id}/pay-rates/${rateId}`, body)
const list = (query = '', { client = owner, id = company.id } = {}) =>
  client.get(`/api/company/${id}/pay-rates${query}`)

describe('GET 200', () => {
  let grouped: AnyJson
  const listGrouped = async (query = '') => (await list(query, { id: grouped.id })).body
  beforeAll(async () => {
    grouped = await aCompany(owner)
    const [a, b] = [
      await anEmployee(owner, grouped.id, { first_name: 'Zoe', last_name: 'Adams', number: 'G-1' }),
      await anEmployee(owner, grouped.id, { first_name: 'Abe', last_name: 'Brown' }),
    ]
    const gone = await anEmployee(owner, grouped.id)
    const rates = [
      { description: 'Training', rate: 28 },
      { award_name: 'Retail', classification_name: 'Level 2', description: 'Sunday', multiplier: 1.5 },
      {
        award_name: 'Hospitality',
        classification_name: 'Level 2',
        description: 'Saturday',
        multiplier: '1.25',
        employee_ids: [b.id, a.id, gone.id],
      },
      {
        award_name: 'HOSPITALITY',
        classification_name: 'level 2',
        description: 'Sunday',
        multiplier: 1.5,
        employee_ids: [a.id],
      },
      { award_name: 'Hospitality', description: 'First aid', rate: '0.6125' },
      { classification_name: 'Office', description: 'Base', rate: 31 },
    ]
    for (const rate of rates) expect((await create(rate, { id: grouped.id })).status).toBe(201)
    await owner.delete(`/api/employees/${gone.id}`)
  })

  it('groups by award and classification, those without an award last', async () => {
    const groups = await listGrouped()
    expect(
      groups.map((group: AnyJson) => [
        group.award_name,
        group.classification_name,
        ...group.pay_rates.map((rate: AnyJson) => rate.description),
      ]),
    ).toEqual([
      ['Hospitality', null, 'First aid'],
      ['Hospitality', 'Level 2', 'Saturday', 'Sunday'],
      ['Retail', 'Level 2', 'Sunday'],
      [null, null, 'Training'],
      [null, 'Office', 'Base'],
    ])
    expect(groups[0]).toEqual({
      award_id: expect.any(Number),
      award_name: 'Hospitality',
      classification_id: null,
      classification_name: null,
      pay_rates: [
        {
          reference: expect.stringMatching(/^company:\d+$/),
          description: 'First aid',
          rate: 0.6125,
          multiplier: null,
        },
      ],
    })
    expect(groups[3]).toMatchObject({ award_id: null, award_name: null })
  })

  it('filters by award: id, name in any case, none and null', async () => {
    const [hospitality] = await listGrouped()
    for (const award of ['hospitality', 'HOSPITALITY', String(hospitality.award_id)])
      expect(await listGrouped(`?award=${award}`)).toHaveLength(2)
    for (const award of ['none', 'null', 'NONE'])
      expect((await listGrouped(`?award=${award}`)).map((group: AnyJson) => group.award_id)).toEqual([
        null,
        null,
      ])
    expect(await listGrouped('?award=Hosp')).toEqual([])
    expect(await listGrouped('?award=999999')).toEqual([])
  })

  it('filters by classification: id and name in any case, also together with an award', async () => {
    const groups = await listGrouped()
    expect(await listGrouped('?classification=LEVEL%202')).toHaveLength(2)
    expect(await listGrouped(`?classification=${groups[1].classification_id}`)).toEqual([groups[1]])
    expect(await listGrouped('?classification=level%202&award=retail')).toEqual([groups[2]])
    expect(await listGrouped('?classification=office&award=none')).toEqual([groups[4]])
  })

  it('shows each group’s employees once when asked, by name, without deleted ones', async () => {
    const groups = await listGrouped('?include_employees=true')
    expect(groups[1].employees).toEqual([
      { id: expect.any(Number), format_name: 'Zoe Adams', number: 'G-1' },
      { id: expect.any(Number), format_name: 'Abe Brown', number: null },
    ])
    expect(groups[3].employees).toEqual([])
    expect((await listGrouped('?include_employees=false'))[1]).not.toHaveProperty('employees')
  })
})

describe('POST 201', () => {
  it('answers the rate with its reference', async () => {
    const { status, body } = await create({
      award_name: ' Retail ',
      classification_name: 'Level 1',
      description: ' Evening ',
      rate: '30.1250',
      employee_ids: [abe.id, zoe.id],
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      reference: `company:${body.id}`,
      description: 'Evening',
      rate: 30.125,
      multiplier: null,
      award_id: expect.any(Number),
      award_name: 'Retail',
      classification_id: expect.any(Number),
      classification_name: 'Level 1',
      employee_ids: [zoe.id, abe.id],
    })
  })

  it('makes an award once when many rates name it at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        create({
          award_name: 'Rush',
          classification_name: 'One',
          description: `R${index}`,
          rate: 1,
        }),
      ),
    )
    const places = answers.map(({ body }) => `${body.award_id}/${body.classification_id}`)
    expect(new Set(places).size).toBe(1)
  })
})

describe('PATCH 200', () => {
  it('changes what is given and keeps the reference', async () => {
    const { body: before } = await create({ description: 'Base', rate: 20, employee_ids: [zoe.id] })
    const { status, body } = await patch(before.id, { description: 'Basis', award_name: 'Clerks' })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...before,
      description: 'Basis',
      award_name: 'Clerks',
      award_id: expect.any(Number),
    })
    expect((await patch(before.id, { award_name: null, employee_ids: [] })).body).toEqual({
      ...before,
      description: 'Basis',
      employee_ids: [],
      warnings: [
        `The rate is no longer listed for the employees ${zoe.id}; they can still be paid by its reference.`,
      ],
    })
    expect((await patch(before.id)).body.description).toBe('Basis')
  })

  it('keeps the classification when the award changes', async () => {
    const { body } = await create({
      award_name: 'Old',
      classification_name: 'Grade 1',
      description: 'Base',
      rate: 20,
    })
    const moved = (await patch(body.id, { award_name: 'New' })).body
    expect(moved).toMatchObject({ award_name: 'New', classification_name: 'Grade 1' })
    expect(moved.classification_id).not.toBe(body.classification_id)
  })

  it('ends one way of pricing when the other is given', async () => {
    const { body } = await create({ description: 'Base', rate: 20 })
    expect((await patch(body.id, { multiplier: 2 })).body).toMatchObject({ rate: null, multiplier: 2 })
    expect((await patch(body.id, { rate: 0, multiplier: null })).body).toMatchObject({
      rate: 0,
      multiplier: null,
    })
  })
})

describe('DELETE 204', () => {
  it('removes the rate from the list', async () => {
    const { body } = await create({ award_name: 'Fading', description: 'Base', rate: 20 })
    expect((await list('?award=fading')).body).toHaveLength(1)
    const { status } = await owner.delete(`/api/company/${company.id}/pay-rates/${body.id}`)
    expect(status).toBe(204)
    expect((await list('?award=fading')).body).toEqual([])
  })
})

describe('400', () => {
  it('refuses employees of another company or unknown ones', async () => {
    const other = await aCompany(owner)
    const elsewhere = await anEmployee(owner, other.id)
    const { body } = await create({ description: 'Base', rate: 20 })
    for (const id of [elsewhere.id, 999_999]) {
      expect((await create({ description: 'Base', rate: 20, employee_ids: [id] })).status).toBe(400)
      expect((await patch(body.id, { employee_ids: [id] })).status).toBe(400)
    }
  })

  it('answers for an unknown company', async () => {
    const id = 999_999
    for (const answer of [
      await list('', { id }),
      await create({ description: 'Base', rate: 20 }, { id }),
      await patch(1, {}, { id }),
      await owner.delete(`/api/company/${id}/pay-rates/1`),
    ])
      expect(answer).toMatchObject({
        status: 400,
        body: { detail: 'No company found with the given company_id' },
      })
  })
})

describe('403', () => {
  it('refuses another customer’s company, and writes without payroll.write', async () => {
    const other = await tasman.clientFor('other')
    const reader = await tasman.clientFor('owner', { scope: 'openid payroll.read' })
    expect((await list('', { client: other })).status).toBe(403)
    expect((await list('', { client: reader })).status).toBe(200)
    for (const client of [other, reader]) {
      expect((await create({ description: 'Base', rate: 20 }, { client })).status).toBe(403)
      expect((await patch(1, {}, { client })).status).toBe(403)
      expect((await client.delete(`/api/company/${company.id}/pay-rates/1`)).status).toBe(403)
    }
  })
})

describe('404', () => {
  it('does not find an unknown rate, nor one of another company', async () => {
    const second = await aCompany(owner)
    const { body } = await create({ description: 'Base', rate: 20 })
    for (const answer of [
      await patch(999_999, { rate: 1 }),
      await patch(body.id, { rate: 1 }, { id: second.id }),
      await owner.delete(`/api/company/${second.id}/pay-rates/${body.id}`),
      await owner.delete(`/api/company/${company.id}/pay-rates/0`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { detail: 'Pay rate not found.' } })
  })
})

describe('422', () => {
  it.each([
    [{ rate: 1 }, 'description is required'],
    [{ description: ' ', rate: 1 }, 'description must be 1 to 60 characters, not blank'],
    [{ description: 'Base' }, 'Give either rate or multiplier'],
    [{ description: 'Base', rate: 1, multiplier: 1 }, 'Give either rate or multiplier'],
    [{ description: 'Base', rate: -1 }, 'rate must be a number or decimal string that is not negative'],
    [{ description: 'Base', rate: 'ten' }, 'rate must be a number or decimal string that is not negative'],
    [{ description: 'Base', rate: 1e12 }, 'rate is too large'],
    [{ description: 'Base', multiplier: 0 }, 'multiplier must be greater than 0'],
    [
      { description: 'Base', rate: 1, award_name: '' },
      'award_name must be 1 to 100 characters, not blank, or null',
    ],
    [{ description: 'Base', rate: 1, colour: 'red' }, 'Unknown field: colour'],
  ])('refuses %j', async (body, message) => {
    expect(await create(body)).toMatchObject({ status: 422, body: { status_code: 10_422, message } })
  })

  it('refuses a change that leaves no price', async () => {
    const { body } = await create({ description: 'Base', rate: 20 })
    expect(await patch(body.id, { rate: null })).toMatchObject({
      status: 422,
      body: { detail: 'A pay rate needs a rate or a multiplier' },
    })
    expect((await patch(body.id, { rate: 1, multiplier: 2 })).body.message).toBe(
      'Give either rate or multiplier, not both',
    )
  })

  it('refuses an unknown query and a flag that is no boolean', async () => {
    expect((await list('?include_employees=perhaps')).status).toBe(422)
    expect((await list('?page=2')).status).toBe(422)
  })
})
