import { Type } from 'typebox'
import {
  CESSATION_CODES,
  ETP_CODES,
  PAYMENTS_IN_LIEU,
  TERMINATION_REASONS,
} from '../../../../countries/au/law/input/words.ts'
import { CivilDateText, closed, component, nullable, words } from '../../../../http/schema.ts'

const optional = Type.Optional
const Amount = Type.Number()
const Flag = Type.Boolean()
const au = <T extends Parameters<typeof optional>[0]>(schema: T) => optional(schema)
const nz = au

const TaxSummary = component(
  'TaxSummary',
  closed({
    etp_code: words(ETP_CODES),
    tax_withheld: Amount,
    taxable_component: Amount,
    tax_free_component: Amount,
    lump_sum_d: Amount,
  }),
)

const ExtraPayPart = component(
  'NzExtraPayPart',
  closed({
    amount: Amount,
    tax: Amount,
    components: Type.Record(Type.String(), Amount, { description: 'The tax by component.' }),
    applied_personal_rate: Type.String({ description: 'Without the earners’ levy.', examples: ['0.33'] }),
  }),
)

/** Members of every termination result, then country-specific ones. Those of the other country are omitted. */
export const RESULT_FIELDS = {
  termination_date: CivilDateText,
  reason: nullable(words(TERMINATION_REASONS), { description: 'Null in New Zealand.' }),
  cessation_type_code: nullable(words(CESSATION_CODES), {
    description: 'Null in New Zealand.',
  }),
  is_manual_leave_amounts: Flag,
  is_payment_in_lieu_paid: Flag,
  payment_in_lieu_amount: Amount,
  is_unused_holiday_paid: Flag,
  unused_holiday_amount: Amount,
  non_etp_amount: Amount,
  redundancy_amount: Amount,
  total_amount: Type.Number({ description: 'Already included in the pay’s gross.' }),
  tax_amount: Amount,
  unused_holiday_and_loading_tax_amount: Amount,

  payment_in_lieu_type: au(nullable(words(PAYMENTS_IN_LIEU))),
  notice_hours: au(nullable(Amount)),
  notice_lump_sum: au(nullable(Amount)),
  is_unused_leave_loading_paid: au(Flag),
  is_unused_lsl_paid: au(Flag),
  is_unused_sick_paid: au(Flag),
  is_unused_rdo_paid: au(Flag),
  is_unused_toil_paid: au(Flag),
  unused_leave_loading_amount: au(Amount),
  unused_sick_amount: au(Amount),
  unused_rdo_amount: au(Type.Number({ description: 'Rostered days off: in total_etp_amount.' })),
  unused_toil_amount: au(
    Type.Number({
      description:
        'Time off in lieu: overtime earnings of the final pay, in its gross and not in total_amount.',
    }),
  ),
  unused_lsl_pre_august_1978: au(Amount),
  unused_lsl_august_1978_to_august_1993: au(Amount),
  unused_lsl_post_august_1993: au(Amount),
  unused_lsl_amount: au(Amount),
  unused_lsl_tax_amount: au(Amount),
  etp_amount: au(Amount),
  redundancy_tax_free_pilon_component: au(Amount),
  normal_earnings: au(Amount),
  total_etp_amount: au(Amount),
  total_non_etp_amount: au(Amount),
  lump_sum_a: au(Amount),
  lump_sum_b: au(Amount),
  lump_sum_d: au(Amount),
  etp_tax_withheld: au(Amount),
  etp_taxable_component: au(Amount),
  etp_tax_free_component: au(Amount),
  tax_summaries: au(Type.Array(TaxSummary)),

  unused_alt_holiday_amount: nz(Amount),
  retiring_allowance_amount: nz(Amount),
  nz_ytd_taxable: nz(Amount),
  nz_extra_pay_tax_breakdown: nz(
    closed({
      unused_holiday: ExtraPayPart,
      alt_holiday: ExtraPayPart,
      redundancy: ExtraPayPart,
      other: ExtraPayPart,
      total_tax: Amount,
      taxed_at_low_rate: Type.Boolean({ description: 'Sets the lump-sum indicator of the payday return.' }),
    }),
  ),
}

/** The payments and withholding of a termination, as a pay shows them. */
export const TerminationResult = component('TerminationResult', closed(RESULT_FIELDS))
