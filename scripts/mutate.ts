/*
 * `npm run mutate -- src/countries/au/law/tax/scale.ts`: mutates one operator, number or branch at a time and checks whether a pure
 * test fails. Takes files and folders. `--quick` skips code that runs only at load time. `--every=10` tries every tenth mutant.
 * `--tests=src/kernel/values/dates.test.ts` runs only these tests. How it works and what it found: docs/mutation.md.
 */
import { fork } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Instrumented, instrument, type Mutant } from './mutation/instrument.ts'
import type { MutationTask, Outcome, Report } from './mutation/protocol.ts'
import { type FileReport, printReport } from './mutation/report.ts'
import { readArguments, refuse } from './read-arguments.mjs'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'data/mutation')
const REPORT = join(ROOT, 'data/mutation.json')
/** The tests that need no database and no service. */
const PURE_TESTS = [
  'src/{payroll,countries,kernel/values}/**/*.test.ts',
  'test/golden/{au,nz,explanations,pure-stories}.test.ts',
  'test/properties/{au,au-periods,nz,nz-employments}.test.ts',
]
/**
 * Longer than any mutant takes, even on a busy machine. A worker that is silent for longer hangs where no other limit applies.
 */
const SILENT_MS = 900_000

const USAGE = 'npm run mutate -- <path …> [--quick] [--every=<number>] [--tests=<word>]'
const { values, words: paths } = readArguments({
  usage: USAGE,
  words: ['<path …'],
  options: {
    quick: { type: 'boolean' },
    every: { type: 'string', pattern: /^[1-9]\d{0,8}$/, must: 'a whole number from 1' },
    tests: { type: 'string' },
  },
})
const isQuick = values.quick ?? false
const every = Number(values.every ?? 1)
const only = values.tests
const files = [...new Set(paths.flatMap(filesOf))].sort()
if (files.length === 0) refuse(`There are no files to change in ${paths.join(', ')}.`, USAGE)
mkdirSync(FOLDER, { recursive: true })
const { sources, mutants: all } = await instrument(ROOT, files)
const mutants = all.filter((_, index) => index % every === 0)
const tests = (only ? [only] : PURE_TESTS).flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort()
console.log(`${mutants.length} changes in ${files.length} files, ${tests.length} test files`)
const fileOf = new Map(mutants.map(({ id, file }) => [id, file]))
const report: Record<string, FileReport> = existsSync(REPORT) ? JSON.parse(readFileSync(REPORT, 'utf8')) : {}
await runAll(sources, mutants)
printReport(files.map((file) => ({ file, ...(report[file] as FileReport) })))

function filesOf(path: string): string[] {
  const isFolder = statSync(join(ROOT, path), { throwIfNoEntry: false })?.isDirectory()
  const found = isFolder ? globSync(`${path}/**/*.ts`, { cwd: ROOT }) : [path]
  return found.map((file) => file.replaceAll('\\', '/')).filter((file) => !file.endsWith('.test.ts'))
}

/** Runs one worker after the other. Each continues where the last one stopped. */
async function runAll(sources: Instrumented['sources'], mutants: readonly Mutant[]) {
  const outcomes = new Map<string, Outcome>()
  let left = mutants.map(({ id }) => id)
  while (left.length > 0) {
    const before = left.length
    const { spoilt } = await runWorker({ root: ROOT, tests, sources, ids: left, isQuick }, outcomes)
    left = left.filter((id) => !outcomes.has(id))
    if (left.length === before && spoilt === undefined) throw new Error('The worker ended without a result.')
  }
  for (const file of files) keep(file, outcomes)
}

function runWorker(
  order: MutationTask,
  outcomes: Map<string, Outcome>,
): Promise<{ spoilt: string | undefined }> {
  const path = join(FOLDER, 'order.json')
  writeFileSync(path, JSON.stringify(order))
  const child = fork(join(import.meta.dirname, 'mutation/worker.ts'), [path], {
    execArgv: ['--max-old-space-size=3000', '--no-warnings'],
    env: { ...process.env, TASMAN_MUTATION: '1', PERIODS: '30', NZ_EMPLOYMENTS: '8' },
  })
  let spoilt: string | undefined
  const giveUp = () => {
    const next = order.ids.find((id) => !outcomes.has(id))
    if (next) outcomes.set(next, 'timeout')
    child.kill('SIGKILL')
  }
  let watch = setTimeout(giveUp, SILENT_MS)
  child.on('message', (told: Report) => {
    clearTimeout(watch)
    watch = setTimeout(giveUp, SILENT_MS)
    if (told.kind === 'ready') console.log(`${told.tests} tests in ${Math.round(told.ms)} ms`)
    if (told.kind === 'spoilt') spoilt = told.id
    if (told.kind !== 'done') return
    outcomes.set(told.id, told.outcome)
    const file = fileOf.get(told.id) ?? ''
    keep(file, outcomes)
    if (outcomes.size % 250 === 0) console.log(`${outcomes.size} done, at ${file}`)
  })
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('exit', () => {
      clearTimeout(watch)
      done({ spoilt })
    })
  })
}

/** Adds a finished file to the report of earlier runs, so a run can be stopped at any time. */
function keep(file: string, outcomes: ReadonlyMap<string, Outcome>): void {
  const own = mutants.filter((mutant) => mutant.file === file)
  if (own.some(({ id }) => !outcomes.has(id))) return
  const count = (outcome: Outcome) => own.filter(({ id }) => outcomes.get(id) === outcome).length
  report[file] = {
    changes: own.length - count('left-out'),
    killed: count('killed'),
    timeout: count('timeout'),
    survived: count('survived'),
    unreached: count('unreached'),
    alive: own
      .filter(({ id }) => outcomes.get(id) === 'survived' || outcomes.get(id) === 'unreached')
      .map((mutant) => ({ ...mutant, outcome: outcomes.get(mutant.id) ?? 'survived' })),
  }
  writeFileSync(REPORT, `${JSON.stringify(report, null, 1)}\n`)
}
