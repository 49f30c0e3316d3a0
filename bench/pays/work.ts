import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { request } from 'undici'
import { connect, type Database } from '../../src/database/connect.ts'
import { percentile } from '../bench.ts'
import { PERSON } from '../person.ts'
import { insertInPortions, rowsOf, type TableRows } from './bare-rows.ts'
import { type FirstRelease, openFirstRelease } from './first-release.ts'

const EMPLOYEES_AT_ONCE = 2000

/** The service under load, and direct access to its database. */
export type PayBench = {
  companyId: number
  employeeIds: number[]
  database: Database
  /** Creates one pay for each of `count` employees, starting at index `from`. Returns the seconds it took. */
  createPays(count: number, payDate: string, from?: number): Promise<number>
  /** Inserts the rows of the last call again without the service. Returns the seconds it took. */
  insertSameRows(): Promise<number>
  /** Inserts the rows that 0.1.0 would have written for a number of pays. Returns the seconds it took. */
  insertFirstReleaseRows(count: number): Promise<number>
  /** Downloads a file of the company. Returns the seconds it took and the size. */
  download(path: string): Promise<{ seconds: number; bytes: number }>
  /** The 99th percentile of the health check's response time in milliseconds while `work` runs. */
  watchHealth(work: () => Promise<unknown>): Promise<number>
  /** The same for the reads of another customer: companies, one employee, the list of employees, pays. */
  watchOtherReads(work: () => Promise<unknown>): Promise<number>
  /** The peak memory of the service in megabytes. */
  peakMegabytes(): number
  close(): Promise<void>
}

