import type { CivilDate, PayPeriod } from './dates.ts'
import type { Decimal } from './money.ts'

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
}

export type LeaveType =
  | 'ALT_HOLIDAY'
  | 'ANCILLARY'
  | 'ANNUAL_HOLIDAYS'
  | 'COMPASSIONATE'
  | 'EMPLOYER_FUNDED_PAID_PARENTAL'
  | 'HOLIDAY'
  | 'LONG_SERVICE'
  | 'NZ_ACC_WORKERS_COMP'
  | 'NZ_BEREAVEMENT'
  | 'NZ_DEFENCE_FORCE'
  | 'NZ_EMPLOYMENT_RELATIONS_EDUCATION'
  | 'NZ_FAMILY_VIOLENCE'
  | 'NZ_JURY_SERVICE'
  | 'NZ_TIME_OFF_TO_VOTE'
  | 'OTHER'
  | 'PAID_PARENTAL'
  | 'PAID_PUBLIC_HOLIDAY'
  | 'SICK'
  | 'UNPAID'
  | 'WORKERS_COMP'

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

export type AllowanceCategory = 'AD' | 'CD' | 'KN' | 'LD' | 'MD' | 'OD' | 'QN' | 'RD' | 'TD'

export type AllowanceLine = {
  description: string
  amountPerUnit: Decimal
  units: Decimal
  category: AllowanceCategory | null
  isTaxable: boolean
  isItemised: boolean
  isInSuper: boolean
}

export type AmountType = 'FIXED' | 'PERCENT_OF_GROSS' | 'PERCENT_OF_NET'

export type DeductionClass =
  | 'CHARITY'
  | 'CHILD_SUPPORT_DEDUCTION'
  | 'CHILD_SUPPORT_GARNISHEE'
  | 'NORMAL'
  | 'UNION_FEES'

/** For a percentage, `amount` is the percentage as a fraction (0.05 is 5%). */
export type DeductionLine = {
  description: string
  amountType: AmountType
  amount: Decimal
  limitPerPay: Decimal | null
  /** What is left of a total limit; null: no total limit. */
  limitLeft: Decimal | null
  classification: DeductionClass
  isInSuper: boolean
}

export type SacrificeLine = {
  description: string
  amountType: 'FIXED' | 'PERCENT_OF_GROSS'
  amount: Decimal
  limitPerPay: Decimal | null
  limitLeft: Decimal | null
  isInSuper: boolean
  isSuper: boolean
}

export type TaxMethod =
  | 'NORMAL_EARNINGS'
  | 'SPREAD_OVER_SPECIFIC_RANGE'
  | 'SPREAD_OVER_FINANCIAL_YEAR'
  | 'METHOD_A_WHOLE_YEAR'
  | 'METHOD_A_SPECIFIC_RANGE'
  | 'METHOD_B1'
  | 'METHOD_B2'

export type BonusLine = {
  description: string
  amount: Decimal
  taxMethod: TaxMethod
  startDate: CivilDate | null
  endDate: CivilDate | null
  isInSuper: boolean
  isDirectorsFees: boolean
  isReturnToWork: boolean
  isNzEss: boolean
  isNzEssCashSettled: boolean
  withholdPaye: boolean
  taxAsNzExtraPay: boolean
  isNzDiscretionary: boolean
}

export type StpCategory =
  | 'BONUS_COMMISSION_NON_DIRECTOR_S_FEES'
  | 'DIRECTOR_S_FEES'
  | 'GROSS'
  | `ITEMISED_ALLOWANCES${AllowanceCategory}`
  | 'LEAVEA'
  | 'LEAVEC'
  | 'LEAVEO'
  | 'LEAVEP'
  | 'LEAVEU'
  | 'LEAVEW'
  | 'OVERTIME'
  | 'UNCLASSIFIED'

export type BackPaymentLine = {
  description: string
  amount: Decimal
  stpCategory: StpCategory
  taxMethod: TaxMethod
  startDate: CivilDate | null
  endDate: CivilDate | null
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
