import type { DetailsOf, HistoryOf } from '../../../../payroll/figures.ts'
import type { Figure, PastLine, PastPay } from '../../../../payroll/history.ts'
import type { EtpCode, TaxDeclaration } from '../input/input.ts'
import type { AU_FIGURES } from './figures.ts'

/** The history entry of an Australian pay: the figures that later pays read. */
export type AuPastPay = PastPay & HistoryOf<typeof AU_FIGURES> & { details: AuPastDetails | null }

/**
 * Details that are read only for a termination, violence leave, a possible bonus or back payment, or other pays of the
 * period.
 */
export type AuPastDetails = DetailsOf<typeof AU_FIGURES> & {
  childSupport: Figure
  /** Bonuses and back payments with their methods and ranges, sacrifices, and unpaid leave. */
  lines: readonly PastLine[]
  /** The declaration that the pay was taxed by. Absent for pays of another system, or when it was not read. */
  declaration?: TaxDeclaration
  /** Whether a period of another system was paid in full, where its opening figures say so. */
  isFullPay?: boolean
  /** Opening figures: the gross that counts as super earnings, because none were given. */
  superEarningsFromGross?: Figure
  /** Employment termination payments by code. */
  etps: readonly { code: EtpCode; taxable: Figure; taxFree: Figure; withheld: Figure; lumpSumD: Figure }[]
}
