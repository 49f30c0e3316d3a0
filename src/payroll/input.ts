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
 * What every pay calculation needs, whatever the country. Names, tax numbers and bank accounts are not in here:
 * the calculation does not need them, so they cannot leak from it. Country facts are in au/input.ts and nz/input.ts.
 */

/** An hours row with its rate settled (rate, multiplier or reference resolved before it gets here). */
export type HoursLine = {
  description: string
  units: string
  value: Decimal
  ratePerUnit: Decimal
  isOvertime: boolean
  /** The day it was worked, or the week of the period (from 1), where the row says it. */
  date?: CivilDate
  week?: number
}

export type LeaveLine = {
  description: string
  leaveType: LeaveType
  date: CivilDate
  hours: Decimal
  ratePerHour: Decimal
  /** Dollars of loading given by the caller; null: none was given. */
  loadingAmount: Decimal | null
  /** True when the caller named the rate: an employee's own hourly amount for this leave does not replace it. */
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
  /** What is left of a total limit; null: no total limit. */
  limitLeft: Decimal | null
  /** The total limit itself; absent: none. */
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

/** What the calculation of any pay starts from. */
export type CommonPayInput = PayLines & {
  /** Chooses the tables. */
  payDate: CivilDate
  payPeriod: PayPeriod
  periodEnd: CivilDate
  /** The employee's ordinary hourly rate. */
  ratePerHour: Decimal
  hoursPerDay: Decimal
  daysPerWeek: Decimal
}
