import type { CivilDate } from '../../kernel/values/dates.ts'
import type { Decimal } from '../../kernel/values/money.ts'
import type { EndedService } from '../../payroll/employments.ts'
import type { Trace } from '../../payroll/trace.ts'
import type { Payslip, PayslipSection } from './document.ts'
import type { FinalPayslip } from './payslip.ts'
import type { Rates } from './rates.ts'

/** A request to end an employment, by API field names. */
export type FinalPayRequest = Readonly<Record<string, unknown>>

/** An employment that ends or may end. */
export type EndingService = {
  startDate: CivilDate
  lastDay: CivilDate
  dateOfBirth: CivilDate | null
  isCasual: boolean
  /** The employer's number of employees. Null when it is not known. */
  employeeCount: number | null
  state: string | null
  /** The reason, by its API name. */
  reason: string
  cessationTypeCode: string | null
  /** Employments that ended before this one began, oldest first. Long service may count them. */
  earlierService?: readonly EndedService[]
}

/** The weeks owed. Null when the facts are not enough to tell. */
type OwedWeeks = (service: EndingService, rates: Rates, trace: Trace) => Decimal | null
export type Entitlements = {
  notice: OwedWeeks
  redundancy: OwedWeeks
  longService: OwedWeeks
  /** What the reader has to know about the service that was counted. */
  warnings(service: EndingService, rates: Rates): string[]
}

export type FinalPayRules = {
  /** True when a final pay dated after today waits until that day. */
  isStagedWhenFuture: boolean
  /** True when further termination payments may follow the final pay. */
  hasFurtherPayments: boolean
  /** Whether the employment ended by death. Later payments then belong to the estate. */
  isDeath(request: FinalPayRequest): boolean
  /**
   * `own` lists fields that only this country has. `notice` lists fields that need paid notice, and `manual` those that
   * need manual leave amounts.
   */
  fields: { own: readonly string[]; notice: readonly string[]; manual: readonly string[] }
  /** Contradictions in the request, by field. They give a 422. */
  contradictions(request: FinalPayRequest): Iterable<readonly [field: string, sentence: string]>
  /** The reason why the request cannot be carried out. It gives a 400. */
  refusal(request: FinalPayRequest): string | undefined
  payslip: FinalPayslip
  /** The facts and sections of the termination statement. */
  statementFacts(result: Record<string, unknown>): Payslip['facts']
  statement(result: Record<string, unknown>): PayslipSection[]
  /** True when the employee gets a separate document that summarises termination payments. */
  hasPaymentSummary: boolean
  /**
   * The minimum that the law requires at the end of an employment, step by step. Null when the service does not calculate
   * it.
   */
  entitlements: Entitlements | null
  /** The year-to-date sums that a termination shows in addition to gross, tax and net. */
  yearFigures: readonly ('super' | 'student_loan' | 'kiwisaver_employee' | 'kiwisaver_employer')[]
}
