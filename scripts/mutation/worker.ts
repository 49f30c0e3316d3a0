/* Runs mutants one by one in one process, each with the tests that reach it, and reports the outcomes to its parent. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runInThisContext } from 'node:vm'
import fc from 'fast-check'
import { installLoader } from './loader.ts'
import type { MutationTask, Report } from './protocol.ts'
import { type CollectedTest, startFile, takeCollected } from './vitest-once.ts'

/** The global state that instrumented code reads. The names are Stryker's. */
type Switchboard = {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
}

const switchboard: Switchboard = {}
Object.assign(globalThis, { __stryker__: switchboard })
// The same cases for every mutant. A failing property does not need to be shrunk.
fc.configureGlobal({ endOnFailure: true, seed: 20_261_115 })

/** A mutated line that runs this many times more often than the original is in an endless loop. */
const HITS = 100
/** For endless loops that do not pass the mutated line. Far longer than any test takes. */
const MOST_MS = 30_000
/** Slower tests run only for mutants that no other test reaches. Otherwise they would run for every survivor. */
const SLOW_MS = 400
/** The limit of reloads, because modules of earlier generations stay in memory. */
const GENERATIONS = 15

const order: MutationTask = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const loader = installLoader(order.root, order.sources)
const tell = (report: Report) => new Promise((done) => process.send?.(report, done))

async function loadTests(): Promise<CollectedTest[]> {
  const generation = loader.startGeneration()
  const tests: CollectedTest[] = []
  for (const path of order.tests) {
    startFile(path)
    await import(`${pathToFileURL(join(order.root, path)).href}?${generation}`)
    tests.push(...takeCollected())
  }
  return tests
}

/** Runs a test to its end or to the time limit. Runs without a mutant get a much higher limit, for busy machines. */
async function run(test: CollectedTest, mostMs = MOST_MS): Promise<void> {
  Object.assign(globalThis, { __tasmanTest: test.run })
  await runInThisContext('__tasmanTest()', { timeout: mostMs })
}

type Known = CollectedTest & { ms: number }

/** Runs all tests without a mutant, and records the time of each and the mutants it reaches. */
async function rehearse(): Promise<{ tests: Known[]; reached: Map<string, Known[]> }> {
  const tests: Known[] = []
  for (const test of await loadTests()) {
    switchboard.currentTestId = test.id
    const start = process.cpuUsage()
    await run(test, 10 * MOST_MS)
    const { user, system } = process.cpuUsage(start)
    tests.push({ ...test, ms: (user + system) / 1000 })
  }
  switchboard.currentTestId = undefined
  tests.sort((a, b) => a.ms - b.ms)
  const reached = new Map<string, Known[]>()
  for (const test of tests)
    for (const id of Object.keys(switchboard.mutantCoverage?.perTest[test.id] ?? {}))
      if (test.ms < SLOW_MS || !reached.has(id)) reached.set(id, [...(reached.get(id) ?? []), test])
  return { tests, reached }
}

/** The first test that fails under the mutant, with its error. */
async function firstFailure(
  id: string,
  tests: readonly CollectedTest[],
  hits: (test: CollectedTest) => number,
) {
  for (const test of tests) {
    Object.assign(switchboard, { activeMutant: id, hitCount: 0, hitLimit: hits(test) * HITS + 1000 })
    try {
      await run(test)
    } catch (error) {
      return { test, error: String(error) }
    } finally {
      switchboard.activeMutant = undefined
    }
  }
  return undefined
}

const outcomeOf = (error: string) =>
  /Hit count limit|timed out|Maximum call stack/.test(error) ? ('timeout' as const) : ('killed' as const)

async function passes(test: CollectedTest): Promise<boolean> {
  return run(test).then(
    () => true,
    () => false,
  )
}

const { tests, reached } = await rehearse()
const atLoad = { ...switchboard.mutantCoverage?.static }
const quick = new Set(tests.filter(({ ms }) => ms < SLOW_MS).map(({ id }) => id))
const rank = new Map(tests.map(({ id }, index) => [id, index]))
await tell({ kind: 'ready', tests: tests.length, ms: tests.reduce((sum, { ms }) => sum + ms, 0) })

let generations = 0
let isFirst = true
for (const id of order.ids) {
  const near = reached.get(id) ?? []
  const failure = await firstFailure(
    id,
    near,
    (test) => switchboard.mutantCoverage?.perTest[test.id]?.[id] ?? 0,
  )
  // When the test still fails without the mutant, an earlier mutant has left bad state behind.
  if (failure && !isFirst && !(await passes(failure.test))) {
    await tell({ kind: 'spoilt', id })
    break
  }
  if (failure) await tell({ kind: 'done', id, outcome: outcomeOf(failure.error), by: failure.test.id })
  else if (near.length > 0) await tell({ kind: 'done', id, outcome: 'survived' })
  else if (!atLoad[id]) await tell({ kind: 'done', id, outcome: 'unreached' })
  else if (order.isQuick) await tell({ kind: 'done', id, outcome: 'left-out' })
  else {
    await tell({ kind: 'done', id, ...(await whileLoading(id)) })
    if (++generations === GENERATIONS) break
  }
  isFirst = false
}
process.exit(0)

/**
 * Reloads everything under the mutant and runs all quick tests, because the mutant may have changed values that other modules
 * read.
 */
async function whileLoading(id: string) {
  Object.assign(switchboard, { activeMutant: id, hitCount: undefined })
  try {
    const reloaded = (await loadTests()).filter(({ id }) => quick.has(id))
    reloaded.sort((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0))
    const failure = await firstFailure(id, reloaded, () => Number.POSITIVE_INFINITY)
    return failure
      ? { outcome: outcomeOf(failure.error), by: failure.test.id }
      : { outcome: 'survived' as const }
  } catch {
    return { outcome: 'killed' as const, by: 'loading' }
  } finally {
    switchboard.activeMutant = undefined
  }
}
