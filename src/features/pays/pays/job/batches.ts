import type { PayJob } from './pay-job.ts'

/**
 * The number of pays loaded and stored together: large enough to share statements, small enough not to block other
 * requests.
 */
const BATCH_SIZE = { least: 20, most: 200 }
/** A call is split into at least this many batches if they are large enough. While one is stored, the next is calculated. */
const BATCHES = 4

/** All pays of an employee are in one batch and in order, because later pays start from the state after earlier ones. */
export function batchesByEmployee(jobs: readonly PayJob[]): PayJob[][] {
  const size = Math.min(BATCH_SIZE.most, Math.max(BATCH_SIZE.least, Math.ceil(jobs.length / BATCHES)))
  const batches: PayJob[][] = [[]]
  for (const group of Map.groupBy(jobs, (job) => job.employee.id).values()) {
    if ((batches.at(-1)?.length ?? 0) >= size) batches.push([])
    batches.at(-1)?.push(...group)
  }
  return batches.filter((batch) => batch.length > 0)
}
