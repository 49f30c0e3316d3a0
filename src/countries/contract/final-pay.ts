import type { CivilDate } from '../../kernel/values/dates.ts'
import type { Decimal } from '../../kernel/values/money.ts'
import type { Trace } from '../../payroll/trace.ts'
import type { Payslip, PayslipSection } from './document.ts'
import type { FinalPayslip } from './payslip.ts'
import type { Rates } from './rates.ts'

/** The request to end an employment, by its wire names. */
export type FinalPayRequest = Readonly<Record<string, unknown>>

/** An employment that ends, or may end. */
export type EndingService = {
  startDate: CivilDate
  lastDay: CivilDate
  dateOfBirth: CivilDate | null
  isCasual: boolean
  /** How many people the employer has; null: not known. */
  employeeCount: number | null
  state: string | null
  /** By its wire names. */
  reason: string
  cessationTypeCode: string | null
}

/** Weeks that are owed; null if the facts do not say. */
type OwedWeeks = (service: EndingService, rates: Rates, trace: Trace) => Decimal | null
export type Entitlements = { notice: OwedWeeks; redundancy: OwedWeeks; longService: OwedWeeks }

export type FinalPayRules = {
  /** A final pay that is dated after today waits until that day. */
  isStagedWhenFuture: boolean
  /** Payments for an ending may come in parts, after the final pay that ended the employment. */
  hasFurtherPayments: boolean
  /** The employment ended by death: what is paid later belongs to the estate. */
  isDeath(request: FinalPayRequest): boolean
  /** Fields that only this country has, that need notice to be paid, and that need manual leave amounts. */
  fields: { own: readonly string[]; notice: readonly string[]; manual: readonly string[] }
  /** What contradicts itself in the request: 422, by field. */
  contradictions(request: FinalPayRequest): Iterable<readonly [field: string, sentence: string]>
  /** Why the request cannot be carried out: 400. */
  refusal(request: FinalPayRequest): string | undefined
  payslip: FinalPayslip
  /** How the employment ended, in the termination statement, and the parts of the result. */
  statementFacts(result: Record<string, unknown>): Payslip['facts']
  statement(result: Record<string, unknown>): PayslipSection[]
  /** Termination payments are summed up for the employee in a document of their own. */
  hasPaymentSummary: boolean
  /** The least that the law owes at the end of an employment, step by step; null: nothing is worked out here. */
  entitlements: Entitlements | null
  /** The sums of the year that a termination shows beside gross, tax and net. */
  yearFigures: readonly ('super' | 'student_loan' | 'kiwisaver_employee' | 'kiwisaver_employer')[]
}
