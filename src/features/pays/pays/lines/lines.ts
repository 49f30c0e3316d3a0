import type { PayLineRow } from '../../../../database/tables/pays.ts'
import type { StandingItem } from '../../../../database/tables/standing-items.ts'
import type {
  AllowanceCategory,
  AmountType,
  DeductionClass,
  LeaveType,
  StpCategory,
  TaxMethod,
} from '../../../../payroll/input.ts'
import type { LineKind } from '../../../../payroll/words.ts'

/*
 * A line's details are what is stored, what is calculated from and what is shown: one shape for the three, so that
 * a pay calculated again from its stored lines cannot differ. Decimals are text in here.
 */
export type HoursDetails = {
  units: string
  value: string
  rate: string
  multiplier: string | null
  rate_reference: string | null
  rate_description: string | null
  is_overtime: boolean
  /** The day it was worked, or the week of the period, where the row says it. */
  date?: string
  week?: number
  /** The request named the rate; otherwise it follows from the employee's. */
  has_own_rate?: boolean
}
export type LeaveDetails = {
  leave_type: LeaveType
  date: string
  hours: string
  rate: string
  multiplier: string | null
  has_own_rate: boolean
  loading_given: string | null
  /** Filled in by the calculation. */
  loading?: string
}
export type AllowanceDetails = {
  amount: string
  units: string
  allowance_category: AllowanceCategory | null
  is_taxable: boolean
  is_itemised: boolean
  is_included_in_super_calculations: boolean
  /** Repays what the employee spent: neither taxed nor reported. */
  is_reimbursement?: true
  /** Copied onto the pay because it applies by itself: a rebuild that names no allowances keeps it. */
  is_auto?: true
}
export type DeductionDetails = {
  amount_type: AmountType
  amount: string
  limit_per_pay: string | null
  limit_left: string | null
  classification: DeductionClass
  is_included_in_super_calculations: boolean
  /** Whom it is paid to, where the employee's item says so. */
  payee_id?: number
  payee_reference?: string
  /** The employee's item applied automatically when the pay was made. */
  is_auto?: true
}
export type BonusDetails = {
  amount: string
  tax_method: TaxMethod
  start_date: string | null
  end_date: string | null
  is_included_in_super_calculations: boolean
  is_directors_fees: boolean
  is_return_to_work: boolean
  is_nz_ess: boolean | null
  is_nz_ess_cash_settled: boolean | null
  withhold_paye: boolean | null
  tax_as_nz_extra_pay: boolean | null
  is_nz_discretionary: boolean | null
  is_auto?: true
}
export type SacrificeDetails = {
  amount_type: 'FIXED' | 'PERCENT_OF_GROSS'
  amount: string
  limit_per_pay: string | null
  limit_left: string | null
  is_included_in_super_calculations: boolean
  is_super: boolean
  /** As of a deduction. */
  is_auto?: true
}
export type BackPaymentDetails = {
  amount: string
  stp_category: StpCategory
  tax_method: TaxMethod
  start_date: string | null
  end_date: string | null
  is_auto?: true
}

export type Details = {
  hours: HoursDetails
  leave: LeaveDetails
  allowance: AllowanceDetails
  deduction: DeductionDetails
  bonus: BonusDetails
  sacrifice: SacrificeDetails
  'back-payment': BackPaymentDetails
}

/** An item the employee keeps from pay to pay; its id is null until it is created together with the pay. */
export type KnownItem = Pick<
  StandingItem,
  | 'kind'
  | 'description'
  | 'amount'
  | 'amount_type'
  | 'units'
  | 'limit_per_pay'
  | 'limit_total'
  | 'auto_apply_to_pay'
  | 'allowance_category'
  | 'classification'
  | 'tax_method'
  | 'stp_category'
  | 'start_date'
  | 'end_date'
  | 'is_taxable'
  | 'is_itemised'
  | 'is_included_in_super_calculations'
  | 'is_super'
  | 'is_directors_fees'
  | 'is_return_to_work'
  | 'is_nz_ess'
  | 'is_nz_ess_cash_settled'
  | 'withhold_paye'
  | 'tax_as_nz_extra_pay'
  | 'is_nz_discretionary'
  | 'payee_id'
  | 'payee_reference'
> & {
  id: number | null
  employee_id: number
  /** What processed pays had taken under a total limit when the call began. */
  taken: string
}

/** A line of a pay before it is priced. */
export type Line<K extends LineKind = LineKind> = {
  [Kind in K]: {
    kind: Kind
    /** A stored line that stays keeps its id, and its link to an item that may be gone since. */
    id?: number
    itemId?: number | null
    description: string
    /** The employee's own item behind it. */
    item: KnownItem | null
    templateId: number | null
    details: Details[Kind]
  }
}[K]

/** A line with what the calculation made of it. */
export type PricedLine = Line & { amount: string }

/** A line as it is stored. */
export type StoredLine = {
  [Kind in LineKind]: { kind: Kind; description: string; amount: string; details: Details[Kind] }
}[LineKind]

/** A stored line with its row's ids. */
export type LoadedLine = StoredLine & Pick<PayLineRow, 'id' | 'pay_id' | 'item_id' | 'template_id'>
