import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, TEST_KEY, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee, employeeBody } from '../../support/make.ts'
import { type ServiceProcess, startServiceProcess } from '../../support/service-process.ts'

const SECRETS = {
  tax_file_number: '232026785',
  ird_number: '136410132',
  primary_bank_account_number: '918273645',
  secondary_bank_account_number: '564738291',
}
const NUMBERS = Object.values(SECRETS)

let tasman: TestApp
let owner: TestClient
let companyId: number
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  companyId = (await aCompany(owner)).id
})
afterAll(() => tasman.close())

/** The whole database, table by table, as text. */
async function dump(): Promise<string> {
  const { pool } = tasman.service.database
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
  )
  const texts = await Promise.all(rows.map(({ name }) => pool.query(`select t::text as text from ${name} t`)))
  return texts.flatMap(({ rows: lines }) => lines.map((line) => line.text)).join('\n')
}

// Runs first, and is stopped before anything is queued for a webhook, because this process would send it.
describe('tax and bank account numbers of a running service', () => {
  let logged: ServiceProcess
  beforeAll(async () => {
    logged = await startServiceProcess({
      DATABASE_URL: tasman.databaseUrl,
      // Tokens are valid in the mode they were issued in.
      NODE_ENV: 'test',
      CLOCK: '2026-11-02T00:00:00',
      LOG_LEVEL: 'trace',
      ENCRYPTION_KEYS: `test:${TEST_KEY.toString('base64')}`,
    })
  }, 60_000)
  afterAll(() => logged.kill('SIGTERM'))

  it('reach neither logs nor errors, whatever goes wrong with the request', async () => {
    const send = (body: unknown) =>
      fetch(`${logged.baseUrl}/api/company/${companyId}/employees/create`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const bodies = [
      [employeeBody(SECRETS)],
      [employeeBody({ ...SECRETS, tax_file_number: '232026780' })],
      [employeeBody({ ...SECRETS, ird_number: '136410133' })],
      [employeeBody({ ...SECRETS, primary_bank_account_number: '9182736450000' })],
      [employeeBody({ ...SECRETS, first_name: 'Half \ud800' })],
      [employeeBody({ ...SECRETS, nonsense: 1 })],
      { not: 'a list', ...SECRETS },
    ]
    const statuses: number[] = []
    for (const body of bodies) {
      const answer = await send(body)
      const text = await answer.text()
      statuses.push(answer.status)
      if (answer.status !== 201)
        for (const number of [...NUMBERS, '232026780', '136410133']) expect(text).not.toContain(number)
    }
    expect(statuses).toEqual([201, 422, 207, 422, 422, 422, 422])
    const output = logged.output()
    expect(output).toContain('employees/create')
    for (const number of [...NUMBERS, '232026780', '136410133']) expect(output).not.toContain(number)
  })
})

describe('tax and bank account numbers', () => {
  it('are shown by reads and lie encrypted in the database, also after a change', async () => {
    const employee = await anEmployee(owner, companyId, SECRETS)
    expect((await owner.get(`/api/employees/${employee.id}`)).body).toMatchObject(SECRETS)
    await owner.patch(`/api/company/${companyId}/employees/update`, [
      { id: employee.id, tax_file_number: '866433721', secondary_bank_account_number: null },
    ])
    expect((await owner.get(`/api/employees/${employee.id}`)).body).toMatchObject({
      ...SECRETS,
      tax_file_number: '866433721',
      secondary_bank_account_number: null,
    })
    const everything = await dump()
    expect(everything).toContain(employee.first_name)
    for (const number of [...NUMBERS, '866433721']) expect(everything).not.toContain(number)
  })

  it('are masked in webhook payloads', async () => {
    const endpoint = await owner.post('/api/webhooks', {
      url: 'https://8.8.8.8/hook',
      events: ['employee.created', 'employee.updated', 'employee.deleted'],
      is_active: true,
    })
    expect(endpoint.status, JSON.stringify(endpoint.body)).toBe(201)
    const { id } = await anEmployee(owner, companyId, { ...SECRETS, first_name: 'Hooked' })
    await owner.delete(`/api/employees/${id}`)
    const everything = await dump()
    expect(everything).toContain('***785')
    for (const number of NUMBERS) expect(everything).not.toContain(number)
  })
})
