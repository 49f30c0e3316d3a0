import { expect, it, onTestFinished } from 'vitest'
import { ask } from '../chaos/load.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { employeeBody } from '../support/make.ts'
import { startServiceProcess } from '../support/service-process.ts'
import { issueTokenAt } from '../support/token-at.ts'

it('a New Zealand deployment starts, seeds, and pays a New Zealander in a company that names no country', async () => {
  const database = await createEmptyDatabase()
  onTestFinished(database.drop)
  const service = await startServiceProcess({ DATABASE_URL: database.url, REGION: 'NZ' })
  onTestFinished(() => service.kill('SIGKILL'))
  const token = await issueTokenAt(database.url, 'owner')
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await ask(service, token, method, path, body)
    expect(answer.status, `${method} ${path}: ${answer.body}`).toBeLessThan(300)
    return JSON.parse(answer.body)
  }
  const health = await call('GET', '/api/health')
  expect(health).toMatchObject({ status: 'ok', region: 'NZ', database: 'ok' })
  const company = await call('PUT', '/api/company/create', { legal_name: 'Kea Limited' })
  const [hired] = await call('PUT', `/api/company/${company.id}/employees/create`, [
    employeeBody({ country: 'NZ' }),
  ])
  const pay = {
    employee_id: hired.employee.id,
    hours: [{ description: 'Ordinary hours', units: 'hours', value: 40 }],
  }
  const [paid] = await call('PUT', `/api/company/${company.id}/pays/create`, [pay])
  const explanation = await call('GET', `/api/company/${company.id}/pays/${paid.id}/explanation`)
  expect(JSON.stringify(explanation)).toContain('PAYE')
}, 120_000)
