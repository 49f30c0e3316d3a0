import type { AllowanceCategory, Country, DeductionClass, LeaveType, TaxMethod } from '../api/types.ts'
import { words } from '../format.ts'

/* The choices of the forms, in words and in display order. A missing one is a compile error. */

const LEAVE: Readonly<Record<LeaveType, Country | 'both'>> = {
  HOLIDAY: 'AU',
  ANNUAL_HOLIDAYS: 'NZ',
  SICK: 'both',
  ALT_HOLIDAY: 'NZ',
  LONG_SERVICE: 'AU',
  COMPASSIONATE: 'AU',
  PAID_PUBLIC_HOLIDAY: 'both',
  PAID_PARENTAL: 'both',
  EMPLOYER_FUNDED_PAID_PARENTAL: 'AU',
  WORKERS_COMP: 'AU',
  ANCILLARY: 'AU',
  AU_CASHED_OUT_HOLIDAY: 'AU',
  AU_CASHED_OUT_LONG_SERVICE: 'AU',
  AU_CASHED_OUT_SICK: 'AU',
  AU_FAMILY_VIOLENCE: 'AU',
  NZ_CASHED_UP_HOLIDAYS: 'NZ',
  NZ_CLOSEDOWN: 'NZ',
  NZ_ALT_HOLIDAY_EXCHANGED: 'NZ',
  NZ_BEREAVEMENT: 'NZ',
  NZ_FAMILY_VIOLENCE: 'NZ',
  NZ_ACC_FIRST_WEEK: 'NZ',
  NZ_ACC_LATER_WEEKS: 'NZ',
  NZ_ACC_WORKERS_COMP: 'NZ',
  NZ_JURY_SERVICE: 'NZ',
  NZ_DEFENCE_FORCE: 'NZ',
  NZ_EMPLOYMENT_RELATIONS_EDUCATION: 'NZ',
  NZ_TIME_OFF_TO_VOTE: 'NZ',
  NZ_UNPAID_SICK: 'NZ',
  NZ_UNPAID_BEREAVEMENT: 'NZ',
  OTHER: 'both',
  UNPAID: 'both',
}

/** The leave types for companies of the country. */
export function leaveTypesOf(country: Country): string[] {
  return Object.entries(LEAVE).flatMap(([type, of]) => (of === country || of === 'both' ? [type] : []))
}

const LEAVE_NAMES: Partial<Record<LeaveType, string>> = {
  HOLIDAY: 'Annual leave',
  ANNUAL_HOLIDAYS: 'Annual holidays',
  SICK: 'Sick leave',
  ALT_HOLIDAY: 'Alternative holiday',
  LONG_SERVICE: 'Long service leave',
  COMPASSIONATE: 'Compassionate leave',
  PAID_PUBLIC_HOLIDAY: 'Public holiday',
  PAID_PARENTAL: 'Paid parental leave',
  EMPLOYER_FUNDED_PAID_PARENTAL: 'Parental leave, paid by the employer',
  WORKERS_COMP: 'Workers compensation',
  ANCILLARY: 'Jury and emergency leave',
  AU_CASHED_OUT_HOLIDAY: 'Annual leave cashed out',
  AU_CASHED_OUT_LONG_SERVICE: 'Long service leave cashed out',
  AU_CASHED_OUT_SICK: 'Sick leave cashed out',
  AU_FAMILY_VIOLENCE: 'Family and domestic violence leave',
  NZ_CASHED_UP_HOLIDAYS: 'Cashed-up holidays',
  NZ_CLOSEDOWN: 'Closedown',
  NZ_ALT_HOLIDAY_EXCHANGED: 'Alternative holiday exchanged',
  NZ_BEREAVEMENT: 'Bereavement leave',
  NZ_FAMILY_VIOLENCE: 'Family violence leave',
  NZ_ACC_FIRST_WEEK: 'ACC, first week',
  NZ_ACC_LATER_WEEKS: 'ACC, later weeks',
  NZ_ACC_WORKERS_COMP: 'ACC workers compensation',
  NZ_JURY_SERVICE: 'Jury service',
  NZ_DEFENCE_FORCE: 'Defence force leave',
  NZ_EMPLOYMENT_RELATIONS_EDUCATION: 'Employment relations education',
  NZ_TIME_OFF_TO_VOTE: 'Time off to vote',
  NZ_UNPAID_SICK: 'Unpaid sick leave',
  NZ_UNPAID_BEREAVEMENT: 'Unpaid bereavement leave',
  OTHER: 'Other leave',
  UNPAID: 'Unpaid leave',
}

