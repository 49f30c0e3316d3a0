import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let company: AnyJson
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner, {
    trading_name: 'Laughing Kookaburra',
    phone: '02 5550 1234',
    bank_account_number: '12345678',
  })
})
afterAll(() => tasman.close())

const patch = (body?: object, client = owner) => client.patch(`/api/company/${company.id}`, body)

/** The types of the events that some work records. */
async function eventsOf(work: () => Promise<unknown>): Promise<string[]> {
  const record = vi.spyOn(tasman.service.events, 'record')
  await work()
  const types = record.mock.calls.map(([, { type }]) => type)
  record.mockRestore()
  return types
}

describe('200', () => {
  it('changes the fields given and no others, and moves updated_at', async () => {
    tasman.clock.advance(60_000)
    const { status, body } = await patch({ trading_name: 'Kooka', bank_account_number: '87654321' })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...company,
      trading_name: 'Kooka',
      bank_account_number: '87654321',
      updated_at: body.updated_at,
    })
    expect(body.updated_at > company.updated_at).toBe(true)
    expect((await owner.get(`/api/company/${company.id}`)).body).toEqual(body)
    company = body
  })

  it('clears a field that may be empty', async () => {
    expect((await patch({ phone: null })).body.phone).toBeNull()
  })

  it('takes an empty body and no body as no change', async () => {
    const before = (await owner.get(`/api/company/${company.id}`)).body
    tasman.clock.advance(60_000)
    expect(await patch({})).toMatchObject({ status: 200, body: before })
    expect(await patch()).toMatchObject({ status: 200, body: before })
  })

  it('records company.updated for a real change', async () => {
    expect(await eventsOf(() => patch({ city: 'Newtown' }))).toEqual(['company.updated'])
  })

  it('records nothing and leaves updated_at when nothing changes', async () => {
    const before = (await owner.get(`/api/company/${company.id}`)).body
    tasman.clock.advance(60_000)
    const { employees: _e, id: _i, created_at: _c, updated_at: _u, ...same } = before
    expect(await eventsOf(() => patch({}))).toEqual([])
    expect(await eventsOf(() => patch(same))).toEqual([])
    expect(await eventsOf(() => patch({ abn: '51 824 753 556', city: ' Newtown ' }))).toEqual([])
    expect((await owner.get(`/api/company/${company.id}`)).body).toEqual(before)
  })

  it('changes the country while there are no pays', async () => {
    const fresh = await aCompany(owner)
    const { body } = await owner.patch(`/api/company/${fresh.id}`, { jurisdiction: 'NZ' })
    expect(body.jurisdiction).toBe('NZ')
  })

  it('lets changes at the same time follow each other', async () => {
    const fields = { city: 'Kew', contact_name: 'Ann', branch_number: '7', trading_name: 'All' }
    await Promise.all(Object.entries(fields).map(([name, value]) => patch({ [name]: value })))
    expect((await owner.get(`/api/company/${company.id}`)).body).toMatchObject(fields)
  })
})

describe('400', () => {
  it('refuses another country once the company has pays, and still takes the same one', async () => {
    const fresh = await aCompany(owner)
    const employee = await anEmployee(owner, fresh.id)
    const pay = await owner.put(`/api/company/${fresh.id}/pays/create?pay_date=2026-11-01`, [
      { employee_id: employee.id, hours: [{ description: 'Ordinary', units: 'hours', value: 38, rate: 40 }] },
    ])
    expect(pay.status).toBe(201)
    expect(await owner.patch(`/api/company/${fresh.id}`, { jurisdiction: 'NZ', city: 'Kew' })).toMatchObject({
      status: 400,
      body: { detail: 'jurisdiction cannot change once the company has pays' },
    })
    expect((await owner.get(`/api/company/${fresh.id}`)).body).toMatchObject({
      jurisdiction: 'AU',
      city: null,
    })
    expect((await owner.patch(`/api/company/${fresh.id}`, { jurisdiction: 'AU' })).status).toBe(200)
  })
})

describe('403', () => {
  it('refuses another customer’s company', async () => {
    expect((await patch({ city: 'Perth' }, await tasman.clientFor('other'))).status).toBe(403)
  })

  it('needs payroll.write', async () => {
    const reader = await tasman.clientFor('owner', { scope: 'openid payroll.read' })
    expect((await patch({ city: 'Perth' }, reader)).status).toBe(403)
  })
})

describe('404', () => {
  it('does not find an unknown or a deleted company', async () => {
    const doomed = await aCompany(owner)
    await owner.delete(`/api/company/${doomed.id}`)
    for (const id of [999_999, doomed.id])
      expect(await owner.patch(`/api/company/${id}`, { city: 'Perth' })).toMatchObject({
        status: 404,
        body: { detail: 'Company not found' },
      })
  })
})

describe('422', () => {
  it.each([
    'legal_name',
    'jurisdiction',
    'pay_cycle_anchor',
    'default_pay_period',
    'is_stp_enabled',
    'is_payday_filing_enabled',
  ])('refuses null for %s, which is required', async (name) => {
    const { status, body } = await patch({ [name]: null })
    expect(status).toBe(422)
    expect(body.data[0].loc).toEqual(['body', name])
  })

  it.each(['id', 'employees', 'created_at', 'nickname'])('refuses the key %s', async (name) => {
    expect(await patch({ [name]: null })).toMatchObject({
      status: 422,
      body: { status_code: 10_422, message: `Unknown field: ${name}` },
    })
  })

  it('refuses a number that fails its check digit, and keeps the stored one', async () => {
    expect((await patch({ abn: '51824753557' })).body.message).toBe('abn: The ABN fails its checksum.')
    expect((await owner.get(`/api/company/${company.id}`)).body.abn).toBe('51824753556')
  })
})

describe('412', () => {
  it('refuses a change that was made for another version, and counts no employee as a change', async () => {
    const url = `/api/company/${company.id}`
    const { etag = '' } = (await owner.get(url)).headers
    await anEmployee(owner, company.id)
    const headers = { 'if-match': String(etag) }
    expect((await owner.patch(url, { city: 'Hobart' }, headers)).status).toBe(200)
    const late = await owner.patch(url, { city: 'Perth' }, headers)
    expect([late.status, late.body.detail]).toEqual([
      412,
      'The record has changed since it was read. Read it again, then repeat the change.',
    ])
    expect((await owner.get(url)).body.city).toBe('Hobart')
    expect((await owner.patch(url, { city: 'Perth' })).status).toBe(200)
  })
})
