import { appendFileSync, readFileSync } from 'node:fs'
import { ACTIONS } from './actions/index.ts'

/** The result of one invocation: one line of the file of `--report`. Several can be added up. */
export type Summary = {
  at: string
  seeds: number[]
  withFaults: boolean
  isClean: boolean
  lives: number
  weeks: number
  people: number
  pays: number
  writes: number
  unanswered: number
  seconds: number
  cpuSeconds: number
  actions: Record<string, number>
  faults: Record<string, number>
}

/** In a passed run of this number of years, each kind of action must occur this often. */
const YEARS = 1000
const TIMES = 1000
export const WEEKS_A_YEAR = 52.18

export const appendSummary = (file: string, summary: Summary): void =>
  appendFileSync(file, `${JSON.stringify(summary)}\n`)

export const readSummaries = (file: string): Summary[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Summary)

/** The sum of the passed ones. */
export function addUp(summaries: readonly Summary[]): Summary {
  const clean = summaries.filter((each) => each.isClean)
  const sum = (of: (each: Summary) => number) => clean.reduce((total, each) => total + of(each), 0)
  const counts = (of: (each: Summary) => Record<string, number>) => {
    const all: Record<string, number> = {}
    for (const each of clean)
      for (const [kind, count] of Object.entries(of(each))) all[kind] = (all[kind] ?? 0) + count
    return all
  }
  return {
    at: clean.at(-1)?.at ?? '',
    seeds: [...new Set(clean.flatMap((each) => each.seeds))].sort((a, b) => a - b),
    withFaults: clean.every((each) => each.withFaults),
    isClean: true,
    lives: sum((each) => each.lives),
    weeks: sum((each) => each.weeks),
    people: sum((each) => each.people),
    pays: sum((each) => each.pays),
    writes: sum((each) => each.writes),
    unanswered: sum((each) => each.unanswered),
    seconds: sum((each) => each.seconds),
    cpuSeconds: sum((each) => each.cpuSeconds),
    actions: counts((each) => each.actions),
    faults: counts((each) => each.faults),
  }
}

/** Drafting and processing a run is counted elsewhere. */
const COUNTED_AS: Record<string, string> = { 'pay-run': 'process' }

/** The kinds of action that would not reach their required number in a thousand company years at this rate. */
export function rare({ actions, weeks }: Pick<Summary, 'actions' | 'weeks'>): string[] {
  const years = Math.max(weeks / WEEKS_A_YEAR, 1e-9)
  const kinds = ACTIONS.filter((action) => !action.isFault).map(({ name }) => COUNTED_AS[name] ?? name)
  return kinds.flatMap((kind) => {
    const count = actions[kind] ?? 0
    const projected = Math.round((count / years) * YEARS)
    return Math.max(count, projected) < TIMES ? [`${kind} ${count} (${projected} in ${YEARS} years)`] : []
  })
}

const list = (counts: Record<string, number>) =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `  ${String(count).padStart(8)}  ${name}`)

export const headOf = ({ lives, weeks, people, pays, seconds, writes, unanswered, cpuSeconds }: Summary) => [
  `${lives} companies, ${(weeks / WEEKS_A_YEAR).toFixed(1)} company years (${weeks} weeks checked), ${people} people`,
  `${pays} pays in ${seconds.toFixed(0)} s: ${(pays / seconds).toFixed(0)} a second; ${writes} writes, ${unanswered} never answered`,
  `${cpuSeconds.toFixed(0)} s of processor time in this process: ${(pays / cpuSeconds).toFixed(0)} pays a second of it`,
]

export function describeSummary(summary: Summary): string[] {
  const few = rare(summary)
  return [
    ...headOf(summary),
    `seeds ${summary.seeds.join(', ')}; faults ${summary.withFaults ? 'on' : 'off'}`,
    'actions that were done, by kind:',
    ...list(summary.actions),
    ...(few.length > 0 ? [`too rare for ${TIMES} in ${YEARS} years: ${few.join('; ')}`] : []),
    ...(Object.keys(summary.faults).length > 0 ? ['faults:', ...list(summary.faults)] : []),
  ]
}
