import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts'

let tasman: TestApp
let owner: TestClient
let processes: ServiceProcess[]
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  const env = {
    DATABASE_URL: tasman.databaseUrl,
    // Tokens are valid in the mode they were issued in.
    NODE_ENV: 'test',
    CLOCK: '2026-11-02T00:00:00',
    ENCRYPTION_KEYS: `shared:${randomBytes(32).toString('base64')}`,
  }
  processes = await Promise.all([startServiceProcess(env), startServiceProcess(env)])
}, 60_000)
afterAll(async () => {
  await Promise.all((processes ?? []).map((process) => process.kill('SIGTERM')))
  await tasman.close()
})

/**
 * Sends a request fifty times at once, half of them to each process. Returns the number of responses for each status.
 */
async function storm(path: string, body: (index: number) => object): Promise<Record<number, number>> {
  const statuses = await Promise.all(
    Array.from({ length: 50 }, (_, index) => post(`${processes[index % 2]?.baseUrl}${path}`, body(index))),
  )
  const counts: Record<number, number> = {}
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

// A process that has just started on a busy machine may report overload. The test retries, as clients do.
async function post(url: string, body: object): Promise<number> {
  for (;;) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await response.body?.cancel()
    if (response.status !== 503) return response.status
    await sleep(200)
  }
}

it('fifty creates of one description at once, over two processes, make exactly one allowance', async () => {
  const company = await aCompany(owner)
  const path = `/api/company/${company.id}/allowances`
  const spellings = ['Tools', 'TOOLS', ' tools ']
  const counts = await storm(path, (index) => ({
    description: spellings[index % spellings.length],
    amount: 10,
    allowance_category: 'TD',
  }))
  expect(counts).toEqual({ 201: 1, 409: 49 })
  expect((await owner.get(path)).body).toHaveLength(1)
})

it('a description goes to the company or to an employee, never to both', async () => {
  const company = await aCompany(owner)
  const employee = await anEmployee(owner, company.id)
  const body = { description: 'Boots', amount: 10, allowance_category: 'TD' }
  const answers = await Promise.all([
    storm(`/api/company/${company.id}/allowances`, () => body),
    storm(`/api/employees/${employee.id}/allowances`, () => body),
  ])
  const [ofCompany, ofEmployee] = answers.map((counts) => counts[201] ?? 0)
  expect((ofCompany ?? 0) + (ofEmployee ?? 0)).toBe(1)
})
