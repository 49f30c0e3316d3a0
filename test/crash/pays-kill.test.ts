import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { connect, type Database } from '../../src/database/connect.ts'
import { keptUrl } from '../../src/database/embedded/place.ts'
import { issueGrant } from '../../src/features/access/oauth/index.ts'
import { replayPays } from '../../src/features/pays/pays/index.ts'
import { loadRates } from '../../src/load-rates.ts'
import { temporaryFolder } from '../support/embedded.ts'
import { employeeBody } from '../support/make.ts'
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts'
import { USUAL_KILLS } from '../support/thorough.ts'

// Pays matter most, so they are killed five times as often as the rest when `--kills` is given.
const KILLS = process.env.TASMAN_KILLS ? 5 * Number(process.env.TASMAN_KILLS) : USUAL_KILLS
const EMPLOYEES = 40
const WRITERS = 2

/** A call that was sent. All its pays have its department, and it was answered or cut off. */
type Sent = { department: string; isAnswered: boolean }

it(
  `after ${KILLS} times kill -9 every call is wholly there or wholly absent, and leave and year to date agree`,
  async () => {
    const dataDir = await temporaryFolder(onTestFinished)
    let service = await startServiceProcess({ DATA_DIR: dataDir })
    const folder = join(dataDir, 'postgres')
    const token = await withDatabase(folder, issueToken)
    const { companyId, employeeIds } = await hire(service, token)
    const sent: Sent[] = []

    for (let round = 0; round < KILLS; round += 1) {
      const writers = Array.from({ length: WRITERS }, () =>
        payUntilCut(service, token, companyId, employeeIds, sent),
      )
      // On a busy machine a call takes longer than that. At least one must have been answered.
      while (!sent.some((call) => call.isAnswered)) await sleep(50)
      await sleep(100 + Math.random() * 900)
      await Promise.all([service.kill('SIGKILL'), ...writers])
      service = await startServiceProcess({ DATA_DIR: dataDir })
      await withDatabase(folder, (database) => expectWhole(database, companyId, sent))
    }
    expect(sent.filter((call) => call.isAnswered).length).toBeGreaterThan(0)
    await withDatabase(folder, (database) => expectReplay(database, companyId))
    await service.kill('SIGTERM')
  },
  60_000 + KILLS * 30_000,
)

let next = 0
async function payUntilCut(
  service: ServiceProcess,
  token: string,
  companyId: number,
  employeeIds: readonly number[],
  sent: Sent[],
): Promise<void> {
  for (;;) {
    next += 1
    const call: Sent = { department: `Call ${next}`, isAnswered: false }
    sent.push(call)
    const pays = employeeIds.map((employee_id) => ({
      employee_id,
      pay_department: call.department,
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 38 }],
      leave: [{ description: 'Sick', leave_type: 'SICK', date: '2026-10-01', hours: 1 }],
      allowances: [{ description: `Tools ${next % 5}`, amount: 5, allowance_category: 'TD' }],
    }))
    const path = `/api/company/${companyId}/pays/create?pay_date=2026-10-02`
    if (!(await send(service, token, 'PUT', path, pays))) return
    call.isAnswered = true
  }
}

async function expectWhole(database: Database, companyId: number, sent: readonly Sent[]): Promise<void> {
  const { rows } = await sql<{ department: string; pays: number; lines: number; movements: number }>`
    select pay_department as department, count(*)::int as pays,
      sum((select count(*) from pay_lines where pay_id = pays.id))::int as lines,
      sum((select count(*) from leave_movements where pay_id = pays.id))::int as movements
    from pays where company_id = ${companyId} group by pay_department`.execute(database.query)
  const found = new Map(rows.map((row) => [row.department, row]))
  for (const { department, isAnswered } of sent) {
    const row = found.get(department)
    if (isAnswered) expect(row, `${department} was answered`).toBeDefined()
    if (row)
      expect(row).toEqual({ department, pays: EMPLOYEES, lines: 3 * EMPLOYEES, movements: 4 * EMPLOYEES })
  }
  const wrong = await sql`
    select id from employees where company_id = ${companyId} and (
      sick_hours <> (select coalesce(sum(amount), 0) from leave_movements m where m.employee_id = employees.id and balance = 'sick')
      or holiday_hours <> (select coalesce(sum(amount), 0) from leave_movements m where m.employee_id = employees.id and balance = 'holiday'))
  `.execute(database.query)
  expect(wrong.rows).toEqual([])
}

async function expectReplay(database: Database, companyId: number): Promise<void> {
  for await (const { id, differences } of replayPays(database.query, loadRates(), { companyId }))
    expect({ id, differences }).toEqual({ id, differences: [] })
}

async function hire(service: ServiceProcess, token: string) {
  const company = (await send(service, token, 'PUT', '/api/company/create', {
    legal_name: 'Crash Pty Ltd',
  })) as { id: number }
  const people = Array.from({ length: EMPLOYEES }, () => employeeBody())
  const path = `/api/company/${company.id}/employees/create`
  const results = (await send(service, token, 'PUT', path, people)) as { employee: { id: number } }[]
  return { companyId: company.id, employeeIds: results.map((result) => result.employee.id) }
}

/** The response's JSON, or undefined when the connection was cut. Retries when the service is overloaded. */
async function send(service: ServiceProcess, token: string, method: string, path: string, body: unknown) {
  for (;;) {
    const answer = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => undefined)
    const text = await answer?.text().catch(() => undefined)
    if (!answer || text === undefined) return undefined
    if (answer.ok) return JSON.parse(text) as unknown
    if (answer.status !== 503) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    await sleep(200)
  }
}

async function withDatabase<T>(folder: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = connect({ url: keptUrl(folder), poolSize: 1, statementTimeoutMs: 60_000 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function issueToken(database: Database): Promise<string> {
  const user = await database.query
    .selectFrom('users')
    .select(['id', 'customer_id'])
    .where('email', '=', 'owner@demo.example')
    .executeTakeFirstOrThrow()
  const grant = {
    clientId: 'demo-client',
    userId: user.id,
    customerId: user.customer_id,
    scopes: ['openid', 'payroll.read', 'payroll.write'],
  }
  const { accessToken } = await database.transaction((tx) => issueGrant(tx, grant, new Date()))
  return accessToken
}
