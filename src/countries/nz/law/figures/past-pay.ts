import type { DetailsOf, HistoryOf } from '../../../../payroll/figures.ts'
import type { PastLine, PastPay } from '../../../../payroll/history.ts'
import type { NZ_FIGURES } from './figures.ts'

/** The figures of a New Zealand pay that later pays read. */
export type NzPastPay = PastPay & HistoryOf<typeof NZ_FIGURES> & { details: NzPastDetails | null }

/** Details read only for a pay that ends the employment, or may have annual holidays or an extra pay. */
export type NzPastDetails = DetailsOf<typeof NZ_FIGURES> & {
  /** All lines: regular and irregular earnings, and unpaid leave by day. */
  lines: readonly PastLine[]
}
