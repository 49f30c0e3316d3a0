import type { DetailsOf, HistoryOf } from '../../../payroll/figures.ts'
import type { Figure, PastLine, PastPay } from '../../../payroll/history.ts'
import type { AU_FIGURES } from '../figures.ts'
import type { EtpCode, TaxDeclaration } from './input.ts'

/** What later pays see of an Australian pay: its figures that have a history. */
export type AuPastPay = PastPay & HistoryOf<typeof AU_FIGURES> & { details: AuPastDetails | null }

/** What is read only for a pay that ends the employment, may carry a bonus or a back payment, or is not its period's only one. */
export type AuPastDetails = DetailsOf<typeof AU_FIGURES> & {
  childSupport: Figure
  /** Bonuses and back payments with their methods and ranges, sacrifices, and the leave that was unpaid. */
  lines: readonly PastLine[]
  /** What it was taxed by; absent where it was paid elsewhere or is not read. */
  declaration?: TaxDeclaration
  /** Employment termination payments by code. */
  etps: readonly { code: EtpCode; taxable: Figure; taxFree: Figure; withheld: Figure; lumpSumD: Figure }[]
}
