import { asCurl } from './as-curl.ts'
import { INVARIANTS, WATCHED } from './invariants/index.ts'
import type { Life } from './life.ts'
import type { Summary } from './summary.ts'

/** The progress so far, over all rounds. */
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
  readonly #began = process.cpuUsage()

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

  summary(seconds: number, withFaults: boolean, isClean: boolean): Summary {
    return {
      at: new Date().toISOString(),
      seeds: [...this.seeds].sort((a, b) => a - b),
      withFaults,
      isClean,
      lives: this.lives,
      weeks: this.weeks,
      people: this.people,
      pays: this.pays,
      writes: this.writes,
      unanswered: this.unsure,
      seconds,
      cpuSeconds: this.#cpuSeconds(),
      actions: Object.fromEntries(this.actions),
      faults: Object.fromEntries(this.faults),
    }
  }

  /** The refusals of the service, with its messages. */
  refused(): string[] {
    return [...this.refusals]
      .sort(([, a], [, b]) => b - a)
      .map(([words, count]) => `  ${String(count).padStart(8)}  ${words}`)
  }

  #cpuSeconds(): number {
    const { user, system } = process.cpuUsage(this.#began)
    return (user + system) / 1e6
  }
}

/** A failure in readable form. */
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
