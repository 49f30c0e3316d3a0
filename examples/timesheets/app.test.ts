import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LiveService, startLive } from '../../test/support/live.ts'
import { aCompany, anEmployee } from '../../test/support/make.ts'
import { freePort } from '../../test/support/service-process.ts'
import { authorize, createVisitor } from '../../test/support/visitor.ts'
import { createTimesheets } from './app.ts'

let tasman: LiveService
let timesheets: Server
let base: string
let cookie = ''
beforeAll(async () => {
  tasman = await startLive()
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  const client = { clientId: 'demo-client', clientSecret: 'demo-secret' }
  timesheets = createTimesheets({ tasmanUrl: tasman.base, publicUrl: base, ...client }).listen(
    port,
    '127.0.0.1',
  )
})
afterAll(async () => {
  timesheets.closeAllConnections()
  timesheets.close()
  await tasman.close()
})

/** Acts like a browser that keeps one cookie. */
async function visit(path: string, form?: Record<string, string>): Promise<Response> {
  const post = form ? { method: 'POST', body: new URLSearchParams(form) } : {}
  const response = await fetch(new URL(path, base), { redirect: 'manual', headers: { cookie }, ...post })
  cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
  return response
}

it('is short enough to read', () => {
  expect(readFileSync(join(import.meta.dirname, 'app.ts'), 'utf8').split('\n').length).toBeLessThan(300)
})

it('connects, pays hours once, shows the payslip and hears of it', async () => {
  const owner = await tasman.clientFor('owner')
  const company = await aCompany(owner)
  const employee = await anEmployee(owner, company.id)

  expect(await (await visit('/')).text()).toContain('Connect your payroll')
  expect((await visit('/hours', {})).status).toBe(401)
  const start = await visit('/connect')
  const query = Object.fromEntries(new URL(start.headers.get('location') ?? '').searchParams)
  const answer = await authorize(createVisitor(tasman), query)
  expect((await visit(`/callback?${answer}`)).headers.get('location')).toBe('/')
  expect(await (await visit('/')).text()).toContain('Mia Nguyen')

  const form = {
    company_id: String(company.id),
    employee_id: String(employee.id),
    hours: '38',
    timesheet: 'week-45',
  }
  expect((await visit('/hours', form)).status).toBe(303)
  expect((await visit('/hours', form)).status).toBe(303)
  const { body: pays } = await owner.get(`/api/company/${company.id}/pays`)
  expect(pays).toHaveLength(1)
  const slip = await visit(`/payslip?company_id=${company.id}&pay_id=${pays[0].id}`)
  expect(
    Buffer.from(await slip.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe('%PDF')
  await expect
    .poll(async () => (await visit('/')).text(), { timeout: 15_000, interval: 500 })
    .toContain(`pay.created ${pays[0].id}`)

  const refused = await visit('/hours', { ...form, employee_id: '999999', timesheet: 'other' })
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('role="alert"')])
  const forged = await fetch(`${base}/webhooks/1`, { method: 'POST', body: '{}' })
  expect(forged.status).toBe(400)
}, 120_000)
