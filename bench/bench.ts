/** One round: our figure, and the figure of the bare database or client doing the same work. */
export type Round = { ours: number; bare?: number; unit: string; note?: string }

/** A measurement. Each call of `run` is one round and measures ours and then bare. */
export type Bench = {
  name: string
  /** The target: a minimum rate, a minimum ratio to bare, or a maximum value. */
  target?: { atLeast?: number; ratio?: number; atMost?: number }
  /** Why the target is missed. Shown in the note when it is. */
  reason?: string
  rounds?: number
  setup?(): Promise<void>
  run(): Promise<Round>
  teardown?(): Promise<void>
}

/** Repeats the work for a number of milliseconds with a number of concurrent callers. Returns the rate per second. */
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

/** The percentile of the values for this share, for example 0.99. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
