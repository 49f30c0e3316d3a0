import { type Birth, shareOut } from './birth.ts'
import type { Company } from './company.ts'
import { type Life, type LifeOptions, live } from './life.ts'
import { shrink } from './shrink.ts'
import type { Step, Target } from './types.ts'

export type RoundOptions = {
  seed: number
  companies: number
  /** The share of the companies that this process runs. */
  share?: { first: number; of: number }
  years: number
  country?: 'AU' | 'NZ'
  /** The maximum number of employees with which companies start. */
  most?: number
  people?: number
  weekly?: number
  withFaults?: boolean
  /** The number of companies that run at the same time. */
  atOnce?: number
  /** Checked after every step. A stopped life is neither failed nor finished. */
  isOver?: (company: Company) => boolean
  /** No further company starts. */
  isStopped?: () => boolean
  onStep?: LifeOptions['onStep']
  onLife?: (life: Life) => void
}

/** One round: the companies of one seed, on one database. Ends with the first failure. */
export async function liveRound(target: Target, options: RoundOptions): Promise<Life | undefined> {
  const waiting = birthsOf(options)
  let failed: Life | undefined
  const isOver = (company: Company) => failed !== undefined || (options.isOver?.(company) ?? false)
  const worker = async () => {
    while (!failed && !options.isStopped?.()) {
      const birth = waiting.shift()
      if (!birth) return
      const life = await live(target, birth, {
        withFaults: options.withFaults ?? false,
        isOver,
        ...(options.onStep ? { onStep: options.onStep } : {}),
      })
      options.onLife?.(life)
      if (life.failure) failed ??= life
    }
  }
  await Promise.all(Array.from({ length: options.atOnce ?? 8 }, worker))
  return failed
}

/** The companies of this round, or of this process's share. Seed and index alone determine a company. */
function birthsOf(options: RoundOptions): Birth[] {
  const { seed, companies, share = { first: 0, of: 1 }, years, country, most, people, weekly } = options
  const births = Array.from(
    { length: companies },
    (_, index): Birth => ({
      seed,
      index,
      years,
      ...(country ? { country } : {}),
      ...(most ? { most } : {}),
      ...(people ? { people } : {}),
      ...(weekly === undefined ? {} : { weekly }),
    }),
  )
  return share.of === 1 ? births : (shareOut(births, share.of)[share.first] ?? [])
}

/** Shrinks a failed life on the same service. Each attempt uses a new customer with its own mark. */
export function shrinkLife(
  target: Target,
  failed: Life,
  options: { tries?: number; onTry?: (left: number) => void } = {},
): Promise<Life> {
  let mark = 5000
  const run = (steps: readonly Step[]) => {
    mark += 1
    return live(target, failed.birth, {
      steps,
      markIndex: mark,
      keepsAll: true,
    })
  }
  return shrink(failed, run, options)
}