/** The name of a leave type on screens and payslips. */
export function leaveName(type: string): string {
  return LEAVE_NAMES[type as LeaveType] ?? words(type)
}

/** Whether allowances of a category usually attract super: reimbursements and travel do not, rewards do. */
export const earnsSuper = (category: string): boolean => ['KN', 'QN', 'OD', ''].includes(category)

const ALLOWANCES: Readonly<Record<AllowanceCategory, string>> = {
  AD: 'Award transport (AD)',
  CD: 'Cents per kilometre (CD)',
  KN: 'Task (KN)',
  LD: 'Laundry (LD)',
  MD: 'Overtime meal (MD)',
  OD: 'Other (OD)',
  QN: 'Qualification (QN)',
  RD: 'Travel (RD)',
  TD: 'Tool (TD)',
}
/** The STP allowance categories in words. */
export const ALLOWANCE_CATEGORIES: Readonly<Record<string, string>> = ALLOWANCES

/** The kinds of back payments for reporting. */
export const BACK_PAYMENT_KINDS: Readonly<Record<string, string>> = {
  GROSS: 'Ordinary pay',
  OVERTIME: 'Overtime',
  BONUS_COMMISSION_NON_DIRECTOR_S_FEES: 'Bonus or commission',
  DIRECTOR_S_FEES: 'Directors’ fees',
  ...Object.fromEntries(Object.entries(ALLOWANCES).map(([code, name]) => [code, `Allowance: ${name}`])),
  LEAVEO: 'Leave',
}

const DEDUCTIONS: Readonly<Record<DeductionClass, Country | 'both'>> = {
  NORMAL: 'both',
  UNION_FEES: 'both',
  CHARITY: 'both',
  CHILD_SUPPORT_DEDUCTION: 'both',
  CHILD_SUPPORT_GARNISHEE: 'both',
  NZ_ATTACHMENT_ORDER: 'NZ',
  NZ_FINES: 'NZ',
  NZ_MSD: 'NZ',
  NZ_IR_ARREARS: 'NZ',
}

/** The deduction classes for companies of the country. */
export function deductionClassesOf(country: Country): string[] {
  return Object.entries(DEDUCTIONS).flatMap(([code, of]) => (of === country || of === 'both' ? [code] : []))
}

const DEDUCTION_NAMES: Readonly<Record<string, string>> = {
  NZ_ATTACHMENT_ORDER: 'Court attachment order',
  NZ_FINES: 'Fines (attachment order)',
  NZ_MSD: 'Ministry of Social Development',
  NZ_IR_ARREARS: 'Inland Revenue arrears',
}

export const deductionName = (code: string): string => DEDUCTION_NAMES[code] ?? words(code)

const METHODS: Readonly<Record<TaxMethod, { name: string; hasRange: boolean }>> = {
  NORMAL_EARNINGS: { name: 'As normal earnings', hasRange: false },
  METHOD_A_WHOLE_YEAR: { name: 'Method A, whole year', hasRange: false },
  METHOD_A_SPECIFIC_RANGE: { name: 'Method A, a range', hasRange: true },
  METHOD_B1: { name: 'Method B(i), a range', hasRange: true },
  METHOD_B2: { name: 'Method B(ii), whole year', hasRange: false },
  SPREAD_OVER_FINANCIAL_YEAR: { name: 'Spread over the year', hasRange: false },
  SPREAD_OVER_SPECIFIC_RANGE: { name: 'Spread over a range', hasRange: true },
}
export const TAX_METHODS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(METHODS).map(([method, { name }]) => [method, name]),
)
export const RANGE_METHODS: readonly string[] = Object.entries(METHODS).flatMap(([method, { hasRange }]) =>
  hasRange ? [method] : [],
)

const PERIODS = ['WEEKLY', 'FORTNIGHTLY', 'FOUR_WEEKLY', 'MONTHLY'] as const

/** The pay periods allowed in the country. */
export const payPeriodsOf = (isNz: boolean) => PERIODS.filter((period) => isNz || period !== 'FOUR_WEEKLY')

/** The same for a list of choices. */
export const payPeriodChoices = (isNz: boolean) =>
  payPeriodsOf(isNz).map((value) => ({ value, text: words(value) }))
