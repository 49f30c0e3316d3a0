import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee, employeeBody } from '../support/make.ts'
import { aPay, aWeek } from '../support/pays.ts'

/* `dry_run=true` returns 200 with the result that would follow, and leaves the database unchanged. */

let tasman: TestApp
let owner: TestClient
let company: string
let companyId: number
let employeeId: number

beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  companyId = (await aCompany(owner)).id
  company = `/api/company/${companyId}`
  employeeId = (await anEmployee(owner, companyId, { pay_rate_per_hour: 40 })).id
}, 60_000)

afterAll(() => tasman.close())

const TABLES = [
  'employees',
  'pays',
  'pay_lines',
  'leave_movements',
  'company_allowances',
  'webhook_deliveries',
]

async function everything(): Promise<AnyJson> {
  const { pool } = tasman.service.database
  const rows = await Promise.all(TABLES.map((name) => pool.query(`select * from ${name} order by 1, 2`)))
  return rows.map((result) => result.rows)
}

async function preview(send: () => Promise<{ status: number; body: AnyJson }>): Promise<AnyJson> {
  const before = await everything()
  const answer = await send()
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(await everything()).toEqual(before)
  return answer.body
}

it('employees: creating, changing and deleting', async () => {
  const created = await preview(() =>
    owner.put(`${company}/employees/create?dry_run=true`, [employeeBody({ first_name: 'Perhaps' })]),
  )
  expect(created).toMatchObject([{ employee: { id: null, stp_id: null, first_name: 'Perhaps' }, errors: {} }])
  const changed = await preview(() =>
    owner.patch(`${company}/employees/update?dry_run=true`, [{ id: employeeId, position: 'Baker' }]),
  )
  expect(changed).toMatchObject([{ employee: { position: 'Baker' } }])
  const deleted = await preview(() => owner.delete(`/api/employees/${employeeId}?dry_run=true`))
  expect(deleted).toMatchObject({ employee: { id: employeeId, is_deleted: true }, warnings: [] })
})

it('company allowances: creating, changing and deleting', async () => {
  const tools = { description: 'Tools', amount: 5, allowance_category: 'TD', employee_ids: [employeeId] }
  const created = await preview(() => owner.post(`${company}/allowances?dry_run=true`, tools))
  expect(created).toMatchObject({ id: null, description: 'Tools', employee_ids: [employeeId] })
  const { id } = (await owner.post(`${company}/allowances`, tools)).body
  const changed = await preview(() => owner.patch(`${company}/allowances/${id}?dry_run=true`, { amount: 6 }))
  expect(changed).toMatchObject({ id, amount: 6 })
  const deleted = await preview(() => owner.delete(`${company}/allowances/${id}?dry_run=true&force=true`))
  expect(deleted.message).toContain(`detached from employees ${employeeId}`)
  await owner.delete(`${company}/allowances/${id}?force=true`)
})

it('deleting a pay, and processing a run', async () => {
  const pay = await aPay(owner, companyId, '2026-10-18', aWeek(employeeId))
  const deleted = await preview(() => owner.delete(`${company}/pays/${pay.id}?dry_run=true`))
  expect(deleted).toMatchObject({ pay: { id: pay.id, gross: pay.gross }, warnings: [] })

  const run = (await owner.post(`${company}/pay-runs`, { pay_period: 'WEEKLY', pay_date: '2026-10-25' })).body
  const processed = await preview(() =>
    owner.post(`${company}/pay-runs/${run.pay_run_id}/process?dry_run=true`),
  )
  expect(processed).toMatchObject({ status: 'processed', pays: [{ id: null, status: 'processed' }] })
  expect((await owner.get(`${company}/pay-runs/${run.pay_run_id}`)).body.status).toBe('pending')
})

it('is an unknown key where there is no preview', async () => {
  expect((await owner.delete(`${company}?dry_run=true`)).status).toBe(422)
  expect((await owner.post(`/api/employees/${employeeId}/restore?dry_run=true`)).status).toBe(422)
})

it('shows nothing of a new employee that the real call would give differently', async () => {
  const body = [employeeBody({ first_name: 'Later', number: 'P-1' })]
  const [{ employee: shown }] = await preview(() =>
    owner.put(`${company}/employees/create?dry_run=true`, body),
  )
  const [{ employee: real }] = (await owner.put(`${company}/employees/create`, body)).body
  expect({ ...shown, id: real.id, stp_id: String(real.id) }).toEqual(real)
})
