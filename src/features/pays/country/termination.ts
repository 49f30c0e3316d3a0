import type { AuTerminationInput } from '../../../payroll/au/input.ts'
import type { AuTerminationResult } from '../../../payroll/au/result.ts'
import type { CivilDate } from '../../../payroll/dates.ts'
import { type Decimal, decimal, ZERO } from '../../../payroll/money.ts'
import type { NzTerminationInput } from '../../../payroll/nz/input.ts'
import type { NzTerminationResult } from '../../../payroll/nz/result.ts'
import type { TerminationBlock } from '../request/termination-schema.ts'

const maybe = (value: number | string | null | undefined): Decimal | null =>
  value === null || value === undefined ? null : decimal(String(value))

/** A termination block as the Australian calculation takes it; what was left out, the calculation decides. */
export function auTermination(block: TerminationBlock): AuTerminationInput {
  return {
    terminationDate: block.termination_date as CivilDate,
    reason: block.reason ?? 'TERMINATION',
    cessationTypeCode: block.cessation_type_code ?? null,
    isManualLeaveAmounts: block.is_manual_leave_amounts ?? false,
    isPaymentInLieuPaid: block.is_payment_in_lieu_paid ?? false,
    paymentInLieuType: block.payment_in_lieu_type ?? null,
    noticeHours: maybe(block.notice_hours),
    noticeLumpSum: maybe(block.notice_lump_sum),
    isUnusedHolidayPaid: block.is_unused_holiday_paid ?? null,
    isUnusedLeaveLoadingPaid: block.is_unused_leave_loading_paid ?? null,
    isUnusedLslPaid: block.is_unused_lsl_paid ?? null,
    isUnusedSickPaid: block.is_unused_sick_paid ?? false,
    redundancyAmount: maybe(block.redundancy_amount),
    redundancyTaxFreePilonComponent: maybe(block.redundancy_tax_free_pilon_component),
    etpAmount: maybe(block.etp_amount),
    nonEtpAmount: maybe(block.non_etp_amount),
    unusedHolidayAmount: maybe(block.unused_holiday_amount),
    unusedLeaveLoadingAmount: maybe(block.unused_leave_loading_amount),
    unusedSickAmount: maybe(block.unused_sick_amount),
    unusedLslPreAugust1978: maybe(block.unused_lsl_pre_august_1978),
    unusedLslAugust1978ToAugust1993: maybe(block.unused_lsl_august_1978_to_august_1993),
    unusedLslPostAugust1993: maybe(block.unused_lsl_post_august_1993),
    normalEarnings: maybe(block.normal_earnings),
    taxSummaries:
      block.tax_summaries?.map((row) => ({
        etpCode: row.etp_code,
        taxWithheld: maybe(row.tax_withheld) ?? ZERO,
        taxableComponent: maybe(row.taxable_component) ?? ZERO,
        taxFreeComponent: maybe(row.tax_free_component) ?? ZERO,
        lumpSumD: maybe(row.lump_sum_d) ?? ZERO,
      })) ?? null,
  }
}

/** A termination block as the New Zealand calculation takes it. */
export function nzTermination(block: TerminationBlock): NzTerminationInput {
  return {
    terminationDate: block.termination_date as CivilDate,
    isManualLeaveAmounts: block.is_manual_leave_amounts ?? false,
    isPaymentInLieuPaid: block.is_payment_in_lieu_paid ?? false,
    paymentInLieuAmount: maybe(block.payment_in_lieu_amount),
    redundancyAmount: maybe(block.redundancy_amount),
    nonEtpAmount: maybe(block.non_etp_amount),
    unusedHolidayAmount: maybe(block.unused_holiday_amount),
    unusedAltHolidayAmount: maybe(block.unused_alt_holiday_amount),
    nzYtdTaxable: maybe(block.nz_ytd_taxable) ?? ZERO,
  }
}

export type TerminationView = Record<string, unknown>

/** The termination result by its wire names, amounts as JSON numbers: stored like this, and shown like this. */
export function terminationView(result: AuTerminationResult | NzTerminationResult): TerminationView {
  const view = toWire(result) as TerminationView
  // Members of every result; New Zealand has no such codes.
  return 'reason' in result ? view : { reason: null, cessation_type_code: null, ...view }
}

function toWire(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(toWire)
  if (isDecimal(value)) return Number(value.toFixed())
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [wireName(name), toWire(member)]))
}

function isDecimal(value: object): value is Decimal {
  return 'toFixed' in value
}

/** unusedLslAugust1978ToAugust1993 → unused_lsl_august_1978_to_august_1993 */
function wireName(name: string): string {
  return name.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`)
}
