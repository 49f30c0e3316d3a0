import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
let mia: AnyJson
let path: string
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
  mia = await anEmployee(owner, company.id, { pay_rate_per_hour: '40.50' })
  path = `/api/employees/${mia.id}/pay-rates`
})
afterAll(() => tasman.close())

const idOf = (rate: AnyJson) => Number(rate.reference.split(':')[1])

describe('200', () => {
  it('lists ordinary time first, then the employee’s own rates, then the company’s', async () => {
    const listed = await owner.post(`/api/company/${company.id}/pay-rates`, {
      award_name: 'Hospitality',
      classification_name: 'Level 2',
      description: 'Sunday',
      multiplier: 1.5,
      employee_ids: [mia.id],
    })
    await owner.post(`/api/company/${company.id}/pay-rates`, { description: 'For others', rate: 20 })
    const own = await owner.post(path, { description: 'Call-out', rate: '60', units: 'calls' })
    const { status, body } = await owner.get(path)
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        reference: 'system:ordinary_time',
        description: 'Ordinary time',
        rate: 40.5,
        multiplier: null,
        units: 'hours',
        award_name: null,
        classification_name: null,
      },
      own.body,
      {
        reference: listed.body.reference,
        description: 'Sunday',
        rate: null,
        multiplier: 1.5,
        units: 'hours',
        award_name: 'Hospitality',
        classification_name: 'Level 2',
      },
    ])
  })

  it('changes a rate and keeps its reference', async () => {
    const { body } = await owner.post(path, { description: 'Night', multiplier: '1.15' })
    const changed = await owner.patch(`${path}/${idOf(body)}`, { rate: 52, description: 'Nights' })
    expect(changed).toMatchObject({
      status: 200,
      body: { ...body, description: 'Nights', rate: 52, multiplier: null },
    })
    const { warnings: _said, ...kept } = changed.body
    expect((await owner.patch(`${path}/${idOf(body)}`)).body).toEqual(kept)
  })
})

describe('201', () => {
  it('answers the rate with its reference', async () => {
    const { status, body } = await owner.post(path, { description: ' Night ', multiplier: 1.15 })
    expect(status).toBe(201)
    expect(body).toEqual({
      reference: expect.stringMatching(/^employee:\d+$/),
      description: 'Night',
      rate: null,
      multiplier: 1.15,
      units: 'hours',
      award_name: null,
      classification_name: null,
    })
  })
})

describe('204', () => {
  it('deletes a rate', async () => {
    const { body } = await owner.post(path, { description: 'Gone soon', rate: 1 })
    expect((await owner.delete(`${path}/${idOf(body)}`)).status).toBe(204)
    expect((await owner.get(path)).body).not.toContainEqual(body)
    expect((await owner.delete(`${path}/${idOf(body)}`)).status).toBe(404)
  })
})

describe('403', () => {
  it('needs payroll.write to change rates', async () => {
    const reader = await tasman.clientFor('owner', { scope: 'openid payroll.read' })
    expect((await reader.get(path)).status).toBe(200)
    expect((await reader.post(path, { description: 'Night', rate: 1 })).status).toBe(403)
    expect((await reader.patch(`${path}/1`, {})).status).toBe(403)
    expect((await reader.delete(`${path}/1`)).status).toBe(403)
  })
})

describe('404', () => {
  it('does not find an unknown employee, nor another customer’s', async () => {
    const other = await tasman.clientFor('other')
    for (const answer of [
      await owner.get('/api/employees/999999/pay-rates'),
      await other.get(path),
      await other.post(path, { description: 'Night', rate: 1 }),
      await other.patch(`${path}/1`, {}),
      await other.delete(`${path}/1`),
    ])
      expect(answer.status).toBe(404)
  })

  it('does not find another employee’s rate', async () => {
    const ben = await anEmployee(owner, company.id)
    const { body } = await owner.post(`/api/employees/${ben.id}/pay-rates`, { description: 'His', rate: 1 })
    expect((await owner.patch(`${path}/${idOf(body)}`, { rate: 2 })).status).toBe(404)
    expect((await owner.delete(`${path}/${idOf(body)}`)).status).toBe(404)
  })
})

describe('422', () => {
  it.each([
    [{ description: 'Night' }, 'Give either rate or multiplier'],
    [{ description: 'Night', rate: 1, units: '' }, 'units must be 1 to 32 characters, not blank'],
    [{ description: 'Night', rate: 1, award_name: 'Retail' }, 'Unknown field: award_name'],
  ])('refuses %j', async (body, message) => {
    expect(await owner.post(path, body)).toMatchObject({ status: 422, body: { message } })
  })
})