/** Starts a service with one company of `employees` people, who have the items that the pays use. */
export async function startPayBench(employees: number): Promise<PayBench> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // The same settings as in the Dockerfile.
    env: { ...process.env, NODE_OPTIONS: '--max-semi-space-size=8', MALLOC_ARENA_MAX: '2' },
  })
  process.once('exit', () => child.kill('SIGTERM'))
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  // A bench that runs alone ends without closing the service. The child must not keep the process alive.
  child.unref()
  const { url, token, otherToken, databaseUrl } = JSON.parse(line) as Record<string, string>
  const database = connect({ url: databaseUrl ?? '', poolSize: 2, statementTimeoutMs: 600_000 })
  const send = async (
    method: 'GET' | 'PUT',
    path: string,
    body?: unknown,
    bearer = token,
  ): Promise<string> => {
    const response = await request(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      bodyTimeout: 0,
      headersTimeout: 0,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.body.text()
    if (response.statusCode >= 300)
      throw new Error(`${path} answered ${response.statusCode}: ${text.slice(0, 500)}`)
    return text
  }
  const company = JSON.parse(await send('PUT', '/api/company/create', { legal_name: 'Bench Pty Ltd' }))
  const employeeIds: number[] = []
  for (let from = 0; from < employees; from += EMPLOYEES_AT_ONCE) {
    const batch = Array.from({ length: Math.min(EMPLOYEES_AT_ONCE, employees - from) }, (_, i) =>
      employeeBody(from + i),
    )
    const results = JSON.parse(await send('PUT', `/api/company/${company.id}/employees/create`, batch))
    for (const result of results) employeeIds.push(result.employee.id)
  }
  const createPays = async (count: number, payDate: string, from = 0) => {
    const body = JSON.stringify(employeeIds.slice(from, from + count).map((id) => payBody(id, payDate)))
    const start = performance.now()
    await send('PUT', `/api/company/${company.id}/pays/create?pay_date=${payDate}`, body)
    return (performance.now() - start) / 1000
  }
  // The first pays create the employees' items. Later pays match them, as in a real pay run.
  await createPays(employees, '2026-07-03')
  const otherPaths = await otherCustomer((method, path, body) => send(method, path, body, otherToken))
  // Autovacuum would do this within a minute, but the bench does not wait that long.
  await database.pool.query('analyze')
  let firstRelease: FirstRelease | undefined
  return {
    companyId: company.id,
    employeeIds,
    database,
    createPays,
    insertSameRows: () => insertSameRows(database),
    async insertFirstReleaseRows(count) {
      firstRelease ??= await openFirstRelease(databaseUrl ?? '', employees)
      return firstRelease.insertPays(count)
    },
    async download(path) {
      const start = performance.now()
      const response = await request(`${url}/api/company/${company.id}${path}`, {
        headers: { authorization: `Bearer ${token}` },
        bodyTimeout: 0,
      })
      const { byteLength } = await response.body.arrayBuffer()
      if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`)
      return { seconds: (performance.now() - start) / 1000, bytes: byteLength }
    },
    watchHealth: (work) => watch(() => send('GET', '/api/health'), work),
    watchOtherReads(work) {
      let turn = 0
      const read = () => send('GET', otherPaths[turn++ % otherPaths.length] as string, undefined, otherToken)
      return watch(read, work)
    },
    peakMegabytes: () => peakMegabytes(child),
    async close() {
      await firstRelease?.close()
      await database.close()
      child.ref()
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

const employeeBody = (index: number) => ({
  ...PERSON,
  last_name: `Nguyen${index}`,
  has_stsl_liability: index % 5 === 0,
  pay_rate_per_hour: (28 + (index % 40) * 0.75).toFixed(2),
})

/**
 * Three hours rows, one leave row, two allowances, one deduction. The leave is taken on the payday, so none is paid in advance.
 */
const payBody = (employeeId: number, payDate: string) => ({
  employee_id: employeeId,
  hours: [
    { description: 'Ordinary hours', units: 'hours', value: 30.4 },
    { description: 'Saturday', units: 'hours', value: '4', multiplier: 1.25 },
    { description: 'Overtime', units: 'hours', value: 2.5, multiplier: '1.5', is_overtime: true },
  ],
  leave: [{ description: 'Sick leave', leave_type: 'SICK', date: payDate, hours: 7.6 }],
  allowances: [
    { description: 'First aid', amount: '18.35', allowance_category: 'OD' },
    { description: 'Laundry', amount: 6.25, units: 5, allowance_category: 'LD' },
  ],
  deductions: [{ description: 'Union fees', amount: '12.50', classification: 'UNION_FEES' }],
})

/** Inserts the rows of the last call again with new ids. */
async function insertSameRows(database: Database): Promise<number> {
  const { rows: last } = await database.pool.query<{ first: number; last: number; step: number }>(`
    select min(id) as first, max(id) as last,
      (select max(id) from pays) - min(id) + 1 as step
    from pays where processed_date = (select processed_date from pays order by id desc limit 1)
      and pay_run_id = (select pay_run_id from pays order by id desc limit 1)`)
  const { first = 0, last: end = 0, step = 0 } = last[0] ?? {}
  const line = await database.pool.query<{ first: number; last: number }>(
    `select min(id) as first, max(id) as last from pay_lines where pay_id between $1 and $2`,
    [first, end],
  )
  const lineStep = (line.rows[0]?.last ?? 0) - (line.rows[0]?.first ?? 0) + 1
  const read = async (table: string, key: string, shifts: Record<string, number>) =>
    shifted(await rowsOf(database, table, `${key} between ${first} and ${end} order by ${key}`), shifts)
  const tables = [
    await read('pays', 'id', { id: step }),
    await read('pay_lines', 'pay_id', { id: lineStep, pay_id: step }),
    await read('leave_movements', 'pay_id', { pay_id: step }),
  ]
  const seconds = await insertInPortions(database, tables, tables[0]?.rows.length ?? 1)
  await database.pool.query('delete from pays where id > $1', [end])
  return seconds
}

/** The rows with the numbers in some columns shifted. */
const shifted = ({ table, columns, rows }: TableRows, shifts: Record<string, number>): TableRows => ({
  table,
  columns,
  rows: rows.map((row) =>
    row.map((cell, index) => {
      const shift = shifts[columns[index]?.[0] ?? '']
      return shift === undefined ? cell : Number(cell) + shift
    }),
  ),
})

type Send = (method: 'GET' | 'PUT', path: string, body?: unknown) => Promise<string>

/** Creates a small customer next to the large one. Returns the paths it reads while the large one creates pays. */
async function otherCustomer(send: Send): Promise<string[]> {
  const { id } = JSON.parse(await send('PUT', '/api/company/create', { legal_name: 'Beside Pty Ltd' }))
  const people = Array.from({ length: 10 }, (_, index) => employeeBody(index))
  const created = JSON.parse(await send('PUT', `/api/company/${id}/employees/create`, people))
  const employeeIds: number[] = created.map((result: { employee: { id: number } }) => result.employee.id)
  const payDate = '2026-07-03'
  const pays = employeeIds.map((employeeId) => payBody(employeeId, payDate))
  await send('PUT', `/api/company/${id}/pays/create?pay_date=${payDate}`, pays)
  return [
    '/api/company',
    `/api/employees/${employeeIds[0]}`,
    `/api/company/${id}/employees`,
    `/api/company/${id}/pays`,
  ]
}

/** Repeats `ask` until the work is done. */
async function watch(ask: () => Promise<unknown>, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      const start = performance.now()
      await ask()
      times.push(performance.now() - start)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  await work()
  isDone = true
  await watching
  return percentile(times, 0.99)
}

function peakMegabytes(child: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
