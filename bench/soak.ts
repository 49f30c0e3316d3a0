// npm run soak -- [--minutes 30] [--customers 500]: mixed traffic of many employers at 70% of what the machine carries, with pay days that
// peak. At the end: latency, errors, memory, deadlocks; one line of docs/benchmarks.md.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/database/embedded.ts'
import { startServiceProcess } from '../test/support/service-process.ts'
import { percentile } from './bench.ts'
import { readRows, writeRows } from './page.ts'
import { type Employer, makeEmployers } from './soak/customers.ts'
import { actOnce, type Call, createCall, type Sample } from './soak/traffic.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    customers: { type: 'string', default: '500' },
    people: { type: 'string', default: '6' },
  },
})
const MINUTES = Number(values.minutes)
const NAME = 'Soak: mixed traffic at 70% of capacity, pay days peaking, 99th percentile'
const SHARE = 0.7
const CALLERS = 24
const CAPACITY_MS = 15_000
const TICK_MS = 20
/** Of each minute the last fifteen seconds are a pay day, with half as many calls again. */
const PAYDAY = { everyMs: 60_000, fromMs: 45_000, peak: 1.5 }
const MOST_IN_FLIGHT = 500
const P99_MS = 500

const folder = mkdtempSync(join(tmpdir(), 'tasman-soak-'))
const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') })
const service = await startServiceProcess({
  DATABASE_URL: postgres.url,
  DATA_DIR: folder,
  LOG_LEVEL: 'error',
})
try {
  const call = createCall(service.baseUrl)
  const employers = await makeEmployers(postgres.url, call, Number(values.customers), Number(values.people))
  console.log(`${employers.length} employers with ${values.people} people each`)
  const capacity = await findCapacity(call, employers)
  console.log(
    `capacity: ${capacity.toFixed(0)} calls a second; going on with ${(capacity * SHARE).toFixed(0)}`,
  )
  const before = await deadlocks()
  const { samples, memory } = await run(call, employers, capacity * SHARE)
  tell(samples, memory, (await deadlocks()) - before, capacity)
} finally {
  await service.kill('SIGTERM')
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()

/** As many calls as a fixed number of callers get answered, with the mix of a usual hour and of a pay day in turn. */
async function findCapacity(call: Call, employers: readonly Employer[]): Promise<number> {
  const samples: Sample[] = []
  const endMs = performance.now() + CAPACITY_MS
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (performance.now() < endMs) await actOnce(call, employers, samples.length % 4 === 0, samples)
    }),
  )
  return (samples.length * 1000) / CAPACITY_MS
}

/** Calls arrive by the clock, whether earlier ones are answered or not. The rate is the mean over a minute. */
async function run(call: Call, employers: readonly Employer[], rate: number) {
  const samples: Sample[] = []
  const memory: { atMs: number; bytes: number }[] = []
  const startMs = performance.now()
  const usual = rate / (1 + (PAYDAY.peak - 1) * (1 - PAYDAY.fromMs / PAYDAY.everyMs))
  let owed = 0
  let inFlight = 0
  let lastMs = startMs
  for (let nowMs = startMs; nowMs - startMs < MINUTES * 60_000; nowMs = performance.now()) {
    const isPayday = (nowMs - startMs) % PAYDAY.everyMs >= PAYDAY.fromMs
    owed += ((nowMs - lastMs) / 1000) * usual * (isPayday ? PAYDAY.peak : 1)
    lastMs = nowMs
    for (; owed >= 1; owed -= 1) {
      if (inFlight >= MOST_IN_FLIGHT)
        samples.push({ kind: 'not sent', atMs: nowMs, tookMs: 0, failure: 'too many wait' })
      else {
        inFlight += 1
        void actOnce(call, employers, isPayday, samples).finally(() => {
          inFlight -= 1
        })
      }
    }
    if (nowMs - (memory.at(-1)?.atMs ?? 0) > 5000) memory.push({ atMs: nowMs, bytes: residentBytes() })
    await sleep(TICK_MS)
  }
  while (inFlight > 0) await sleep(TICK_MS)
  return { samples, memory: memory.map(({ atMs, bytes }) => ({ atMs: atMs - startMs, bytes })) }
}

function residentBytes(): number {
  const [, kilobytes = '0'] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.child.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

async function deadlocks(): Promise<number> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const { rows } = await client.query('select sum(deadlocks)::int as count from pg_stat_database')
  await client.end()
  return rows[0]?.count ?? 0
}

function tell(
  samples: readonly Sample[],
  memory: readonly { atMs: number; bytes: number }[],
  locked: number,
  capacity: number,
): void {
  for (const [kind, own] of Map.groupBy(samples, (sample) => sample.kind)) {
    const times = own.map(({ tookMs }) => tookMs)
    const failed = own.filter(({ failure }) => failure).length
    console.log(
      `${kind}: ${own.length} calls, p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms, ${failed} failed`,
    )
  }
  const failures = samples.filter(({ failure }) => failure)
  for (const { kind, failure } of failures.slice(0, 5)) console.log(`${kind}: ${failure}`)
  const p99 = percentile(
    samples.map(({ tookMs }) => tookMs),
    0.99,
  )
  // The last third beside the time after the start: of thirty minutes, the last ten beside minutes 5 to 15.
  const total = MINUTES * 60_000
  const mean = (from: number, to: number) => {
    const own = memory.filter(({ atMs }) => atMs >= from * total && atMs <= to * total)
    return own.reduce((sum, { bytes }) => sum + bytes, 0) / own.length
  }
  const growth = mean(2 / 3, 1) / mean(1 / 6, 1 / 2) - 1
  const isReached = p99 < P99_MS && failures.length === 0 && locked === 0 && Math.abs(growth) <= 0.1
  const note = `${MINUTES} minutes, ${values.customers} customers, ${(capacity * SHARE).toFixed(0)} of ${capacity.toFixed(0)} calls/s, ${samples.length} calls, ${failures.length} failed, ${locked} deadlocks, memory ${(growth * 100).toFixed(0)}%, at most ${(Math.max(...memory.map(({ bytes }) => bytes)) / 1e6).toFixed(0)} MB`
  const row = `| ${NAME} | ${p99.toFixed(0)} ms |  |  | ≤ ${P99_MS}, no error, no deadlock, memory ± 10% | ${isReached ? 'reached' : 'missed'} | ${note} |`
  console.log(row)
  writeRows(readRows().set(NAME, row))
}
