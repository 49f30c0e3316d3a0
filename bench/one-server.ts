// node bench/one-server.ts [--employers 2000] [--people 30] [--weeks 52]: what one PostgreSQL server with a standby carries. Pays
// everyone of every employer each week, then measures the work of a payday, lists and reports, the locks of migrations, bytes,
// backup and restore. Prints a table for docs/scale.md.
import { chmodSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ask, kill, newNode, startPrimary, startStandby } from '../scripts/failover/node.ts'
import { readArguments } from '../scripts/read-arguments.mjs'
import { dumpDatabase, restoreDump } from '../src/database/dump.ts'
import { addDays, civilDate } from '../src/kernel/values/dates.ts'
import { freePort, startServiceProcess } from '../test/support/service-process.ts'
import { median } from './bench.ts'
import { type Employer, makeEmployers } from './soak/customers.ts'
import { type Call, createCall } from './soak/traffic.ts'

const number = (name: string) =>
  ({ type: 'string', value: `<${name}>`, pattern: /^[1-9]\d*$/, must: 'a whole number' }) as const
const { values } = readArguments({
  usage: 'node bench/one-server.ts [--employers <number>] [--people <number>] [--weeks <number>]',
  options: { employers: number('number'), people: number('number'), weeks: number('number') },
})
const EMPLOYERS = Number(values.employers ?? 2000)
const PEOPLE = Number(values.people ?? 30)
const WEEKS = Number(values.weeks ?? 52)
const FIRST_PAY_DATE = civilDate('2025-07-03')
const AT_ONCE = 8
const READS = 100

const folder = await mkdtemp(join(tmpdir(), 'tasman-one-server-'))
chmodSync(folder, 0o755)
const primary = newNode('primary', folder, await freePort())
const standby = newNode('standby', folder, await freePort())
try {
  await startPrimary(primary)
  await startStandby(standby, primary)
  const service = await startServiceProcess({
    DATABASE_URL: primary.url,
    READ_DATABASE_URL: standby.url,
    LOG_LEVEL: 'error',
  })
  try {
    const call = createCall(service.baseUrl)
    const employers = await fill(call)
    await ask(primary, 'analyze')
    say('what', 'figure')
    say('---', '---')
    await measureBytes()
    await measureWork(call, employers)
  } finally {
    await service.kill('SIGTERM')
  }
  await measureMigrations()
  await measureBackup()
} finally {
  for (const node of [standby, primary]) if (node.child) await kill(node)
  await rm(folder, { recursive: true, force: true })
}
process.exit()

function say(what: string, figure: string): void {
  console.log(`| ${what} | ${figure} |`)
}

/** Pays everyone week by week, as it happens, so the rows of one employer are spread over the whole table. */
async function fill(call: Call): Promise<Employer[]> {
  const startMs = performance.now()
  // Filling takes longer than a token lasts.
  const inTwoDays = new Date(Date.now() + 2 * 24 * 3600 * 1000)
  const employers = await makeEmployers(primary.url, call, EMPLOYERS, PEOPLE, inTwoDays)
  console.log(`${EMPLOYERS} employers with ${PEOPLE} people each after ${minutes(startMs)} minutes`)
  const payingMs = performance.now()
  for (let week = 0; week < WEEKS; week += 1) {
    await payAll(call, employers, week)
    if (week % 10 === 9) console.log(`${week + 1} weeks after ${minutes(startMs)} minutes`)
  }
  const pays = EMPLOYERS * PEOPLE * WEEKS
  const each = (performance.now() - payingMs) / pays
  console.log(`${pays} pays in ${minutes(payingMs)} minutes, ${each.toFixed(2)} ms each\n`)
  return employers
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
  const from = addDays(FIRST_PAY_DATE, 0)
  const reads: Record<string, (employer: Employer) => string> = {
    'list of employees': ({ companyId }) => `/api/company/${companyId}/employees`,
    'list of pays': ({ companyId }) => `/api/company/${companyId}/pays`,
    'payroll summary of the year': ({ companyId }) =>
      `/api/company/${companyId}/reports/payroll-summary?from_date=${from}`,
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
    // Long statements must not be cut short, so they get a connection of their own.
    await askLong(statement)
    say(`migration: ${name}`, `${((performance.now() - startMs) / 1000).toFixed(1)} s`)
  }
  await askLong('alter table pays drop column tried')
}

async function askLong(statement: string): Promise<void> {
  const { Client } = await import('pg')
  const client = new Client({ connectionString: primary.url })
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
