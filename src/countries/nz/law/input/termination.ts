import { ZERO } from '../../../../kernel/values/money.ts'
import type { NzTerminationInput } from './input.ts'

/** A termination that pays out only what the Holidays Act owes: no amounts are entered by hand. */
export const ONLY_HOLIDAYS_OWED: Omit<NzTerminationInput, 'terminationDate'> = {
  isManualLeaveAmounts: false,
  isPaymentInLieuPaid: false,
  paymentInLieuAmount: null,
  redundancyAmount: null,
  nonEtpAmount: null,
  unusedHolidayAmount: null,
  unusedAltHolidayAmount: null,
  nzYtdTaxable: ZERO,
}
