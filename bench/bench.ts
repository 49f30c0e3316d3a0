/** One round: what we reach, and what the bare database or client reaches with the same work. */
export type Round = { ours: number; bare?: number; unit: string; note?: string }

/** A measurement. `run` is called for each round and measures ours and bare one after the other. */
export type Bench = {
  name: string
  /** What must be reached: a least rate, or a least ratio to bare. */
  target?: { atLeast?: number; ratio?: number; atMost?: number }
  /** Why a target that is missed is missed; stands in the note then. */
  reason?: string
  rounds?: number
  setup?(): Promise<void>
  run(): Promise<Round>
  teardown?(): Promise<void>
}

/** Repeats something for a number of milliseconds with a number of callers; returns how often a second it was done. */
export async function ratePerSecond(
  work: () => Promise<unknown>,
  { ms = 1500, concurrency = 10 }: { ms?: number; concurrency?: number } = {},
): Promise<number> {
  let count = 0
  const start = performance.now()
  const end = start + ms
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() < end) {
        await work()
        count += 1
      }
    }),
  )
  return (count * 1000) / (performance.now() - start)
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The value below which this share of all lies, e.g. 0.99. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
