import type { AuTerminationInput } from '../../../../countries/au/law/input/input.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { ZERO } from '../../../../kernel/values/money.ts'
import type { TerminationBlock } from '../request/termination-schema.ts'
import { sentAmount } from './setting.ts'

/** Converts a termination block to calculation input. The calculation decides omitted values. */
export function endingOf(block: TerminationBlock): AuTerminationInput {
  return {
    terminationDate: civilDate(block.termination_date),
    reason: block.reason ?? 'TERMINATION',
    cessationTypeCode: block.cessation_type_code ?? null,
    isManualLeaveAmounts: block.is_manual_leave_amounts ?? false,
    isPaymentInLieuPaid: block.is_payment_in_lieu_paid ?? false,
    paymentInLieuType: block.payment_in_lieu_type ?? null,
    noticeHours: sentAmount(block.notice_hours),
    noticeLumpSum: sentAmount(block.notice_lump_sum),
    isUnusedHolidayPaid: block.is_unused_holiday_paid ?? null,
    isUnusedLeaveLoadingPaid: block.is_unused_leave_loading_paid ?? null,
    isUnusedLslPaid: block.is_unused_lsl_paid ?? null,
    // A sent amount is paid, as for the other types of leave.
    isUnusedSickPaid: block.is_unused_sick_paid ?? Number(block.unused_sick_amount ?? 0) > 0,
    isUnusedRdoPaid: block.is_unused_rdo_paid ?? null,
    isUnusedToilPaid: block.is_unused_toil_paid ?? null,
    redundancyAmount: sentAmount(block.redundancy_amount),
    redundancyTaxFreePilonComponent: sentAmount(block.redundancy_tax_free_pilon_component),
    etpAmount: sentAmount(block.etp_amount),
    nonEtpAmount: sentAmount(block.non_etp_amount),
    unusedHolidayAmount: sentAmount(block.unused_holiday_amount),
    unusedLeaveLoadingAmount: sentAmount(block.unused_leave_loading_amount),
    unusedSickAmount: sentAmount(block.unused_sick_amount),
    unusedRdoAmount: sentAmount(block.unused_rdo_amount),
    unusedToilAmount: sentAmount(block.unused_toil_amount),
    unusedLslPreAugust1978: sentAmount(block.unused_lsl_pre_august_1978),
    unusedLslAugust1978ToAugust1993: sentAmount(block.unused_lsl_august_1978_to_august_1993),
    unusedLslPostAugust1993: sentAmount(block.unused_lsl_post_august_1993),
    normalEarnings: sentAmount(block.normal_earnings),
    taxSummaries:
      block.tax_summaries?.map((row) => ({
        etpCode: row.etp_code,
        taxWithheld: sentAmount(row.tax_withheld) ?? ZERO,
        taxableComponent: sentAmount(row.taxable_component) ?? ZERO,
        taxFreeComponent: sentAmount(row.tax_free_component) ?? ZERO,
        lumpSumD: sentAmount(row.lump_sum_d) ?? ZERO,
      })) ?? null,
  }
}
