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
 * The details of a line are stored, calculated from and shown in one shape. A pay recalculated from its stored lines
 * therefore cannot differ. Decimals are text.
 */
export type HoursDetails = {
  units: string
  value: string
  rate: string
  multiplier: string | null
  rate_reference: string | null
  rate_description: string | null
  is_overtime: boolean
  /** The day worked or the week of the period, if the row has one. */
  date?: string
  week?: number
  /** True if the request gave the rate, false if it follows from the employee's rate. */
  has_own_rate?: boolean
}
export type LeaveDetails = {
  leave_type: LeaveType
  date: string
  hours: string
  rate: string
  /** The rate before the law raised it. Absent where the law did not and the hourly rate at the end of the period is not lower. */
  base_rate?: string
  multiplier: string | null
  has_own_rate: boolean
  loading_given: string | null
  /** The row that was asked for, on each of the rows into which public holidays split it. */
  split_from?: AskedLeave
  /** Filled in by the calculation. */
  loading?: string
}
/** A row of leave before it was split. */
export type AskedLeave = Pick<
  LeaveDetails,
  'leave_type' | 'date' | 'hours' | 'rate' | 'multiplier' | 'has_own_rate' | 'loading_given'
> & { place: number; description: string }
/** Set on automatic lines. A rebuild without lines of the same kind keeps them. */
type Auto = { is_auto?: true }

export type AllowanceDetails = StoredFields<typeof ALLOWANCE_FIELDS> &
  Auto & {
    amount: string
    units: string
    /** Reimburses an expense of the employee. Neither taxed nor reported. */
    is_reimbursement?: true
  }
export type DeductionDetails = StoredFields<typeof DEDUCTION_FIELDS> &
  Auto & {
    amount_type: AmountType
    amount: string
    limit_per_pay: string | null
    limit_left: string | null
    /** The total debt of an arrears notice. */
    limit_total?: string
    /** The payee, if the employee's item has one. */
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

/** A standing item of the employee. Its id is null until it is created with the pay. */
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
  /** The amount of the total limit that processed pays had used when the call began. */
  taken: string
  /** The dated changes of the item. The other members have the values that apply to the pay. */
  terms?: StandingItem['terms']
}

/** A line of a pay before pricing. */
export type Line<K extends LineKind = LineKind> = {
  [Kind in K]: {
    kind: Kind
    /** A stored line keeps its id and its link to an item, even if the item no longer exists. */
    id?: number
    itemId?: number | null
    description: string
    /** The employee's item that the line comes from. */
    item: KnownItem | null
    templateId: number | null
    details: Details[Kind]
  }
}[K]

/** A line with its calculated values. */
export type PricedLine = Line & { amount: string }

/** A line in stored form. */
export type StoredLine = {
  [Kind in LineKind]: { kind: Kind; description: string; amount: string; details: Details[Kind] }
}[LineKind]

/** A stored line with the ids of its row. */
export type LoadedLine = StoredLine & Pick<PayLineRow, 'id' | 'pay_id' | 'item_id' | 'template_id'>
