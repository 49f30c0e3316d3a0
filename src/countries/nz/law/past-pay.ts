import type { DetailsOf, HistoryOf } from '../../../payroll/figures.ts'
import type { PastLine, PastPay } from '../../../payroll/history.ts'
import type { NZ_FIGURES } from '../figures.ts'

/** What later pays see of a New Zealand pay: its figures that have a history. */
export type NzPastPay = PastPay & HistoryOf<typeof NZ_FIGURES> & { details: NzPastDetails | null }

/** What is read only for a pay that ends the employment, or may carry annual holidays or an extra pay. */
export type NzPastDetails = DetailsOf<typeof NZ_FIGURES> & {
  /** Every line: regular and irregular earnings, and unpaid leave by its days. */
  lines: readonly PastLine[]
}
