import type { CivilDate } from '../kernel/values/dates.ts'
import type { Decimal } from '../kernel/values/money.ts'
import type {
  ALLOWANCE_FIELDS,
  BACK_PAYMENT_FIELDS,
  BONUS_FIELDS,
  DEDUCTION_FIELDS,
  LawFields,
  SACRIFICE_FIELDS,
} from './line-fields.ts'
import type { PayPeriod } from './pay-periods.ts'
import type {
  AllowanceCategory,
  AmountType,
  DeductionClass,
  LeaveType,
  SacrificeAmountType,
  StpCategory,
  TaxMethod,
} from './words.ts'

export type { AllowanceCategory, AmountType, DeductionClass, LeaveType, StpCategory, TaxMethod }

/*
 * The inputs of every pay calculation in any country. Names, tax numbers and bank accounts are not included: the calculation does
 * not need them, so it cannot leak them. Country facts are in au/input.ts and nz/input.ts.
 */

/** An hours row with its rate settled (rate, multiplier or reference already resolved). */
export type HoursLine = {
  description: string
  units: string
  value: Decimal
  ratePerUnit: Decimal
  /** The employee's ordinary rate on the day of a dated row, if the row follows it. */
  ordinaryRate?: Decimal
  isOvertime: boolean
  /** The day worked, or the week of the period (from 1), when the row gives it. */
  date?: CivilDate
  week?: number
}

export type LeaveLine = {
  description: string
  leaveType: LeaveType
  date: CivilDate
  hours: Decimal
  ratePerHour: Decimal
  /** Dollars of loading from the caller, or null when none was given. */
  loadingAmount: Decimal | null
  /** True when the caller named the rate. The employee's own hourly amount for this leave does not replace it. */
  hasOwnRate?: boolean
}

export type AllowanceLine = LawFields<typeof ALLOWANCE_FIELDS> & {
  description: string
  amountPerUnit: Decimal
  units: Decimal
}

/** For a percentage, `amount` is the percentage as a fraction (0.05 is 5%). */
export type DeductionLine = LawFields<typeof DEDUCTION_FIELDS> & {
  description: string
  amountType: AmountType
  amount: Decimal
  limitPerPay: Decimal | null
  /** The amount left of a total limit, or null when there is no total limit. */
  limitLeft: Decimal | null
  /** The total limit itself. Absent when there is none. */
  limitTotal?: Decimal
}

export type SacrificeLine = LawFields<typeof SACRIFICE_FIELDS> & {
  description: string
  amountType: SacrificeAmountType
  amount: Decimal
  limitPerPay: Decimal | null
  limitLeft: Decimal | null
}

export type BonusLine = LawFields<typeof BONUS_FIELDS> & { description: string; amount: Decimal }

export type BackPaymentLine = LawFields<typeof BACK_PAYMENT_FIELDS> & {
  description: string
  amount: Decimal
  isInSuper: boolean
}

/** The lines of one pay, all resolved. */
export type PayLines = {
  hours: readonly HoursLine[]
  leave: readonly LeaveLine[]
  allowances: readonly AllowanceLine[]
  deductions: readonly DeductionLine[]
  bonuses: readonly BonusLine[]
  sacrifices: readonly SacrificeLine[]
  backPayments: readonly BackPaymentLine[]
}

/** The inputs common to all pays. */
export type CommonPayInput = PayLines & {
  /** Selects the tables. */
  payDate: CivilDate
  payPeriod: PayPeriod
  periodEnd: CivilDate
  /** The employee's ordinary hourly rate. */
  ratePerHour: Decimal
  hoursPerDay: Decimal
  daysPerWeek: Decimal
}
