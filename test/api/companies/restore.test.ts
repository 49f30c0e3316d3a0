import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

describe('a deleted company', () => {
  it('is listed and comes back with everything that belonged to it', async () => {
    const company = await aCompany(owner, { legal_name: 'Phoenix Pty Ltd' })
    const kept = await anEmployee(owner, company.id, { number: 'P-1' })
    const moved = await anEmployee(owner, company.id, { number: 'P-2' })
    const pay = await aPay(owner, company.id, '2026-10-08', aWeek(kept.id))
    expect((await owner.delete(`/api/company/${company.id}`)).status).toBe(204)
    const other = await aCompany(owner, { abn: '53004085616' })
    await anEmployee(owner, other.id, { number: 'P-2' })

    const deleted = await owner.get('/api/company/deleted')
    expect(deleted.body.map(({ id }: AnyJson) => id)).toContain(company.id)
    const restored = await owner.post(`/api/company/${company.id}/restore`)
    expect(restored).toMatchObject({
      status: 200,
      body: { id: company.id, warnings: [expect.stringContaining('The employee number P-2 was given to')] },
    })
    const again = await owner.get(`/api/company/${company.id}/pays/${pay.id}`)
    expect(again.body).toMatchObject({ id: pay.id, net: pay.net })
    expect((await owner.get(`/api/employees/${kept.id}`)).body.number).toBe('P-1')
    expect((await owner.get(`/api/employees/${moved.id}`)).status).toBe(200)
    expect((await owner.post(`/api/company/${company.id}/restore`)).status).toBe(409)
    const listed = await owner.get('/api/company/deleted')
    expect(listed.body.map(({ id }: AnyJson) => id)).not.toContain(company.id)
  })

  it('of another customer stays closed', async () => {
    const company = await aCompany(owner, { legal_name: 'Closed Pty Ltd' })
    await owner.delete(`/api/company/${company.id}`)
    const stranger = await tasman.clientFor('partner')
    expect((await stranger.post(`/api/company/${company.id}/restore`)).status).toBe(403)
  })
})

describe('companies by name', () => {
  it('are found by a piece of the name, in parts', async () => {
    for (const name of ['Zebra Ltd', 'Āpiti Ltd', 'Mango 100% Ltd'])
      await aCompany(owner, { legal_name: name })
    const names: string[] = []
    let after = ''
    for (;;) {
      const { body } = await owner.get(`/api/companies?limit=2${after}`)
      names.push(...body.companies.map(({ legal_name }: AnyJson) => legal_name))
      if (body.next === null) break
      after = `&after=${body.next}`
    }
    const { body: all } = await owner.get('/api/companies?limit=200')
    expect(names).toEqual(all.companies.map(({ legal_name }: AnyJson) => legal_name))
    const found = await owner.get('/api/companies?q=100%25')
    expect(found.body.companies.map(({ legal_name }: AnyJson) => legal_name)).toEqual(['Mango 100% Ltd'])
  })
})
