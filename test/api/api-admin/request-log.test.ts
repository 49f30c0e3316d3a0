import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetOldRequests } from '../../../src/features/platform/request-log/index.ts'
import { maskedError } from '../../../src/features/platform/request-log/masked-error.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { personOfAccount } from '../trust/two-people.ts'

/* The requests of applications and their responses, for the developers of these applications. */

let tasman: TestApp
let owner: TestClient
let partner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-18T02:00:00' })
  owner = await tasman.clientFor('owner')
  partner = await tasman.clientFor('partner')
}, 60_000)
afterAll(() => tasman.close())

const ownLog = async (query = '') => {
  const clients = (await partner.get('/api/api-admin/clients')).body as AnyJson[]
  return { clients, rows: (await partner.get(`/api/api-admin/requests${query}`)).body as AnyJson[] }
}

it('shows requests by path template with status, time and the masked body of errors', async () => {
  const { rows: before } = await ownLog()
  expect(Array.isArray(before)).toBe(true)
  const { clients } = await ownLog()
  const clientId = clients[0]?.client_id as string
  const app = await tasman.clientFor('owner', { clientId })
  const company = await aCompany(app)
  await anEmployee(app, company.id)
  const refused = await app.put(`/api/company/${company.id}/employees/create`, [
    { tax_file_number: '123456789' },
  ])
  expect(refused.status).toBeGreaterThanOrEqual(200)
  expect((await app.get('/api/company/987654321')).status).toBeGreaterThanOrEqual(400)
  const { rows } = await ownLog(`?client_id=${clientId}`)
  const read = rows.find((row) => row.path === '/api/company/{company_id}' && row.method === 'GET')
  expect(read).toMatchObject({
    client_id: clientId,
    operation: 'getCompany',
    duration_ms: expect.any(Number),
  })
  expect(read?.status).toBeGreaterThanOrEqual(400)
  expect(read?.error).toContain('detail')
  const made = rows.find((row) => row.operation === 'createCompany')
  expect([made?.operation, made?.error]).toEqual(['createCompany', null])
  expect(JSON.stringify(rows)).not.toMatch(/123456789|987654321/)
  const errors = (await ownLog(`?client_id=${clientId}&is_error=true&limit=1`)).rows
  expect(errors).toHaveLength(1)
  expect(errors[0]?.status).toBeGreaterThanOrEqual(400)
  const next = (await ownLog(`?client_id=${clientId}&before=${rows[0]?.id}`)).rows
  expect(next.map(({ id }) => id)).not.toContain(rows[0]?.id)
})

it('is for those who manage the API of the account, and shows no other account’s applications', async () => {
  const member = await personOfAccount(tasman, 'officer@demo.example', 'member')
  expect((await member.get('/api/api-admin/requests')).status).toBe(403)
  const own = (await owner.get('/api/api-admin/requests')).body
  const list: AnyJson[] = Array.isArray(own) ? own : []
  const { clients } = await ownLog()
  const foreign = new Set(clients.map(({ client_id }) => client_id))
  expect(list.filter(({ client_id }) => foreign.has(client_id))).toEqual([])
})

it('forgets after a week', async () => {
  tasman.clock.advance(8 * 86_400_000)
  await forgetOldRequests(tasman.service)
  const left = await tasman.service.database.query.selectFrom('request_log').selectAll().execute()
  expect(left).toEqual([])
})

it.each([
  ['The TFN 123 456 789 is wrong', 'The TFN …89 is wrong'],
  ['{"account":"12-3456-7890123-00"}', '{"account":"…00"}'],
  ['The TFN 123.456.789 and 12/3456/7890123/00', 'The TFN …89 and …00'],
  ['from 2026-07-01, id 12345', 'from 2026-07-01, id 12345'],
])('masks %j', (body, masked) => {
  expect(maskedError(body)).toBe(masked)
})
