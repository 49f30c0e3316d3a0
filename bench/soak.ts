// npm run soak -- [--minutes 30] [--customers 500]: mixed traffic of many employers at 70% of the machine's capacity, with peaks
// on paydays. Where the host takes processor time for others, 70% of what remains. Reports latency, errors, memory and deadlocks.
// A run of 30 minutes or more writes its row in docs/benchmarks.md.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { readArguments } from '../scripts/read-arguments.mjs'
import { startEmbeddedPostgres } from '../src/database/embedded/start.ts'
import { startServiceProcess } from '../test/support/service-process.ts'
import { percentile } from './bench.ts'
import { readRows, writeRows } from './page.ts'
import { type Employer, makeEmployers } from './soak/customers.ts'
import { actOnce, type Call, createCall, type Sample } from './soak/traffic.ts'

readArguments({ usage: 'npm run soak' })

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    customers: { type: 'string', default: '500' },
    people: { type: 'string', default: '6' },
  },
})
const MINUTES = Number(values.minutes)
/** A shorter run is a trial: it prints its results but does not record them. */
const WHOLE_MINUTES = 30
const NAME = 'Soak: mixed traffic at 70% of capacity, pay days peaking, 99th percentile'
const SHARE = 0.7
const CALLERS = 24
/** The first seconds are the slowest, so capacity is measured after a warm-up. */
const WARM_UP_MS = 15_000
const CAPACITY_MS = 15_000
/** On a machine with shared cores the speed varies from one quarter of a minute to the next. The slowest measurement counts. */
const CAPACITY_TIMES = 3
const TICK_MS = 20
const TICKS_OF_A_SECOND = 100 * availableParallelism()
/** The last fifteen seconds of each minute are a payday: a different mix of calls, at 80% of the capacity for that mix. */
const PAYDAY = { everyMs: 60_000, fromMs: 45_000, share: 0.8 }
const PAYDAY_PART = 1 - PAYDAY.fromMs / PAYDAY.everyMs
/** Chosen so that the mean over a minute is SHARE. */
const USUAL_SHARE = (SHARE - PAYDAY.share * PAYDAY_PART) / (1 - PAYDAY_PART)
const MOST_IN_FLIGHT = 500
const P99_MS = 500
/** A minute in which the host took more processor time than this says little about the service. */
const MOST_STOLEN = 0.1
/** Calls per second. */
type Rates = { usual: number; payday: number }

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
  await callAlways(call, employers, false, WARM_UP_MS)
  const capacity = await measureCapacity(call, employers)
  const rates = { usual: capacity.usual * USUAL_SHARE, payday: capacity.payday * PAYDAY.share }
  console.log(`capacity: ${inWords(capacity)}; going on with ${inWords(rates)}`)
  const before = await deadlocks()
  const { samples, memory } = await run(call, employers, rates)
  tell(samples, memory, (await deadlocks()) - before, capacity)
} finally {
  await service.kill('SIGTERM')
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()

function inWords({ usual, payday }: Rates): string {
  return `${usual.toFixed(0)} calls a second, ${payday.toFixed(0)} on a pay day`
}

async function measureCapacity(call: Call, employers: readonly Employer[]): Promise<Rates> {
  const capacity: Rates = { usual: Number.POSITIVE_INFINITY, payday: Number.POSITIVE_INFINITY }
  for (let time = 0; time < CAPACITY_TIMES; time += 1) {
    capacity.usual = Math.min(capacity.usual, await callAlways(call, employers, false, CAPACITY_MS))
    capacity.payday = Math.min(capacity.payday, await callAlways(call, employers, true, CAPACITY_MS))
  }
  return capacity
}

/** Measures capacity: the calls that a fixed number of callers complete. */
async function callAlways(call: Call, employers: readonly Employer[], isPayday: boolean, forMs: number) {
  const samples: Sample[] = []
  const startMs = performance.now()
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (performance.now() - startMs < forMs) await actOnce(call, employers, isPayday, samples)
    }),
  )
  return (samples.length * 1000) / (performance.now() - startMs)
}

/** Sends calls at a fixed rate, whether or not earlier ones have been answered. */
async function run(call: Call, employers: readonly Employer[], rates: Rates) {
  const samples: Sample[] = []
  const memory: Reading[] = []
  const startMs = performance.now()
  const share = shareOfProcessors()
  let owed = 0
  let inFlight = 0
  let lastMs = startMs
  for (let nowMs = startMs; nowMs - startMs < MINUTES * 60_000; nowMs = performance.now()) {
    const isPayday = (nowMs - startMs) % PAYDAY.everyMs >= PAYDAY.fromMs
    owed += ((nowMs - lastMs) / 1000) * (isPayday ? rates.payday : rates.usual) * share()
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
    if (nowMs - (memory.at(-1)?.atMs ?? 0) > 5000)
      memory.push({ atMs: nowMs, bytes: residentBytes(), ...processorTicks() })
    await sleep(TICK_MS)
  }
  while (inFlight > 0) await sleep(TICK_MS)
  const sinceStart = <T extends { atMs: number }>(list: readonly T[]): T[] =>
    list.map((each) => ({ ...each, atMs: each.atMs - startMs }))
  return { samples: sinceStart(samples), memory: sinceStart(memory) }
}

