import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { Decimal } from '../../../../kernel/values/money.ts'

/** The request fields of a New Zealand termination. Amounts that only manual mode accepts are null in other requests. */
export type NzTerminationInput = {
  terminationDate: CivilDate
  isManualLeaveAmounts: boolean
  isPaymentInLieuPaid: boolean
  paymentInLieuAmount: Decimal | null
  redundancyAmount: Decimal | null
  /** Taxed like redundancy: an extra pay without levy and KiwiSaver. */
  retiringAllowanceAmount?: Decimal | null
  nonEtpAmount: Decimal | null
  unusedHolidayAmount: Decimal | null
  unusedAltHolidayAmount: Decimal | null
  /** Zero when not supplied. */
  nzYtdTaxable: Decimal
}
