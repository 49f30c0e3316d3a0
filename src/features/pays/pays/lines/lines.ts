import type { PayLineRow } from '../../../../database/tables/pays.ts'
import type { StandingItem } from '../../../../database/tables/standing-items.ts'
import type { AmountType, LeaveType } from '../../../../payroll/input.ts'
import type {
  ALLOWANCE_FIELDS,
  BACK_PAYMENT_FIELDS,
  BONUS_FIELDS,
  DEDUCTION_FIELDS,
  ITEM_COLUMNS,
  SACRIFICE_FIELDS,
  StoredFields,
} from '../../../../payroll/line-fields.ts'
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
/** Copied onto the pay because it applies automatically: a rebuild that names none of its kind keeps it. */
type Auto = { is_auto?: true }

export type AllowanceDetails = StoredFields<typeof ALLOWANCE_FIELDS> &
  Auto & {
    amount: string
    units: string
    /** Repays what the employee spent: neither taxed nor reported. */
    is_reimbursement?: true
  }
export type DeductionDetails = StoredFields<typeof DEDUCTION_FIELDS> &
  Auto & {
    amount_type: AmountType
    amount: string
    limit_per_pay: string | null
    limit_left: string | null
    /** The whole debt of a notice for arrears. */
    limit_total?: string
    /** The payee, if the employee's item names one. */
    payee_id?: number
    payee_reference?: string
  }
export type BonusDetails = StoredFields<typeof BONUS_FIELDS> & Auto & { amount: string }
export type SacrificeDetails = StoredFields<typeof SACRIFICE_FIELDS> &
  Auto & {
    amount_type: 'FIXED' | 'PERCENT_OF_GROSS'
    amount: string
    limit_per_pay: string | null
    limit_left: string | null
  }
export type BackPaymentDetails = StoredFields<typeof BACK_PAYMENT_FIELDS> & Auto & { amount: string }

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
  | keyof typeof ITEM_COLUMNS
  | 'payee_id'
  | 'payee_reference'
> & {
  id: number | null
  employee_id: number
  /** What processed pays had taken under a total limit when the call began. */
  taken: string
  /** What changed from which day; the other members are as they apply to the pay. */
  terms?: StandingItem['terms']
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

/** A line with its calculated values. */
export type PricedLine = Line & { amount: string }

/** A line as it is stored. */
export type StoredLine = {
  [Kind in LineKind]: { kind: Kind; description: string; amount: string; details: Details[Kind] }
}[LineKind]

/** A stored line with its row's ids. */
export type LoadedLine = StoredLine & Pick<PayLineRow, 'id' | 'pay_id' | 'item_id' | 'template_id'>
