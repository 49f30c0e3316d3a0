// node bench/one-server.ts [--employers 2000] [--people 30] [--weeks 52]: how much work one PostgreSQL server
// with a standby can carry. The service hires and pays the people of one employer, and its rows are copied to
// the others with ids and encrypted numbers of their own. Then measures the work of a payday, lists and
// reports, the locks of migrations, bytes, backup and restore. Prints a table for docs/scale.md.

import { randomBytes } from 'node:crypto'
import { chmodSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ask, kill, newNode, startPrimary, startStandby } from '../scripts/failover/node.ts'
import { readArguments } from '../scripts/read-arguments.mjs'
import { dumpDatabase, restoreDump } from '../src/database/dump.ts'
import { addDays, civilDate } from '../src/kernel/values/dates.ts'
import { createFieldCipher } from '../src/security/field-encryption.ts'
import { freePort, startServiceProcess } from '../test/support/service-process.ts'
import { median } from './bench.ts'
import { copyEmployer } from './one-server/copy-employer.ts'
import { type Employer, makeCustomers, makeEmployer } from './soak/customers.ts'
import { type Call, createCall } from './soak/traffic.ts'

const number = (name: string) =>
  ({ type: 'string', value: `<${name}>`, pattern: /^[1-9]\d{0,8}$/, must: 'a whole number' }) as const
const { values } = readArguments({
  usage: 'node bench/one-server.ts [--employers <number>] [--people <number>] [--weeks <number>]',
  options: { employers: number('number'), people: number('number'), weeks: number('number') },
})
const EMPLOYERS = Number(values.employers ?? 2000)
const PEOPLE = Number(values.people ?? 30)
const WEEKS = Number(values.weeks ?? 52)
const FIRST_PAY_DATE = civilDate('2025-07-03')
const AT_ONCE = 8
const KEY = { id: 'one-server', key: randomBytes(32) }
const READS = 100

const folder = await mkdtemp(join(tmpdir(), 'tasman-one-server-'))
chmodSync(folder, 0o755)
const settings = { shared_buffers: '2GB', max_wal_size: '8GB', maintenance_work_mem: '512MB' }
const primary = { ...newNode('primary', folder, await freePort()), settings }
const standby = { ...newNode('standby', folder, await freePort()), settings }
try {
  await startPrimary(primary)
  const employers = await withService({}, fill)
  await askLong('vacuum analyze')
  const startMs = performance.now()
  await startStandby(standby, primary)
  say('what', 'figure')
  say('---', '---')
  say('a standby from nothing', `${minutes(startMs)} minutes`)
  await measureBytes()
  await withService({ READ_DATABASE_URL: standby.url }, (call) => measureWork(call, employers))
  await measureMigrations()
  await removeStandby()
  await measureBackup()
} finally {
  for (const node of [standby, primary]) if (node.child) await kill(node)
  await rm(folder, { recursive: true, force: true })
}
process.exit()

async function withService<T>(env: NodeJS.ProcessEnv, work: (call: Call) => Promise<T>): Promise<T> {
  const service = await startServiceProcess({
    DATABASE_URL: primary.url,
    ENCRYPTION_KEYS: `${KEY.id}:${KEY.key.toString('base64')}`,
    LOG_LEVEL: 'error',
    ...env,
  })
  try {
    return await work(createCall(service.baseUrl))
  } finally {
    await service.kill('SIGTERM')
  }
}

/** Makes room on the disk for the restored database. */
async function removeStandby(): Promise<void> {
  await kill(standby)
  await ask(primary, 'alter system reset synchronous_standby_names')
  await ask(primary, 'select pg_reload_conf()')
  await rm(standby.folder, { recursive: true, force: true })
}

function say(what: string, figure: string): void {
  console.log(`| ${what} | ${figure} |`)
}

async function fill(call: Call): Promise<Employer[]> {
  const startMs = performance.now()
  // Filling and measuring takes longer than a token lasts.
  const inTwoDays = new Date(Date.now() + 2 * 24 * 3600 * 1000)
  const [own, ...others] = await makeCustomers(primary.url, EMPLOYERS, inTwoDays)
  if (!own) throw new Error('No employers.')
  const template = await makeEmployer(call, own, PEOPLE)
  for (let week = 0; week < WEEKS; week += 1) await payAll(call, [template], week)
  console.log(`a year of one employer, paid by the service, after ${minutes(startMs)} minutes`)
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  try {
    const customers = others.map(({ customerId }) => customerId)
    const what = {
      template: own.customerId,
      customers,
      people: PEOPLE,
      weeks: WEEKS,
      cipher: createFieldCipher([KEY]),
    }
    await copyEmployer(client, what, (week) => {
      if (week % 10 === 0) console.log(`week ${week + 1} after ${minutes(startMs)} minutes`)
    })
    const { rows } = await client.query<{ customer_id: number; company_id: number; ids: number[] }>(
      'select customer_id, company_id, array_agg(id order by id) as ids from employees group by 1, 2',
    )
    const hired = new Map(rows.map((row) => [row.customer_id, row]))
    const employers = [own, ...others].map((tokens) => {
      const { company_id: companyId = 0, ids: employeeIds = [] } = hired.get(tokens.customerId) ?? {}
      return { ...template, ...tokens, companyId, employeeIds }
    })
    await checkCopies(call, employers, template)
    return employers
  } finally {
    await client.end()
  }
}

