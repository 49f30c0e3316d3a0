import { type Static, Type } from 'typebox'
import {
  CivilDateText,
  closed,
  component,
  DecimalInput,
  nullable,
  PositiveDecimalInput,
  words,
} from '../../http/schema.ts'

const optional = Type.Optional
const amount = () => optional(nullable(PositiveDecimalInput))
const flag = () => optional(nullable(Type.Boolean()))

export const TERMINATION_REASONS = [
  'TERMINATION',
  'INVALIDITY',
  'DEATH_DEPENDENT',
  'DEATH_NON_DEPENDENT',
  'DEATH_ESTATE',
  'REDUNDANCY',
] as const
export const ETP_CODES = ['R', 'O', 'S', 'P', 'D', 'N', 'B', 'T'] as const

export const TaxSummaryInput = component(
  'TaxSummaryInput',
  closed({
    etp_code: words(ETP_CODES),
    tax_withheld: amount(),
    taxable_component: amount(),
    tax_free_component: amount(),
    lump_sum_d: amount(),
  }),
)

/** Every member that a termination may carry, of both countries; which of them belong together is checked later. */
export const TERMINATION_FIELDS = {
  termination_date: CivilDateText,
  pay_date: optional(
    nullable(CivilDateText, { description: 'In the block of a pay the pay’s own date is used.' }),
  ),
  is_manual_leave_amounts: flag(),
  is_payment_in_lieu_paid: flag(),
  redundancy_amount: amount(),
  non_etp_amount: amount(),
  unused_holiday_amount: optional(nullable(DecimalInput)),
  reason: optional(nullable(words(TERMINATION_REASONS))),
  cessation_type_code: optional(nullable(words(['V', 'F', 'C', 'T'] as const))),
  payment_in_lieu_type: optional(nullable(words(['NOTICE_HOURS', 'NOTICE_LUMP_SUM'] as const))),
  notice_hours: amount(),
  notice_lump_sum: amount(),
  is_unused_holiday_paid: flag(),
  is_unused_leave_loading_paid: flag(),
  is_unused_lsl_paid: flag(),
  is_unused_sick_paid: flag(),
  redundancy_tax_free_pilon_component: amount(),
  etp_amount: amount(),
  unused_leave_loading_amount: amount(),
  unused_sick_amount: amount(),
  unused_lsl_pre_august_1978: amount(),
  unused_lsl_august_1978_to_august_1993: amount(),
  unused_lsl_post_august_1993: amount(),
  normal_earnings: amount(),
  tax_summaries: optional(nullable(Type.Array(TaxSummaryInput, { maxItems: 20 }))),
  payment_in_lieu_amount: amount(),
  unused_alt_holiday_amount: amount(),
  nz_ytd_taxable: amount(),
}

/** The termination block of a pay: it makes the pay the final one. */
export const TerminationBlock = component(
  'TerminationCreate',
  closed(TERMINATION_FIELDS, { examples: [{ termination_date: '2026-07-01' }] }),
)

export type TerminationBlock = Static<typeof TerminationBlock>
