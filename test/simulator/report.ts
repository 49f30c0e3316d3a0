import { asCurl } from './as-curl.ts'
import { INVARIANTS, WATCHED } from './invariants/index.ts'
import type { Life } from './life.ts'

/** What was lived so far, over all rounds. */
export class Report {
  readonly actions = new Map<string, number>()
  readonly faults = new Map<string, number>()
  readonly refusals = new Map<string, number>()
  readonly seeds = new Set<number>()
  lives = 0
  weeks = 0
  people = 0
  pays = 0
  unsure = 0
  writes = 0

  add({ birth, company }: Life): void {
    this.seeds.add(birth.seed)
    this.lives += 1
    this.weeks += company.weeks
    this.people += company.people.size
    this.pays += company.ledger.names.size
    this.unsure += company.unsure
    this.writes += company.caller.writes
    for (const [kind, count] of company.counts) this.actions.set(kind, (this.actions.get(kind) ?? 0) + count)
    for (const [words, count] of company.refusals)
      this.refusals.set(words, (this.refusals.get(words) ?? 0) + count)
  }

  addFaults(counts: ReadonlyMap<string, number>): void {
    for (const [kind, count] of counts) this.faults.set(kind, (this.faults.get(kind) ?? 0) + count)
  }

  lines(seconds: number, showRefusals: boolean): string[] {
    const seeds = [...this.seeds].sort((a, b) => a - b)
    const list = (map: ReadonlyMap<string, number>) =>
      [...map].sort(([, a], [, b]) => b - a).map(([name, count]) => `  ${String(count).padStart(8)}  ${name}`)
    return [
      `${this.lives} companies, ${(this.weeks / 52.18).toFixed(1)} company years (${this.weeks} weeks checked), ${this.people} people`,
      `${this.pays} pays in ${seconds.toFixed(0)} s: ${(this.pays / seconds).toFixed(0)} a second; ${this.writes} writes, ${this.unsure} never answered`,
      `${cpuSeconds().toFixed(0)} s of processor time in this process: ${(this.pays / cpuSeconds()).toFixed(0)} pays a second of it`,
      `seeds ${seeds[0]} to ${seeds.at(-1)}`,
      'actions that were done, by kind:',
      ...list(this.actions),
      ...(this.faults.size > 0 ? ['faults:', ...list(this.faults)] : []),
      ...(showRefusals ? ['refused, with the words of the service:', ...list(this.refusals)] : []),
    ]
  }
}

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** A failure as a person wants to read it. */
export function describeFailure(life: Life, from: Life, file: string): string[] {
  const { failure, birth } = life
  const name = failure?.invariant ?? ''
  const sentence = INVARIANTS.find((each) => each.name === name)?.sentence ?? WATCHED[name] ?? name
  return [
    `FAILED: ${name}: ${sentence}`,
    `  ${failure?.message}`,
    `  seed ${birth.seed}, company ${birth.index} (${life.company.country}, ${life.company.period}), ${life.company.today}`,
    `  ${from.steps.length} steps, shrunk to ${life.steps.length}; run them again: npm run simulate -- --replay ${file}`,
    ...life.steps.map(
      (step) => `  ${step.on} ${step.name} ${step.do} ${JSON.stringify(step.with).slice(0, 400)}`,
    ),
    ...asCurl(life.company.caller.sent),
    ...life.company.target.lastErrors().map((line) => `log: ${line.slice(0, 1500)}`),
  ]
}