/** Compares the year of copied pays, and what the service calculates from them, with those of the template. */
async function checkCopies(call: Call, employers: readonly Employer[], template: Employer): Promise<void> {
  const read = async ({ token, companyId }: Employer) => {
    const path = `/api/company/${companyId}/reports/payroll-summary?from_date=${FIRST_PAY_DATE}`
    const { status, text } = await call(token, 'GET', path)
    if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`)
    return JSON.stringify(JSON.parse(text).totals)
  }
  const expected = await read(template)
  for (const employer of employers.filter((_, index) => index % 50 === 1))
    if ((await read(employer)) !== expected)
      throw new Error(`Company ${employer.companyId} has other totals.`)
}

function minutes(sinceMs: number): string {
  return ((performance.now() - sinceMs) / 60_000).toFixed(1)
}

/** Pays everyone for one week. Returns the milliseconds of each call. */
async function payAll(call: Call, employers: readonly Employer[], week: number): Promise<number[]> {
  const waiting = [...employers]
  const times: number[] = []
  const date = addDays(FIRST_PAY_DATE, 7 * week)
  const payNext = async () => {
    for (let employer = waiting.pop(); employer; employer = waiting.pop()) {
      const { token, companyId, employeeIds } = employer
      const pays = employeeIds.map((employee_id) => ({
        employee_id,
        hours: [{ description: 'Ordinary hours', units: 'hours', value: 38 }],
      }))
      const startMs = performance.now()
      const path = `/api/company/${companyId}/pays/create?pay_date=${date}`
      const { status, text } = await call(token, 'PUT', path, pays)
      if (status !== 201) throw new Error(`pays/create: ${status} ${text.slice(0, 300)}`)
      times.push(performance.now() - startMs)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, payNext))
  return times
}

async function measureBytes(): Promise<void> {
  const [row] = await ask(
    primary,
    `select pg_database_size(current_database())::float8 as bytes, (select count(*) from pays)::float8 as pays`,
  )
  const [bytes, pays] = [Number(row?.bytes), Number(row?.pays)]
  say('pays', pays.toLocaleString('en'))
  say(
    'database with its indexes',
    `${(bytes / 1024 ** 3).toFixed(2)} GB, ${(bytes / pays / 1000).toFixed(1)} kB for each pay`,
  )
}

async function measureWork(call: Call, employers: readonly Employer[]): Promise<void> {
  const startMs = performance.now()
  const times = await payAll(call, employers, WEEKS)
  say(
    `a payday of all employers, ${AT_ONCE} calls at once`,
    `${((performance.now() - startMs) / 1000).toFixed(0)} s`,
  )
  say(`one call for ${PEOPLE} pays, median and slowest`, spread(times))
  const reads: Record<string, (employer: Employer) => string> = {
    'list of employees': ({ companyId }) => `/api/company/${companyId}/employees`,
    'list of pays': ({ companyId }) => `/api/company/${companyId}/pays`,
    'payroll summary of the year': ({ companyId }) =>
      `/api/company/${companyId}/reports/payroll-summary?from_date=${FIRST_PAY_DATE}`,
    'obligations, first time': ({ companyId }) => `/api/company/${companyId}/obligations`,
    'obligations, second time': ({ companyId }) => `/api/company/${companyId}/obligations`,
  }
  for (const [name, path] of Object.entries(reads))
    say(`${name}, median and slowest`, spread(await readAll(call, employers, path)))
}

async function readAll(
  call: Call,
  employers: readonly Employer[],
  path: (employer: Employer) => string,
): Promise<number[]> {
  const times: number[] = []
  for (const employer of employers.slice(0, READS)) {
    const startMs = performance.now()
    const { status, text } = await call(employer.token, 'GET', path(employer))
    if (status !== 200) throw new Error(`${path(employer)}: ${status} ${text.slice(0, 300)}`)
    times.push(performance.now() - startMs)
  }
  return times
}

function spread(times: readonly number[]): string {
  return `${median(times).toFixed(0)} ms, ${Math.max(...times).toFixed(0)} ms`
}

/** Statements that migrations use on the largest table. Each keeps its lock for as long as it takes. */
async function measureMigrations(): Promise<void> {
  const statements: Record<string, string> = {
    'add a column with a default': 'alter table pays add column tried integer not null default 0',
    'add a check without looking at old rows':
      'alter table pays add constraint tried_check check (tried >= 0) not valid',
    'look at old rows (others go on)': 'alter table pays validate constraint tried_check',
    'create an index (writers wait)': 'create index pays_tried on pays (company_id, tried)',
    'fill a column of all rows (writers of these rows wait)': 'update pays set tried = 1',
  }
  for (const [name, statement] of Object.entries(statements)) {
    const startMs = performance.now()
    // Long statements must not be cut short, so they get their own connection.
    await askLong(statement)
    say(`migration: ${name}`, `${((performance.now() - startMs) / 1000).toFixed(1)} s`)
  }
  await askLong('alter table pays drop column tried')
}

async function askLong(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function measureBackup(): Promise<void> {
  const file = join(folder, 'backup.dump')
  let startMs = performance.now()
  await dumpDatabase(primary.url, file)
  say('backup', `${minutes(startMs)} minutes, ${(statSync(file).size / 1024 ** 3).toFixed(2)} GB`)
  await ask(primary, 'create database restored', 'postgres')
  startMs = performance.now()
  await restoreDump(primary.url.replace(/tasman$/, 'restored'), file)
  say('restore', `${minutes(startMs)} minutes`)
}
