import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let companyId: number
let employeeId: number
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  companyId = (await aCompany(owner)).id
  await aCompany(owner, { abn: '53004085616' })
  employeeId = (await anEmployee(owner, companyId)).id
  for (let time = 0; time < 7; time++)
    await owner.patch(`/api/company/${companyId}`, { trading_name: `Name ${time}` })
  await owner.patch(`/api/company/${companyId}/employees/update`, [{ id: employeeId, city: 'Orange' }])
})
afterAll(() => tasman.close())

const read = async (query: string): Promise<AnyJson[]> => {
  const { status, body } = await owner.get(`/api/audit-log?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const idsOf = (rows: readonly AnyJson[]) => rows.map(({ id }) => id)

it('can be read to the end, part by part', async () => {
  const all = idsOf(await read('limit=500'))
  const parts: number[] = []
  for (;;) {
    const before = parts.length > 0 ? `&before=${parts.at(-1)}` : ''
    const part = idsOf(await read(`limit=3${before}`))
    parts.push(...part)
    if (part.length < 3) break
  }
  expect(parts).toEqual(all)
})

it('answers by company, employee, person and action', async () => {
  const ofCompany = await read(`company_id=${companyId}`)
  expect(ofCompany.every(({ target }) => target.startsWith(`/api/company/${companyId}`))).toBe(true)
  expect(await read(`company_id=${companyId}&action=updateCompany`)).toHaveLength(7)
  const ofEmployee = await read(`employee_id=${employeeId}`)
  expect(ofEmployee.map(({ action }) => action)).toContain('updateEmployees')
  expect(await read('user_id=999999')).toEqual([])
  expect(await read('client_id=nobody')).toEqual([])
})

it('is exported as CSV', async () => {
  const answer = await owner.get('/api/audit-log?format=csv&limit=10')
  expect(answer.headers['content-type']).toContain('text/csv')
  const lines = String(answer.body).trim().split('\n')
  expect(lines[0]).toContain('id,at,user_id')
  expect(lines).toHaveLength(11)
})

it('sends a day of more entries than a page as one CSV, each once, and lodgements with their company', async () => {
  await tasman.administer(
    `insert into audit_log (customer_id, at, action, target, outcome)
     select customer_id, '2020-02-03T00:00:00Z'::timestamptz + step * interval '1 ms', 'loadTest', '/api/single-touch/77/update', 200
     from (select customer_id from users where email = 'owner@demo.example') own, generate_series(1, 2345) step`,
  )
  const day = 'from_date=2020-02-03&to_date=2020-02-03'
  const csv = await owner.get(`/api/audit-log?${day}&format=csv`)
  const lines = csv.raw.toString('utf8').trim().split('\n')
  expect(lines[0]).toContain('id,at,')
  const ids = lines.slice(1).map((line) => line.split(',')[0])
  expect(ids).toHaveLength(2345)
  expect(new Set(ids).size).toBe(2345)
  const some = await owner.get(`/api/audit-log?${day}&format=csv&limit=7`)
  expect(some.raw.toString('utf8').trim().split('\n')).toHaveLength(8)
  expect((await owner.get(`/api/audit-log?${day}&company_id=77&limit=5`)).body).toHaveLength(5)
  expect((await owner.get(`/api/audit-log?${day}`)).body).toHaveLength(100)
})
