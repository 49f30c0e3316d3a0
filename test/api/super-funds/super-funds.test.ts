import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let au: string
let nz: string
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  au = `/api/employees/${(await anEmployee(owner, (await aCompany(owner)).id)).id}/super-funds`
  const nzCompany = (await aCompany(owner, { jurisdiction: 'NZ' })).id
  nz = `/api/employees/${(await anEmployee(owner, nzCompany, { country: 'NZ' })).id}/super-funds`
})
afterAll(() => tasman.close())

const apra = (overrides: AnyJson = {}) => ({
  fund_type: 'APRA',
  fund_name: 'AustralianSuper',
  usi: 'sta0100au',
  member_number: '1029384756',
  percentage: 100,
  ...overrides,
})
const smsf = (overrides: AnyJson = {}) => ({
  fund_type: 'SMSF',
  fund_name: 'Nguyen Family Fund',
  abn: '51 824 753 556',
  esa: 'AUSPOST',
  percentage: '40',
  ...overrides,
})

describe('200', () => {
  it('replaces the whole list; the first fund is the default when none says so', async () => {
    expect((await owner.get(au)).body).toEqual([])
    const { status, body } = await owner.put(au, [apra({ percentage: '60.0' }), smsf()])
    expect(status).toBe(200)
    expect(body).toMatchObject([
      { fund_type: 'APRA', usi: 'STA0100AU', percentage: 60, is_default: true, abn: null, esa: null },
      { fund_type: 'SMSF', abn: '51824753556', esa: 'AUSPOST', percentage: 40, is_default: false },
    ])
    expect((await owner.get(au)).body).toEqual(body)
    const second = await owner.put(au, [apra({ percentage: 60 }), smsf({ is_default: true })])
    expect(second.body.map((fund: AnyJson) => fund.is_default)).toEqual([false, true])
    expect((await owner.put(au, [])).body).toEqual([])
  })

  it('is an empty list for an employee of a New Zealand company', async () => {
    expect(await owner.get(nz)).toMatchObject({ status: 200, body: [] })
  })

  it('lets a USI through when the registry is down', async () => {
    tasman.service.settings.gatewaySimulation = 'down'
    const { status } = await owner.put(au, [apra({ usi: 'NOSUCHFUND' })])
    tasman.service.settings.gatewaySimulation = 'accept'
    expect(status).toBe(200)
  })
})

describe('400, 404, 409, 412', () => {
  it('refuses funds in New Zealand and a fund that does not exist', async () => {
    expect(await owner.put(nz, [apra()])).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('KiwiSaver') },
    })
    expect((await owner.put(au, [apra({ usi: 'NOSUCHFUND' })])).status).toBe(400)
  })

  it('refuses an unknown employee, a deleted one and an old list', async () => {
    expect((await owner.get('/api/employees/999999/super-funds')).status).toBe(404)
    expect((await owner.put('/api/employees/999999/super-funds', [apra()])).status).toBe(404)
    const { id } = await anEmployee(owner, (await aCompany(owner)).id)
    await owner.delete(`/api/employees/${id}`)
    expect((await owner.put(`/api/employees/${id}/super-funds`, [apra()])).status).toBe(409)
    expect((await owner.put(au, [apra()], { 'if-match': '"old"' })).status).toBe(412)
  })
})

describe('422', () => {
  const FAULTS: [string, AnyJson][] = [
    ['less than 100 percent', [apra({ percentage: 99.99 })]],
    ['more than 100 percent', [apra(), smsf()]],
    ['two defaults', [apra({ percentage: 60, is_default: true }), smsf({ is_default: true })]],
    ['an APRA fund without USI', [apra({ usi: null })]],
    ['an SMSF without ABN', [smsf({ percentage: 100, abn: undefined })]],
    ['an SMSF without ESA', [smsf({ percentage: 100, esa: '' })]],
    ['a bad ABN', [smsf({ percentage: 100, abn: '51824753557' })]],
    ['a share of nothing', [apra({ percentage: 0 })]],
    ['an unknown type', [apra({ fund_type: 'OTHER' })]],
    ['an unknown key', [apra({ x: 1 })]],
  ]
  for (const [fault, rows] of FAULTS)
    it(`refuses ${fault}`, async () => {
      expect(await owner.put(au, rows)).toMatchObject({ status: 422, body: { status_code: 10_422 } })
    })
})
