// node bench/cells.ts: the statements and the processor time of each operation, to compare two versions of the service. Processor
// time is that of this process and of its database, which depends less on other work of the machine than seconds do.
import { readdirSync, readFileSync } from 'node:fs'
import { addDays, civilDate } from '../src/kernel/values/dates.ts'
import { median } from './bench.ts'
import { startBenchService } from './service.ts'

const TICK_MS = 10
const ROUNDS = Number(process.env.ROUNDS ?? 10)
const PEOPLE = 150

const tasman = await startBenchService()
const token = await tasman.tokenFor('owner')
const { pool } = tasman.service.database
const { rows } = await pool.query('select pg_backend_pid() as pid')
const postmaster = Number(statOf(rows[0].pid)[1])

async function call(method: 'GET' | 'PUT', path: string, body?: unknown, expected = 200) {
  const response = await fetch(`${tasman.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status !== expected) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

const person = () => ({
  ...{ first_name: 'Mia', last_name: 'Nguyen', date_of_birth: '1994-03-21', address1: '4 Harbour Street' },
  ...{ city: 'Sydney', state: 'NSW', country: 'AU', postcode: '2000', start_date: '2025-07-01' },
  ...{ employment_status: 'Full-time', pay_rate_per_hour: '40.00', tax_file_number: '123456782' },
  ...{ is_foreign_resident: false, has_claimed_tax_free_threshold: true, has_stsl_liability: false },
  is_closely_held: false,
})
const { id } = await call('PUT', '/api/company/create', { legal_name: 'Cells', abn: '51824753556' }, 201)
const company = `/api/company/${id}`
const hired = await call('PUT', `${company}/employees/create`, Array.from({ length: PEOPLE }, person), 201)
const ids: number[] = hired.map(({ employee }: { employee: { id: number } }) => employee.id)
let week = 0
const pay = (count: number, query = '') =>
  call(
    'PUT',
    `${company}/pays/create?pay_date=${addDays(civilDate('2025-07-03'), 7 * (week++ % 40))}${query}`,
    ids.slice(0, count).map((employee_id) => ({
      employee_id,
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 38 }],
    })),
    query === '' ? 201 : 200,
  )

const operations: Record<string, () => Promise<unknown>> = {
  'one pay': () => pay(1),
  '30 pays': () => pay(30),
  '150 pays': () => pay(PEOPLE),
  'dry run of one pay': () => pay(1, '&dry_run=true'),
  'hire one': () => call('PUT', `${company}/employees/create`, [person()], 201),
  company: () => call('GET', company),
  'list of employees': () => call('GET', `${company}/employees`),
  'list of pays': () => call('GET', `${company}/pays`),
  obligations: () => call('GET', `${company}/obligations`),
  summary: () => call('GET', `${company}/reports/payroll-summary?from_date=2025-07-01`),
}
for (const [name, work] of Object.entries(operations)) {
  for (let turn = 0; turn < 3; turn += 1) await work()
  // Other work of the service may fall into one of them.
  const statements = Math.min(
    await countStatements(work),
    await countStatements(work),
    await countStatements(work),
  )
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = cpuMs()
    await work()
    times.push(cpuMs() - from)
  }
  console.log(
    `${name}\t${statements}\t${median(times).toFixed(1)}\t${(times.reduce((a, b) => a + b) / ROUNDS).toFixed(1)}`,
  )
}
await tasman.close()
process.exit()

/** Statements as the server counts them, with those that begin and end transactions. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const { Connection } = (await import('pg')).default as unknown as {
    Connection: { prototype: Record<'query' | 'execute', (...given: unknown[]) => unknown> }
  }
  let count = 0
  const { query, execute } = Connection.prototype
  Connection.prototype.query = function (...given) {
    count += 1
    return query.apply(this, given)
  }
  Connection.prototype.execute = function (...given) {
    count += 1
    return execute.apply(this, given)
  }
  await work()
  Object.assign(Connection.prototype, { query, execute })
  return count
}

function statOf(pid: number | string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** The time of this process, of the server, and of the server's processes. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = statOf(pid)
      if (Number(pid) === postmaster) ticks += sum(fields.slice(11, 15))
      else if (Number(fields[1]) === postmaster) ticks += sum(fields.slice(11, 13))
    } catch {
      // It ended meanwhile.
    }
  }
  return (user + system) / 1000 + ticks * TICK_MS
}

function sum(texts: readonly string[]): number {
  return texts.reduce((total, text) => total + Number(text), 0)
}
