/*
 * npm run simulate -- --seed 7 --companies 20 --years 2 [--faults on] [--country AU|NZ] [--people 13] [--weekly 0.7]
 *   [--minutes 10] [--report file] [--processes 2]
 * npm run simulate -- --seeds 12001-12040 --companies 8 --years 1 --faults on: each seed in turn, with one line per seed
 * npm run simulate -- --replay file, --sum file
 */
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseStrictly } from '../../scripts/read-arguments.mjs'
import type { Company } from './company.ts'
import { startServer } from './database.ts'
import { WINDOW } from './dates.ts'
import { type Life, live } from './life.ts'
import { readRecording, writeRecording } from './recording.ts'
import { describeFailure, Report } from './report.ts'
import { liveRound, shrinkLife } from './round.ts'
import { describeSeed, describeSeeds, type SeedRun, seedsOf } from './seeds.ts'
import { sideBySide } from './side-by-side.ts'
import { addUp, appendSummary, describeSummary, headOf, readSummaries } from './summary.ts'
import { startInProcess } from './targets/in-process.ts'
import { startProcesses } from './targets/processes.ts'
import type { Step, Target } from './types.ts'

const { values } = parseStrictly({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string' },
    companies: { type: 'string' },
    years: { type: 'string', default: '2' },
    faults: { type: 'string', default: 'off' },
    country: { type: 'string' },
    people: { type: 'string' },
    weekly: { type: 'string' },
    minutes: { type: 'string' },
    replay: { type: 'string' },
    report: { type: 'string' },
    sum: { type: 'string' },
    processes: { type: 'string' },
    share: { type: 'string', default: '0/1' },
    'at-once': { type: 'string', default: '10' },
    refusals: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    'no-shrink': { type: 'boolean', default: false },
  },
})

const recording = values.replay ? readRecording(values.replay) : undefined
const withFaults = recording ? recording.withFaults : values.faults === 'on'
const companies = Number(values.companies ?? 20)
// With faults, one simulator keeps three processes and a database busy. Without faults, each core gets its own
// simulator.
const isOneProcess = withFaults || values.seeds !== undefined
const processes = Number(values.processes ?? (isOneProcess ? 1 : Math.min(availableParallelism(), companies)))
const [first = 0, of = 1] = values.share.split('/').map(Number)
const isEndless = !recording && values.companies === undefined && values.minutes === undefined
const started = Date.now()
const seconds = () => (Date.now() - started) / 1000
const until =
  values.minutes === undefined ? Number.POSITIVE_INFINITY : started + Number(values.minutes) * 60_000
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isStopped = true
  })
const isOver = () => isStopped || Date.now() > until

type Recording = ReturnType<typeof readRecording>
type Server = Awaited<ReturnType<typeof startServer>>
const open = async (server: Server): Promise<{ target: Target; url: string }> => {
  const url = await server.create()
  const target = withFaults ? await startProcesses(url, () => server.kill()) : await startInProcess(url)
  return { url, target }
}

const onStep = (step: Step, company: Company) =>
  console.log(seconds().toFixed(1), company.customer.mark, step.on, step.name, step.do)

function tellHead(report: Report): void {
  console.log(
    headOf(report.summary(seconds(), withFaults, true))
      .slice(0, 2)
      .join('; '),
  )
}

/** Prints the shortest failing sequence, and writes it to a file for `--replay`. */
async function tell(target: Target, failed: Life): Promise<void> {
  const { birth, failure } = failed
  console.log(`seed ${birth.seed}, company ${birth.index}: ${failure?.invariant}: ${failure?.message}`)
  const file = `simulation-${birth.seed}-${birth.index}.jsonl`
  // Written before shrinking, which takes minutes. A failure that depends on timing may not shrink at all.
  writeRecording(file, failed, withFaults)
  const onTry = (left: number) => console.log(`  still fails with ${left} steps`)
  const shortest = values['no-shrink']
    ? failed
    : await shrinkLife(target, failed, { onTry, tries: withFaults ? 40 : 120 })
  writeRecording(file, shortest, withFaults)
  console.log(describeFailure(shortest, failed, file).join('\n'))
}

