/*
 * The closed word lists that both countries share, each defined once. Types, schemas, sums and the options on screens are derived
 * from them. Lists for one country are in au/words.ts and nz/words.ts.
 */

/**
 * The code of a country: `jurisdiction` on the wire. An open type, because countries can be added to the registry. Check the
 * country object, not the code.
 */
export type Country = string

export const PAY_PERIODS = ['WEEKLY', 'FORTNIGHTLY', 'FOUR_WEEKLY', 'MONTHLY'] as const
export type PayPeriod = (typeof PAY_PERIODS)[number]

export const LEAVE_TYPES = [
  'ALT_HOLIDAY',
  'ANCILLARY',
  'ANNUAL_HOLIDAYS',
  'AU_CASHED_OUT_HOLIDAY',
  'AU_CASHED_OUT_LONG_SERVICE',
  'AU_CASHED_OUT_SICK',
  'AU_FAMILY_VIOLENCE',
  'COMPASSIONATE',
  'EMPLOYER_FUNDED_PAID_PARENTAL',
  'HOLIDAY',
  'LONG_SERVICE',
  'NZ_ACC_FIRST_WEEK',
  'NZ_ACC_LATER_WEEKS',
  'NZ_ACC_WORKERS_COMP',
  'NZ_ALT_HOLIDAY_EXCHANGED',
  'NZ_BEREAVEMENT',
  'NZ_CASHED_UP_HOLIDAYS',
  'NZ_CLOSEDOWN',
  'NZ_DEFENCE_FORCE',
  'NZ_EMPLOYMENT_RELATIONS_EDUCATION',
  'NZ_FAMILY_VIOLENCE',
  'NZ_JURY_SERVICE',
  'NZ_TIME_OFF_TO_VOTE',
  'NZ_UNPAID_BEREAVEMENT',
  'NZ_UNPAID_SICK',
  'OTHER',
  'PAID_PARENTAL',
  'PAID_PUBLIC_HOLIDAY',
  'SICK',
  'UNPAID',
  'WORKERS_COMP',
] as const
export type LeaveType = (typeof LEAVE_TYPES)[number]

const UNPAID_LEAVE: ReadonlySet<string> = new Set<LeaveType>([
  'UNPAID',
  'NZ_UNPAID_BEREAVEMENT',
  'NZ_UNPAID_SICK',
])

/** Leave that is never paid, even if a row has a rate. */
export const isUnpaidLeave = (leaveType: string): boolean => UNPAID_LEAVE.has(leaveType)

export const ALLOWANCE_CATEGORIES = ['AD', 'CD', 'KN', 'LD', 'MD', 'OD', 'QN', 'RD', 'TD'] as const
export type AllowanceCategory = (typeof ALLOWANCE_CATEGORIES)[number]

export const SACRIFICE_AMOUNT_TYPES = ['FIXED', 'PERCENT_OF_GROSS'] as const
export const AMOUNT_TYPES = [...SACRIFICE_AMOUNT_TYPES, 'PERCENT_OF_NET'] as const
export type SacrificeAmountType = (typeof SACRIFICE_AMOUNT_TYPES)[number]
export type AmountType = (typeof AMOUNT_TYPES)[number]

export const SACRIFICED_PAYMENTS = ['WAGES', 'BONUS', 'BACK_PAYMENT'] as const

export const DEDUCTION_CLASSES = [
  'CHARITY',
  'CHILD_SUPPORT_DEDUCTION',
  'CHILD_SUPPORT_GARNISHEE',
  'NORMAL',
  'NZ_ATTACHMENT_ORDER',
  'NZ_FINES',
  'NZ_IR_ARREARS',
  'NZ_MSD',
  'UNION_FEES',
] as const
export type DeductionClass = (typeof DEDUCTION_CLASSES)[number]

export const TAX_METHODS = [
  'NORMAL_EARNINGS',
  'SPREAD_OVER_SPECIFIC_RANGE',
  'SPREAD_OVER_FINANCIAL_YEAR',
  'METHOD_A_WHOLE_YEAR',
  'METHOD_A_SPECIFIC_RANGE',
  'METHOD_B1',
  'METHOD_B2',
] as const
export type TaxMethod = (typeof TAX_METHODS)[number]

const ITEMISED = ALLOWANCE_CATEGORIES.map((category) => `ITEMISED_ALLOWANCES${category}` as const)
export const STP_CATEGORIES = [
  'BONUS_COMMISSION_NON_DIRECTOR_S_FEES',
  'DIRECTOR_S_FEES',
  'GROSS',
  ...ITEMISED,
  'LEAVEA',
  'LEAVEC',
  'LEAVEO',
  'LEAVEP',
  'LEAVEU',
  'LEAVEW',
  'OVERTIME',
  'UNCLASSIFIED',
] as const
export type StpCategory = (typeof STP_CATEGORIES)[number]

export const PAY_METHODS = ['CASH', 'DIRECT BANK ENTRY', 'OTHER'] as const
export type PayMethod = (typeof PAY_METHODS)[number]

export const GENDERS = ['MALE', 'FEMALE', 'INDETERMINATE', 'UNKNOWN'] as const
export type Gender = (typeof GENDERS)[number]

export const EMPLOYMENT_STATUSES = ['Full-time', 'Part-time', 'Casual', 'Labour Hire'] as const

/** The kinds of pay lines. */
const LINE_KINDS = ['hours', 'leave', 'allowance', 'deduction', 'bonus', 'sacrifice', 'back-payment'] as const
export type LineKind = (typeof LINE_KINDS)[number]
