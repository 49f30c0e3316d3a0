import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, employeeBody } from '../support/make.ts'

let tasman: TestApp
let client: TestClient
let companyId: number
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-02-02T00:00:00' })
  client = await tasman.clientFor('other')
  companyId = (await aCompany(client)).id
  await tasman.service.database.pool.query(
    `update customers set employee_cap = 2, paid_through = '2026-12-31' where name = 'Other Bakery'`,
  )
})
afterAll(() => tasman.close())

/** The service's clock advances, and tokens are valid for half an hour, so the user signs in again. */
async function onDay(date: string): Promise<void> {
  tasman.clock.set(new Date(`${date}T00:00:00Z`))
  client = await tasman.clientFor('other')
}
const hire = async (overrides: object) =>
  (await client.put(`/api/company/${companyId}/employees/create`, [employeeBody({ ...overrides })])).body[0]
const names = async (status = '') =>
  (await client.get(`/api/company/${companyId}/employees${status}`)).body.map(
    (employee: { first_name: string }) => employee.first_name,
  )

it('a bakery hires, changes, loses, finds again and takes back its people within its plan', async () => {
  await onDay('2026-02-02')
  const ana = (await hire({ first_name: 'Ana', number: 'E1', start_date: '2026-02-02' })).employee
  const ben = (await hire({ first_name: 'Ben', number: 'E2', last_name: 'Zander' })).employee
  expect((await hire({ first_name: 'Cat' })).errors.licence).toContain('limit of 2')

  await onDay('2026-03-02')
  const raise = [{ number: 'E1', pay_rate_per_hour: '42.00', position: 'Head baker' }]
  const raised = await client.patch(
    `/api/company/${companyId}/employees/update?identifier_type=employee_number`,
    raise,
  )
  expect(raised.body[0].employee).toMatchObject({ pay_rate_per_hour: 42, position: 'Head baker' })

  await onDay('2026-04-01')
  expect((await client.delete(`/api/employees/${ben.id}`)).status).toBe(204)
  expect(await names()).toEqual(['Ana'])
  expect(await names('?status=deleted')).toEqual(['Ben'])
  const cat = (await hire({ first_name: 'Cat', number: 'E3' })).employee
  expect((await hire({ first_name: 'Dot', number: 'E2' })).errors).toMatchObject({
    number: `Employee number E2 is reserved for the deleted employee Ben Zander (id ${ben.id}).`,
  })
  expect((await client.post(`/api/employees/${ben.id}/restore`)).status).toBe(403)

  await onDay('2026-05-15')
  await tasman.service.database.pool.query(
    `update employees set is_terminated = true, termination_date = '2026-05-15' where id = $1`,
    [cat.id],
  )
  expect(await names('?status=active')).toEqual(['Ana'])
  expect((await client.post(`/api/employees/${ben.id}/restore`)).body).toMatchObject({
    number: 'E2',
    is_deleted: false,
  })
  expect((await client.post(`/api/employees/${cat.id}/reinstate`)).status).toBe(403)

  await onDay('2026-08-03')
  await client.delete(`/api/employees/${ana.id}`)
  const early = await client.post(`/api/employees/${cat.id}/reinstate`, { start_date: '2026-05-14' })
  expect(early.status).toBe(400)
  expect((await client.post(`/api/employees/${cat.id}/reinstate`)).body).toMatchObject({
    number: 'E3',
    is_terminated: false,
    termination_date: null,
    start_date: '2026-08-03',
  })
  expect(await names()).toEqual(['Cat', 'Ben'])

  await onDay('2027-01-01')
  expect((await hire({ first_name: 'Eve' })).errors).toHaveProperty('licence')
  for (const [method, path] of [
    ['delete', `/api/employees/${ben.id}`],
    ['post', `/api/employees/${ana.id}/restore`],
    ['post', `/api/employees/${cat.id}/reinstate`],
  ] as const)
    expect((await client[method](path)).status).toBe(403)
  expect(await names('?status=all')).toEqual(['Ana', 'Cat', 'Ben'])
  const update = await client.patch(`/api/company/${companyId}/employees/update`, [
    { id: ben.id, position: 'Baker' },
  ])
  expect(update.status).toBe(200)
})