/**
 * The share of the processors that the host left to this machine in the last second. Capacity, and 70% of it, change with this
 * share.
 */
function shareOfProcessors(): () => number {
  let last = processorTicks()
  let share = 1
  return () => {
    const now = processorTicks()
    if (now.all - last.all < TICKS_OF_A_SECOND) return share
    share = 1 - (now.stolen - last.stolen) / (now.all - last.all)
    last = now
    return share
  }
}

/** A sample of the service's memory, with the total processor ticks so far and the ticks that the host took for others. */
type Reading = { atMs: number; bytes: number; all: number; stolen: number }

function processorTicks(): { all: number; stolen: number } {
  // user, nice, system, idle, iowait, irq, softirq, steal
  const ticks = readFileSync('/proc/stat', 'utf8').split('\n')[0]?.split(/\s+/).slice(1, 9).map(Number) ?? []
  return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[7] ?? 0 }
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

type Minute = { number: number; samples: Sample[]; stolenShare: number }

/** The calls of each minute, with the share of processor time that the host took for others. */
function minutesOf(samples: readonly Sample[], readings: readonly Reading[]): Minute[] {
  const minuteOf = ({ atMs }: { atMs: number }) => Math.floor(atMs / 60_000)
  const read = Map.groupBy(readings, minuteOf)
  return [...Map.groupBy(samples, minuteOf)].map(([number, own]) => ({
    number,
    samples: own,
    stolenShare: stolenShareOf(read.get(number) ?? []),
  }))
}

/** The share of processor time that the host took for others between the first and the last reading. */
function stolenShareOf(readings: readonly Reading[]): number {
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last || last.all === first.all) return 0
  return (last.stolen - first.stolen) / (last.all - first.all)
}

/** Summarises the minutes in which the host left us the processors. */
function inMinutes(minutes: readonly Minute[]): string {
  const samples = minutes.flatMap((minute) => minute.samples)
  return `in the ${minutes.length} minutes in which the host took less than ${MOST_STOLEN * 100}% of the processors: ${p99Of(samples).toFixed(0)} ms, ${failedOf(samples).length} failed`
}

function p99Of(samples: readonly Sample[]): number {
  return percentile(
    samples.map(({ tookMs }) => tookMs),
    0.99,
  )
}

function failedOf(samples: readonly Sample[]): Sample[] {
  return samples.filter(({ failure }) => failure)
}

/** Prints each minute with its latency, its failures and the processor share that the host took. */
function tellMinutes(minutes: readonly Minute[]): void {
  for (const { number, samples, stolenShare } of minutes)
    console.log(
      `minute ${number}: ${samples.length} calls, p99 ${p99Of(samples).toFixed(0)} ms, ${failedOf(samples).length} failed, ${(stolenShare * 100).toFixed(0)}% of the processors taken by the host`,
    )
}

function tell(samples: readonly Sample[], memory: readonly Reading[], locked: number, capacity: Rates): void {
  for (const [kind, own] of Map.groupBy(samples, (sample) => sample.kind)) {
    const times = own.map(({ tookMs }) => tookMs)
    const failed = own.filter(({ failure }) => failure).length
    console.log(
      `${kind}: ${own.length} calls, p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms, ${failed} failed`,
    )
  }
  const failures = failedOf(samples)
  for (const [failure, own] of Map.groupBy(failures, (sample) => sample.failure?.slice(0, 80)))
    console.log(`${own.length} times: ${failure}`)
  const minutes = minutesOf(samples, memory)
  tellMinutes(minutes)
  const p99 = p99Of(samples)
  const calm = minutes.filter(({ stolenShare }) => stolenShare < MOST_STOLEN)
  // Compares the last third with the time after the start: in thirty minutes, the last ten with minutes 5 to 15.
  const total = MINUTES * 60_000
  const mean = (from: number, to: number) => {
    const own = memory.filter(({ atMs }) => atMs >= from * total && atMs <= to * total)
    return own.reduce((sum, { bytes }) => sum + bytes, 0) / own.length
  }
  const growth = mean(2 / 3, 1) / mean(1 / 6, 1 / 2) - 1
  const isReached = p99 < P99_MS && failures.length === 0 && locked === 0 && Math.abs(growth) <= 0.1
  const note = `${MINUTES} minutes, ${values.customers} customers, ${(SHARE * 100).toFixed(0)}% of ${inWords(capacity)} (the slowest of ${CAPACITY_TIMES} times), less where the host took processors (${(stolenShareOf(memory) * 100).toFixed(0)}% of them), ${samples.length} calls, ${failures.length} failed, ${locked} deadlocks, memory ${(growth * 100).toFixed(0)}%, at most ${(Math.max(...memory.map(({ bytes }) => bytes)) / 1e6).toFixed(0)} MB${isReached ? '' : `; ${inMinutes(calm)}`}`
  const row = `| ${NAME} | ${p99.toFixed(0)} ms |  |  | ≤ ${P99_MS}, no error, no deadlock, memory ± 10% | ${isReached ? 'reached' : 'missed'} | ${note} |`
  console.log(row)
  if (MINUTES >= WHOLE_MINUTES) writeRows(readRows().set(NAME, row))
  process.exitCode = isReached ? 0 : 1
}
