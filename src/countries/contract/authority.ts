import type { CivilDate } from '../../kernel/values/dates.ts'
import type { Decimal } from '../../kernel/values/money.ts'
import type { Rates } from './rates.ts'

/** What an employer owes, by the word of the wire. */
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

/** What an authority checks about a company, as far as warnings beforehand look at it. */
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

/** The same for an employee. */
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

/** What the pays of one payday come to, for payments to the authority. */
export type PaydaySums = {
  pay_date: CivilDate
  tax: string
  deducted: string
  paye_and_esct: string
  /** What is deducted, by the word of the wire: paye, student_loan. */
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

/** The reports that an authority wants of each payday, and by when. */
export type PaydayReports = {
  event: ObligationKind
  correction: ObligationKind
  due(payDate: CivilDate, rates: Rates): CivilDate
  correctionDue(changedOn: CivilDate, rates: Rates): CivilDate
}

/** The tax office that an employer reports pays and pays tax to. */
export type Authority = {
  /** As stored with its messages, and on the wire. */
  code: string
  /** In a sentence: the tax office. */
  name: string
  /** How pays are reported, in a sentence: payday filing. */
  lodging: string
  /** The simulator and transport that carry its messages; null: messages leave by hand only. */
  gateway: 'stp' | 'payday' | null
  /** It holds year-to-date amounts of each payee, which a later message replaces; otherwise lines of each payday. */
  isYearToDate: boolean
  /** Whether the company takes part in reporting. */
  isReportedBy(company: Pick<ReportingCompany, 'is_stp_enabled' | 'is_payday_filing_enabled'>): boolean
  /** What to do about a pay below zero, if the authority takes no line below zero; null: it does. */
  belowZero: string | null
  /** Characters that it accepts in the description of an allowance. */
  descriptions: RegExp
  /** Warnings about what it would refuse. */
  companyAdvice(company: ReportingCompany): string[]
  employeeAdvice(employee: ReportedEmployee): string[]
  reports: PaydayReports
  /** What the employer does about a lodged pay that changed. */
  correction: { kind: 'update-event' | 'amendment'; message: string }
  /** How to reverse what was lodged under a wrong number, in a sentence: send an update event. */
  takingBack: string
  /** Days after the payday on which a report is not late yet, roughly: for counters, not for due dates. */
  daysToReport: number
  /** The withheld amounts that are due, by period. */
  payments: OfficePayments
  /** What else is deducted and paid to another office. */
  furtherPayments: readonly (OfficePayments & { office: string })[]
}

/** Payments to an office by period. */
export type OfficePayments = {
  kind: ObligationKind
  /** What the office may charge for a payment after its date, in a sentence. */
  lateCharge: string
  of(paydays: readonly PaydaySums[], rates: Rates, today: CivilDate): DuePayment[]
}