/** Runs the companies of one seed on their own database. `onFailure` sees the failure while the service still runs. */
async function liveSeed(
  server: Server,
  seed: number,
  report: Report,
  { onLife, onFailure }: { onLife?: () => void; onFailure: (target: Target, failed: Life) => unknown },
): Promise<Life | undefined> {
  const country = values.country === 'AU' || values.country === 'NZ' ? values.country : undefined
  const { target, url } = await open(server)
  try {
    const failed = await liveRound(target, {
      seed,
      companies,
      share: { first, of },
      years: Number(values.years),
      withFaults,
      isOver,
      isStopped: isOver,
      atOnce: Number(values['at-once']),
      ...(country ? { country } : {}),
      ...(values.people ? { people: Number(values.people) } : {}),
      ...(values.weekly ? { weekly: Number(values.weekly) } : {}),
      ...(values.trace ? { onStep } : {}),
      onLife(life) {
        report.add(life)
        onLife?.()
      },
    })
    if (target.faults) report.addFaults(target.faults.counts)
    if (failed) await onFailure(target, failed)
    return failed
  } finally {
    await target.stop()
    await server.drop(url)
  }
}

/** Runs seed after seed until one fails or the time is up. Returns whether all passed. */
async function rounds(server: Server): Promise<boolean> {
  const report = new Report()
  const isOneRound = values.companies !== undefined && values.minutes === undefined
  let failed: Life | undefined
  for (let seed = Number(values.seed); !failed && !isOver(); seed += 1) {
    failed = await liveSeed(server, seed, report, { onLife: () => tellHead(report), onFailure: tell })
    if (isOneRound) break
  }
  const summary = report.summary(seconds(), withFaults, !failed)
  console.log(describeSummary(summary).join('\n'))
  if (values.refusals)
    console.log(['refused, with the words of the service:', ...report.refused()].join('\n'))
  if (values.report) appendSummary(values.report, summary)
  return !failed
}

/**
 * Writes the failure to a file, for `--replay` and for people. It is not shrunk: run the seed again on its own for
 * that.
 */
function keepFailure(life: Life): void {
  const name = `simulation-${life.birth.seed}-${life.birth.index}`
  writeRecording(`${name}.jsonl`, life, withFaults)
  writeFileSync(`${name}.log`, `${describeFailure(life, life, `${name}.jsonl`).join('\n')}\n`)
}

/** Runs each of these seeds, even after a failure. Returns whether all ran and passed. */
async function eachSeed(server: Server, seeds: readonly number[]): Promise<boolean> {
  const runs: SeedRun[] = []
  for (const seed of seeds) {
    if (isOver()) break
    const report = new Report()
    const before = seconds()
    const failure = await liveSeed(server, seed, report, {
      onFailure: (_, life) => keepFailure(life),
    }).then(
      (life) =>
        life?.failure && `company ${life.birth.index}: ${life.failure.invariant}: ${life.failure.message}`,
      (error: unknown) => String(error),
    )
    // Stopped halfway: neither passed nor failed.
    if (isOver() && !failure) break
    const run = {
      seed,
      summary: report.summary(seconds() - before, withFaults, !failure),
      ...(failure ? { failure } : {}),
    }
    runs.push(run)
    console.log(describeSeed(run))
    if (values.report) appendSummary(values.report, run.summary)
  }
  console.log(describeSeeds(runs, seeds.length))
  return runs.length === seeds.length && runs.every((run) => !run.failure)
}

async function replay(server: Server, file: string, { birth, steps }: Recording): Promise<boolean> {
  const { target } = await open(server)
  const life = await live(target, birth, { steps, keepsAll: true, markIndex: birth.index })
  await target.stop()
  console.log(life.failure ? describeFailure(life, life, file).join('\n') : 'Nothing broke.')
  return !life.failure
}

async function main(): Promise<boolean> {
  const seeds = values.seeds === undefined ? undefined : seedsOf(values.seeds)
  if (values.seeds !== undefined && (!seeds || values.companies === undefined)) {
    console.error('--seeds needs a range such as 12001-12040, and --companies.')
    return false
  }
  console.log(`Window ${WINDOW.from} to ${WINDOW.to}${isEndless ? '; runs until it is stopped' : ''}.`)
  const server = await startServer({ isDurable: withFaults })
  try {
    if (values.replay && recording) return await replay(server, values.replay, recording)
    return seeds ? await eachSeed(server, seeds) : await rounds(server)
  } finally {
    await server.stop()
  }
}

if (values.sum) console.log(describeSummary(addUp(readSummaries(values.sum))).join('\n'))
else if (processes > 1 && !recording) process.exitCode = (await sideBySide(processes, values.report)) ? 0 : 1
else process.exitCode = (await main()) ? 0 : 1
