import { type Static, Type } from 'typebox'
import {
  CHOSEN_CESSATION_CODES,
  ETP_CODES,
  PAYMENTS_IN_LIEU,
  TERMINATION_REASONS,
} from '../../../../countries/au/law/input/words.ts'
import {
  CivilDateText,
  closed,
  component,
  DecimalInput,
  nullable,
  PositiveDecimalInput,
  words,
} from '../../../../http/schema.ts'

const optional = Type.Optional
const amount = (description: string) => optional(nullable(PositiveDecimalInput, { description }))
const flag = (description: string) => optional(nullable(Type.Boolean(), { description }))
const anyAmount = (description: string) => optional(nullable(DecimalInput, { description }))

const TaxSummaryInput = component(
  'TaxSummaryInput',
  closed({
    etp_code: words(ETP_CODES),
    tax_withheld: amount('Tax withheld.'),
    taxable_component: amount('Taxable component.'),
    tax_free_component: amount('Tax-free component.'),
    lump_sum_d: amount('Tax-free part of a genuine redundancy.'),
  }),
)

/** All members of a termination, for both countries. Which of them may be combined is checked later. */
export const TERMINATION_FIELDS = {
  termination_date: CivilDateText,
  is_manual_leave_amounts: flag('Unlocks the manual-only fields. Default false.'),
  is_payment_in_lieu_paid: flag('Notice is paid out; the notice fields need it.'),
  redundancy_amount: amount('AU: redundancy or early retirement scheme payment. NZ: taxed as extra pay.'),
  non_etp_amount: amount(
    'AU: other payout that is not an ETP. NZ: the 8% since the last anniversary, with is_manual_leave_amounts only.',
  ),
  unused_holiday_amount: anyAmount('Manual only. NZ: negative for holidays taken in advance.'),
  reason: optional(
    nullable(words(TERMINATION_REASONS), {
      description: 'AU. Default TERMINATION. An early retirement scheme is sent as REDUNDANCY.',
      'x-problem': `must be one of ${TERMINATION_REASONS.join(', ')}; send REDUNDANCY for an early retirement`,
    }),
  ),
  cessation_type_code: optional(
    nullable(words(CHOSEN_CESSATION_CODES), {
      description: 'AU. With reason TERMINATION only; default V. I, D and R follow from the reason.',
      'x-problem': 'must be V, F, C or T; I, D and R follow from the reason',
    }),
  ),
  payment_in_lieu_type: optional(
    nullable(words(PAYMENTS_IN_LIEU), {
      description: 'AU. Required when notice is paid.',
      'x-problem': 'must be NOTICE_HOURS or NOTICE_LUMP_SUM',
    }),
  ),
  notice_hours: anyAmount('AU. Above 0, with NOTICE_HOURS.'),
  notice_lump_sum: anyAmount('AU. Above 0, with NOTICE_LUMP_SUM.'),
  is_unused_holiday_paid: flag('AU. Omitted: on for a non-casual with a balance.'),
  is_unused_leave_loading_paid: flag(
    'AU. Omitted: on when annual leave is paid out and a loading percentage exists.',
  ),
  is_unused_lsl_paid: flag('AU. Omitted: by service, reason and the state’s long service leave rules.'),
  is_unused_sick_paid: flag('AU. Default false.'),
  is_unused_rdo_paid: flag('AU. Rostered days off, an ETP of code O. Omitted: on with a balance.'),
  is_unused_toil_paid: flag(
    'AU. Time off in lieu, overtime earnings of the final pay. Omitted: on with a balance.',
  ),
  redundancy_tax_free_pilon_component: amount('AU. With REDUNDANCY only; at most the notice payment.'),
  etp_amount: amount('AU. Other employment termination payment.'),
  unused_leave_loading_amount: amount('AU, manual only.'),
  unused_sick_amount: amount(
    'AU, manual only. Paid when it is sent, unless is_unused_sick_paid is false (422).',
  ),
  unused_rdo_amount: amount('AU, manual only.'),
  unused_toil_amount: amount(
    'AU, manual only. Where an award asks for the overtime rate; without it the ordinary rate is used.',
  ),
  unused_lsl_pre_august_1978: amount('AU, manual only.'),
  unused_lsl_august_1978_to_august_1993: amount('AU, manual only.'),
  unused_lsl_post_august_1993: amount('AU, manual only.'),
  normal_earnings: amount('AU, manual only. Normal gross earnings of a pay period, for Schedule 7.'),
  tax_summaries: optional(
    nullable(Type.Array(TaxSummaryInput, { maxItems: 20 }), {
      description: 'AU, manual only. Replaces the whole calculated set.',
    }),
  ),
  payment_in_lieu_amount: amount('NZ. Above 0 when notice is paid.'),
  unused_alt_holiday_amount: amount('NZ, manual only.'),
  retiring_allowance_amount: amount('NZ. Taxed like redundancy: an extra pay without levy and KiwiSaver.'),
  nz_ytd_taxable: amount('NZ. Year-to-date taxable earnings for the earners’ levy cap; 0: not supplied.'),
}

/** The termination block of a pay, which makes it the final pay. The pay's own date is used. */
export const TerminationBlock = component(
  'TerminationCreate',
  closed(TERMINATION_FIELDS, { examples: [{ termination_date: '2026-07-01' }] }),
)

export type TerminationBlock = Static<typeof TerminationBlock>
