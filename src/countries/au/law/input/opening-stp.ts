import type { IncomeType } from './words.ts'

/* The year to date of an earlier system, by Single Touch Payroll category. */

/** The categories with a single amount, by API name. */
export const OPENING_STP_AMOUNTS = [
  'gross',
  'overtime',
  'bonuses_and_commissions',
  'directors_fees',
  'paid_leave_c',
  'paid_leave_u',
  'paid_leave_p',
  'paid_leave_w',
  'paid_leave_a',
  'paid_leave_o',
  'allowance_cd',
  'allowance_ad',
  'allowance_ld',
  'allowance_md',
  'allowance_rd',
  'allowance_td',
  'allowance_kn',
  'allowance_qn',
  'allowance_od',
  'lump_sum_a',
  'lump_sum_b',
  'lump_sum_d',
  'lump_sum_w',
  'sacrificed_to_super',
  'sacrificed_to_other',
  'union_fees',
  'workplace_giving',
  'child_support_deduction',
  'child_support_garnishee',
  'tax_withheld',
  'foreign_tax',
  'exempt_foreign_income',
  'fringe_benefits',
  'exempt_fringe_benefits',
] as const
export type OpeningStpAmount = (typeof OPENING_STP_AMOUNTS)[number]

/** The amounts of one income type. */
export type OpeningStpIncome = Partial<Record<OpeningStpAmount, string>> & {
  income_type?: IncomeType
  lump_sum_a_type?: 'R' | 'T'
  lump_sums_e?: readonly { income_year: string; amount: string }[]
}

export type OpeningStp = OpeningStpIncome & { other_incomes?: readonly OpeningStpIncome[] }
