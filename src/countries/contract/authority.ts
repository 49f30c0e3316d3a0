import type { CivilDate } from '../../kernel/values/dates.ts'
import type { Decimal } from '../../kernel/values/money.ts'
import type { DeductionClass } from '../../payroll/words.ts'
import type { Rates } from './rates.ts'

/** The kinds of obligation that an employer has, by their API names. */
export const OBLIGATION_KINDS = [
  'stp-pay-event',
  'stp-update',
  'stp-finalisation',
  'super',
  'payg-withholding',
  'child-support',
  'payday-filing',
  'payday-amendment',
  'paye',
  'skipped-period',
] as const
export type ObligationKind = (typeof OBLIGATION_KINDS)[number]

/** The company fields that an authority validates and that our warnings check beforehand. */
export type ReportingCompany = {
  legal_name: string
  abn: string | null
  ird_number: string | null
  country: string | null
  postcode: string | null
  contact_name: string | null
  email_address: string | null
  phone: string | null
  is_stp_enabled: boolean | null
  is_payday_filing_enabled: boolean | null
}

/** The employee fields that an authority validates and that our warnings check beforehand. */
export type ReportedEmployee = {
  first_name: string | null
  middle_name: string | null
  last_name: string | null
  reporting_first_name?: string | null
  reporting_last_name?: string | null
  address1: string | null
  address2: string | null
  city: string | null
  state: string | null
  postcode: string | null
  country: string | null
  email_address: string | null
}

/** The totals of one payday, for payments to the authority. */
export type PaydaySums = {
  pay_date: CivilDate
  tax: string
  deducted: string
  paye_and_esct: string
  /** The deducted amounts by API name, for example `paye` and `student_loan`. */
  parts: Readonly<Record<string, string>>
}

/** An amount that is due to the authority for a period. */
export type DuePayment = {
  start: CivilDate
  end: CivilDate
  due: CivilDate
  amount: Decimal
  parts: Readonly<Record<string, Decimal>>
}

/** The reports that an authority requires for each payday, and their due dates. */
export type PaydayReports = {
  event: ObligationKind
  correction: ObligationKind
  due(payDate: CivilDate, rates: Rates): CivilDate
  correctionDue(changedOn: CivilDate, rates: Rates): CivilDate
}

/** The tax office that receives an employer's reports and tax payments. */
export type Authority = {
  /** The code in stored messages and in the API. */
  code: string
  /** The name as sentences use it, for example "the tax office". */
  name: string
  /** The reporting method as sentences use it, for example "payday filing". */
  lodging: string
  /** The simulator and transport that carry its messages. Null when messages can only be sent by hand. */
  gateway: 'stp' | 'payday' | null
  /**
   * True when it stores year-to-date amounts per payee, which a later message replaces. False when it stores lines per
   * payday.
   */
  isYearToDate: boolean
  /** Whether the company has turned reporting on. */
  isReportedBy(company: Pick<ReportingCompany, 'is_stp_enabled' | 'is_payday_filing_enabled'>): boolean
  /** The advice for a pay below zero, when the authority rejects negative lines. Null when it accepts them. */
  belowZero: string | null
  /** The characters that it accepts in the description of an allowance. */
  descriptions: RegExp
  /** Warnings about data that it would reject. */
  companyAdvice(company: ReportingCompany): string[]
  employeeAdvice(employee: ReportedEmployee): string[]
  reports: PaydayReports
  /** The employer's action when a lodged pay changes. */
  correction: { kind: 'update-event' | 'amendment'; message: string }
  /** How to reverse reports lodged under a wrong number, as a clause, for example "send an update event". */
  takingBack: string
  /** The further steps after the employer got another number, as sentences. */
  newNumberSteps: readonly string[]
  /** The approximate number of days after payday until a report is late. For counters, not for due dates. */
  daysToReport: number
  /** Payments of withheld amounts, by period. */
  payments: OfficePayments
  /** Payments of other deductions to other offices. */
  furtherPayments: readonly FurtherPayments[]
  /** The classes of deductions that the employer pays with `payments`, so they never have a payee. */
  deductionsWithTax: readonly DeductionClass[]
}

/** Payments to an office other than the tax office, of the deductions of these classes that have no payee. */
export type FurtherPayments = OfficePayments & { office: string; deductions: readonly DeductionClass[] }

export type OfficePayments = {
  kind: ObligationKind
  /** The charge for a late payment, as a sentence. */
  lateCharge: string
  /** A sentence if the due dates follow a rule that no one has checked. */
  dateNote?(rates: Rates, today: CivilDate): string | null
  of(paydays: readonly PaydaySums[], rates: Rates, today: CivilDate): DuePayment[]
}
