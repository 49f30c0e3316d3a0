// npm run simulate -- --seed 7 --companies 20 --years 2 [--faults on] [--country AU|NZ] [--minutes 10] [--replay file]
import { parseArgs } from 'node:util'
import type { Company } from './company.ts'
import { startServer } from './database.ts'
import { WINDOW } from './dates.ts'
import { live } from './life.ts'
import { readRecording, writeRecording } from './recording.ts'
import { describeFailure, Report } from './report.ts'
import { liveRound, shrinkLife } from './round.ts'
import { startInProcess } from './targets/in-process.ts'
import { startProcesses } from './targets/processes.ts'
import type { Step, Target } from './types.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    companies: { type: 'string' },
    years: { type: 'string', default: '2' },
    faults: { type: 'string', default: 'off' },
    country: { type: 'string' },
    minutes: { type: 'string' },
    replay: { type: 'string' },
    'at-once': { type: 'string', default: '8' },
    refusals: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    'no-shrink': { type: 'boolean', default: false },
  },
})

const withFaults = values.faults === 'on'
const isEndless = values.companies === undefined && values.minutes === undefined
const started = Date.now()
const until =
  values.minutes === undefined ? Number.POSITIVE_INFINITY : started + Number(values.minutes) * 60_000
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isStopped = true
  })
const isOver = () => isStopped || Date.now() > until

const server = await startServer({ isDurable: withFaults })
const report = new Report()
const open = async (): Promise<{ target: Target; url: string }> => {
  const url = await server.create()
  const target = withFaults ? await startProcesses(url, () => server.kill()) : await startInProcess(url)
  return { url, target }
}

const onStep = (step: Step, company: Company) =>
  console.log(((Date.now() - started) / 1000).toFixed(1), company.customer.mark, step.on, step.name, step.do)

async function rounds(): Promise<boolean> {
  const companies = Number(values.companies ?? (withFaults ? 8 : 20))
  const years = Number(values.years)
  const country = values.country === 'AU' || values.country === 'NZ' ? values.country : undefined
  const isOneRound = values.companies !== undefined && values.minutes === undefined
  for (let seed = Number(values.seed); !isOver(); seed += 1) {
    const { target, url } = await open()
    const failed = await liveRound(target, {
      seed,
      companies,
      years,
      withFaults,
      isOver,
      isStopped: isOver,
      atOnce: Number(values['at-once']),
      ...(country ? { country } : {}),
      ...(values.trace ? { onStep } : {}),
      onLife(life) {
        report.add(life)
        console.log(
          report
            .lines((Date.now() - started) / 1000, false)
            .slice(0, 2)
            .join('; '),
        )
      },
    })
    if (target.faults) report.addFaults(target.faults.counts)
    if (failed) {
      console.log(
        `seed ${seed}, company ${failed.birth.index}: ${failed.failure?.invariant}: ${failed.failure?.message}`,
      )
      const shortest = values['no-shrink']
        ? failed
        : await shrinkLife(target, failed, {
            onTry: (left) => console.log(`  still fails with ${left} steps`),
          })
      const file = `simulation-${seed}-${failed.birth.index}.jsonl`
      writeRecording(file, shortest)
      console.log(describeFailure(shortest, failed, file).join('\n'))
    }
    await target.stop()
    await server.drop(url)
    if (failed) return false
    if (isOneRound) break
    console.log(
      report
        .lines((Date.now() - started) / 1000, false)
        .slice(0, 3)
        .join('\n'),
    )
  }
  return true
}

async function replay(file: string): Promise<boolean> {
  const { birth, steps } = readRecording(file)
  const { target } = await open()
  const life = await live(target, birth, { steps, keepsAll: true, markIndex: birth.index })
  await target.stop()
  console.log(life.failure ? describeFailure(life, life, file).join('\n') : 'Nothing broke.')
  return !life.failure
}

console.log(`Window ${WINDOW.from} to ${WINDOW.to}${isEndless ? '; runs until it is stopped' : ''}.`)
try {
  const isClean = values.replay ? await replay(values.replay) : await rounds()
  if (!values.replay) console.log(report.lines((Date.now() - started) / 1000, values.refusals).join('\n'))
  process.exitCode = isClean ? 0 : 1
} finally {
  await server.stop()
}
