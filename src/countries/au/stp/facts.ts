import type { CivilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, ZERO } from '../../../kernel/values/money.ts'
import type { AllowanceCategory } from '../../../payroll/input.ts'
import type { PaidLeaveType } from '../law/input/result.ts'
import type { IncomeType } from '../law/input/tax-treatment.ts'

/** Whose amounts a payee's document contains: the employee's, or those of a death benefit. */
export type PayeePart = 'employee' | 'beneficiary'

/** The action that the tax office is asked to take on a document. */
export type ServiceAction = 'submit' | 'update'

/** The payer's totals for the pays in the event: W1 and W2 of the activity statement, and child support. */
export type PeriodTotals = {
  gross: Decimal
  withheld: Decimal
  garnishee: Decimal
  childSupport: Decimal
}

/** The codes of lump sums, in reporting order. */
export const LUMP_SUMS = ['R', 'T', 'B', 'D', 'E', 'W'] as const

/** One payee's income of one type, year to date. */
export type Income = {
  type: IncomeType
  gross: Decimal
  overtime: Decimal
  bonuses: Decimal
  directorsFees: Decimal
  paidLeave: Readonly<Partial<Record<PaidLeaveType, Decimal>>>
  allowances: readonly { code: AllowanceCategory; description: string | null; amount: Decimal }[]
  sacrificedToSuper: Decimal
  sacrificedToOther: Decimal
  lumpSums: readonly { code: (typeof LUMP_SUMS)[number]; year: string | null; amount: Decimal }[]
  etps: readonly { code: string; date: string; taxFree: Decimal; taxable: Decimal; withheld: Decimal }[]
  withheld: Decimal
  foreignTax: Decimal
  exemptForeignIncome: Decimal
}

export type DeductionCode = 'F' | 'W' | 'D' | 'G'
/** Reportable fringe benefits: X for an exempt employer, T for any other. */
export type FringeBenefitCode = 'X' | 'T'

/** The year-to-date data of a payee, without the personal details. */
export type PayeeYear = {
  incomes: readonly Income[]
  deductions: Readonly<Partial<Record<DeductionCode, Decimal>>>
  superLiability: Decimal
  /** Ordinary time earnings, or qualifying earnings from 1 July 2026. */
  superEarnings: Decimal
  reportableSuper: Decimal
  fringeBenefits: Readonly<Partial<Record<FringeBenefitCode, Decimal>>>
  /** The names of the amounts that the tax office holds. They are sent even when they are nil. */
  held?: ReadonlySet<string>
}

/** A year in which nothing was paid. */
export const EMPTY_YEAR: PayeeYear = {
  incomes: [],
  deductions: {},
  superLiability: ZERO,
  superEarnings: ZERO,
  reportableSuper: ZERO,
  fringeBenefits: {},
}

export function emptyIncome(type: IncomeType): Income {
  return {
    type,
    gross: ZERO,
    overtime: ZERO,
    bonuses: ZERO,
    directorsFees: ZERO,
    paidLeave: {},
    allowances: [],
    sacrificedToSuper: ZERO,
    sacrificedToOther: ZERO,
    lumpSums: [],
    etps: [],
    withheld: ZERO,
    foreignTax: ZERO,
    exemptForeignIncome: ZERO,
  }
}

export type Payee = {
  employeeId: number
  part: PayeePart
  name: string
  tfn: string | null
  abn: string | null
  payrollId: string
  /** The id that an earlier payroll system used for the same person. */
  previousPayrollId: string | null
  firstName: string | null
  middleName: string | null
  lastName: string
  dateOfBirth: string | null
  address1: string
  address2: string | null
  city: string
  state: string | null
  postcode: string | null
  country: string
  /** Null unless the employee agreed to reporting of the email address and phone number. */
  email: string | null
  phone: string | null
  startDate: string
  ended: { date: string; code: string | null } | null
  basis: string
  taxTreatment: string
  /** The annual tax offset claimed. Null when there is none. */
  taxOffset: Decimal | null
  /** A two-letter country code, for working holiday makers, inbound assignees and foreign employment. */
  nationality: string | null
  period: { start: string; end: string }
  isFinal: boolean
  year: PayeeYear
}

/** The registered agent or intermediary who lodges for the payer. */
export type Agent = {
  abn: string
  agentNumber: string | null
  name: string
  email: string | null
  phone: string
  declarer: string
}

/** The data that a pay event is built from. */
export type EventFacts = {
  action: ServiceAction
  isReplacement: boolean
  bmsId: string
  /** The id of the payroll system that reported before this one. */
  previousBmsId: string | null
  transactionId: string
  payer: {
    abn: string | null
    branch: string | null
    name: string
    contactName: string | null
    email: string | null
    phone: string | null
    postcode: string | null
    country: string | null
  }
  agent: Agent | null
  /** The signed-in user, who makes the declaration. */
  declarer: string
  payDate: CivilDate
  today: CivilDate
  now: Date
  /** Null unless the event is a pay event with payments. */
  totals: PeriodTotals | null
  payees: readonly Payee[]
}
