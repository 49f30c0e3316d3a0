import type { PaidLeaveType } from '../../payroll/au/result.ts'
import type { IncomeType } from '../../payroll/au/tax-treatment.ts'
import type { CivilDate } from '../../payroll/dates.ts'
import type { AllowanceCategory } from '../../payroll/input.ts'
import type { Decimal } from '../../payroll/money.ts'

/** What the tax office is asked to do with a document. */
export type ServiceAction = 'submit' | 'update'

/** The payer's totals of the pays in the event: W1 and W2 of the activity statement, and child support. */
export type PeriodTotals = {
  gross: Decimal
  withheld: Decimal
  garnishee: Decimal
  childSupport: Decimal
}

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
  lumpSums: readonly { code: 'R' | 'T' | 'B' | 'D' | 'E' | 'W'; year: string | null; amount: Decimal }[]
  etps: readonly { code: string; date: string; taxFree: Decimal; taxable: Decimal; withheld: Decimal }[]
  withheld: Decimal
}

/** Everything a payee is reported with beside the person, year to date. */
export type PayeeYear = {
  incomes: readonly Income[]
  deductions: Readonly<Partial<Record<DeductionCode, Decimal>>>
  superLiability: Decimal
  /** Ordinary time earnings, or qualifying earnings from 1 July 2026. */
  superEarnings: Decimal
  reportableSuper: Decimal
}

export type DeductionCode = 'F' | 'W' | 'D' | 'G'

export type Payee = {
  employeeId: number
  name: string
  tfn: string | null
  abn: string | null
  payrollId: string
  firstName: string
  middleName: string | null
  lastName: string
  dateOfBirth: string
  address1: string
  address2: string | null
  city: string
  state: string
  postcode: string
  country: string
  /** Null unless the employee agreed to have them reported. */
  email: string | null
  phone: string | null
  startDate: string
  ended: { date: string; code: string | null } | null
  basis: string
  taxTreatment: string
  /** Two letters; for working holiday makers. */
  nationality: string | null
  period: { start: string; end: string }
  isFinal: boolean
  year: PayeeYear
}

/** Everything a pay event is built from. */
export type EventFacts = {
  action: ServiceAction
  isReplacement: boolean
  bmsId: string
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
  /** Who declares: the signed-in user. */
  declarer: string
  payDate: CivilDate
  today: CivilDate
  now: Date
  /** Only a pay event that pays people has them. */
  totals: PeriodTotals | null
  payees: readonly Payee[]
}
