import type { Calculated } from '../country/types.ts'
import type { PayJob } from '../job/pay-job.ts'
import type { KnownItem, PricedLine } from '../lines/lines.ts'

/** A pay that is calculated and not stored yet. */
export type CalculatedPay = {
  job: PayJob
  lines: PricedLine[]
  /** Items that this pay creates. */
  newItems: readonly KnownItem[]
  calculated: Calculated
  warnings: readonly string[]
}

/** A calculated pay with the ids of its row and lines. */
export type NumberedPay = CalculatedPay & { id: number; lineIds: readonly number[] }
