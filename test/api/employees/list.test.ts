import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee, employeeBody } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
let companyId: number
const ids: Record<string, number> = {}
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  companyId = (await aCompany(owner)).id
  const names: [string, string, string | null][] = [
    ['Zoe', 'Adams', null],
    ['Amy', 'Brown', 'Zara'],
    ['Amy', 'Brown', 'Bea'],
    ['amy', 'brown', null],
    ['Eve', 'de Souza', null],
    ['Abe', 'Zed', null],
  ]
  for (const [first_name, last_name, middle_name] of names.reverse())
    ids[`${first_name} ${middle_name ?? ''} ${last_name}`] = (
      await anEmployee(owner, companyId, { first_name, last_name, middle_name })
    ).id
  await tasman.service.database.pool.query(
    `update employees set is_terminated = true, termination_date = '2026-10-01' where first_name in ('Zoe', 'Eve')`,
  )
  for (const name of ['Eve  de Souza', 'Abe  Zed']) await owner.delete(`/api/employees/${ids[name]}`)
})
afterAll(() => tasman.close())

const list = (query = '', client = owner) => client.get(`/api/company/${companyId}/employees${query}`)
const names = (body: AnyJson) =>
  body.map((e: AnyJson) => [e.first_name, e.middle_name, e.last_name].filter(Boolean).join(' '))

describe('200', () => {
  it('lists every employee who is not deleted, by last, first and middle name', async () => {
    const { status, body, headers } = await list()
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('application/json')
    expect(names(body)).toEqual(['Zoe Adams', 'amy brown', 'Amy Bea Brown', 'Amy Zara Brown'])
  })

  const BY_STATUS: [string, string[]][] = [
    ['active', ['amy brown', 'Amy Bea Brown', 'Amy Zara Brown']],
    ['terminated', ['Zoe Adams']],
    ['deleted', ['Eve de Souza', 'Abe Zed']],
    ['all', ['Zoe Adams', 'amy brown', 'Amy Bea Brown', 'Amy Zara Brown', 'Eve de Souza', 'Abe Zed']],
  ]
  for (const [status, expected] of BY_STATUS)
    it(`lists the ${status} ones when asked`, async () => {
      expect(names((await list(`?status=${status}`)).body)).toEqual(expected)
    })

  it('shows each employee as the single read does', async () => {
    for (const employee of (await list('?status=all')).body)
      expect(employee).toEqual((await owner.get(`/api/employees/${employee.id}`)).body)
  })

  it('is an empty array for a company without employees', async () => {
    const empty = (await aCompany(owner)).id
    expect((await owner.get(`/api/company/${empty}/employees`)).body).toEqual([])
  })

  it('goes on for a lapsed customer', async () => {
    const lapsed = await tasman.clientFor('lapsed')
    const theirs = (await aCompany(lapsed)).id
    expect((await lapsed.get(`/api/company/${theirs}/employees`)).status).toBe(200)
  })

  it('lists names with accents and macrons where people look for them', async () => {
    const id = (await aCompany(owner)).id
    const names = ['Zed', 'Ōtene', 'oak', 'Ábel', 'Nguyễn', 'Ngata', 'Åberg']
    await owner.put(
      `/api/company/${id}/employees/create`,
      names.map((name) => employeeBody({ last_name: name })),
    )
    const sorted = ['Ábel', 'Åberg', 'Ngata', 'Nguyễn', 'oak', 'Ōtene', 'Zed']
    const { body } = await owner.get(`/api/company/${id}/employees`)
    expect(body.map((e: AnyJson) => e.last_name)).toEqual(sorted)
    const company = await owner.get(`/api/company/${id}`)
    expect(company.body.employees.map((e: AnyJson) => e.last_name)).toEqual(sorted)
  })

  it('lists more employees than it reads at once, without loss', async () => {
    const big = (await aCompany(owner)).id
    const items = Array.from({ length: 777 }, (_, i) =>
      employeeBody({ last_name: `N${String(i).padStart(4, '0')}` }),
    )
    await owner.put(`/api/company/${big}/employees/create`, items.reverse())
    const { body } = await owner.get(`/api/company/${big}/employees`)
    expect(body.map((e: AnyJson) => e.last_name)).toEqual(items.reverse().map((item) => item.last_name))
  })
})

describe('400, 401, 403, 422', () => {
  it('refuses an unknown company, no token, another customer and an unknown status', async () => {
    expect(await owner.get('/api/company/999999/employees')).toMatchObject({
      status: 400,
      body: { detail: 'No company found with the given company_id' },
    })
    expect((await list('', tasman.clientWith())).status).toBe(401)
    expect((await list('', await tasman.clientFor('other'))).status).toBe(403)
    expect((await list('', await tasman.clientFor('owner', { scope: 'openid' }))).body).toMatchObject({
      detail: 'Missing required scope: payroll.read',
    })
    expect((await list('?status=gone')).status).toBe(422)
    expect((await list('?page=2')).status).toBe(422)
  })
})

describe('after the last table of the law', () => {
  it('employees stay readable and can be added, with the last rates we know', async () => {
    const later = await startTestApp({ now: '2040-01-01T00:00:00' })
    const client = await later.clientFor('owner')
    const { id: companyId } = await aCompany(client)
    const { id } = await anEmployee(client, companyId)
    const { status, body } = await client.get(`/api/employees/${id}`)
    expect([status, body.super_rate, body.kiwisaver_employee_rate > 0]).toEqual([200, 0.12, true])
    expect((await client.get(`/api/company/${companyId}/employees`)).body).toHaveLength(1)
    await later.close()
  })
})
