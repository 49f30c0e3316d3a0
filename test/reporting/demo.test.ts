import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDemoClient } from '../../src/demo/client.ts'
import { seedCompanies } from '../../src/demo/seed-companies.ts'
import { seedEmployees } from '../../src/demo/seed-employees.ts'
import { seedPays } from '../../src/demo/seed-pays.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'

let tasman: TestApp
let owner: TestClient
let companies: AnyJson[]
beforeAll(async () => {
  tasman = await startTestApp()
  const { service, app } = tasman
  for (const seed of [seedCompanies, seedEmployees, seedPays])
    await seed((person) => createDemoClient(service, app, person), service)
  owner = await tasman.clientFor('owner')
  companies = (await owner.get('/api/company')).body
}, 120_000)
afterAll(() => tasman.close())

const all = { from_date: '2026-01-01', to_date: '2026-12-31' }

describe('the demo companies', () => {
  it('can lodge and file their history as it is', async () => {
    for (const { id, jurisdiction } of companies) {
      const path = jurisdiction === 'AU' ? `single-touch/${id}/submit-stp-pays` : `payday-filing/${id}/submit`
      const preview = await owner.post(`/api/${path}`, { ...all, dry_run: true })
      expect(preview.body.errors).toEqual([])
      const { status, body } = await owner.post(`/api/${path}`, all)
      expect({ status, state: body.status }).toEqual({ status: 201, state: 'accepted' })
    }
  })
})
