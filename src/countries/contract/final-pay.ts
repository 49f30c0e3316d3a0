import type { Payslip, PayslipSection } from './document.ts'
import type { FinalPayslip } from './payslip.ts'

/** The request to end an employment, by its wire names. */
export type FinalPayRequest = Readonly<Record<string, unknown>>

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
  /** The sums of the year that a termination shows beside gross, tax and net. */
  yearFigures: readonly ('super' | 'student_loan' | 'kiwisaver_employee' | 'kiwisaver_employer')[]
}
