import { addUp, type Summary, WEEKS_A_YEAR } from './summary.ts'

/* `--seeds 12001-12040`: runs one seed after the other, even after a failure. Prints one line per seed and a total. */

/** The progress of one seed, and its failure. */
export type SeedRun = { seed: number; summary: Summary; failure?: string }

const RANGE = /^(\d+)(?:-(\d+))?$/

/** The seeds in a text: `12001-12040`, `7`, or several separated by commas. Undefined when there is none. */
export function seedsOf(text: string): number[] | undefined {
  const ranges = text.split(',').map((part) => RANGE.exec(part.trim()))
  const seeds = ranges.flatMap((range) => {
    const [from, to] = [Number(range?.[1]), Number(range?.[2] ?? range?.[1])]
    return Array.from({ length: Math.max(0, to - from + 1) || 0 }, (_, index) => from + index)
  })
  return seeds.length > 0 && ranges.every(Boolean) ? seeds : undefined
}

const lived = ({ weeks, pays, seconds }: Summary) =>
  `${(weeks / WEEKS_A_YEAR).toFixed(1)} company years, ${pays} pays, ${seconds.toFixed(0)} s`

export function describeSeed({ seed, summary, failure }: SeedRun): string {
  return `seed ${seed}: ${failure ? `FAILED after` : 'clean:'} ${lived(summary)}${failure ? `: ${failure}` : ''}`
}

/** The last line: the number of requested seeds that passed, and those that failed. */
export function describeSeeds(runs: readonly SeedRun[], asked: number): string {
  const failed = runs.filter((run) => run.failure).map((run) => run.seed)
  return [
    `${runs.length - failed.length} of ${asked} seeds clean (${lived(addUp(runs.map((run) => run.summary)))})`,
    failed.length > 0 ? `${failed.length} failed: ${failed.join(', ')}` : 'none failed',
    ...(runs.length < asked ? [`${asked - runs.length} not run`] : []),
  ].join('; ')
}
