import type { ColumnType, Generated, Selectable } from 'kysely'
import type { IncomeType } from '../../countries/au/law/input/tax-treatment.ts'
import type { PayeePart } from '../../countries/au/stp/facts.ts'
import type { DateColumn, NullableDateColumn } from './date-column.ts'
import type { NumberSums } from './number-sums.ts'
import type { SuperDue } from './super-due.ts'

export type { PayeePart }
/** The code of a country's authority. */
export type AuthorityCode = string
export type SubmissionKind = 'submit' | 'update' | 'full-file-replacement' | 'finalise' | 'amend'
export type SubmissionStatus =
  | 'queued'
  | 'sent'
  | 'accepted'
  | 'partial'
  | 'rejected'
  | 'lodged-by-hand'
  | 'withdrawn'
export type Transport = 'simulator' | 'manual' | 'https' | 'as4' | 'gateway-services'
export type GatewayBehaviour = 'accept' | 'reject' | 'delay' | 'down'
export type GatewayName = 'stp' | 'payday'
/** The simulators that store their messages. */
export type SimulatorName = GatewayName | 'super'

/** JSON that is written as text and read as a value. */
type Json<T> = ColumnType<T, string, string>

/**
 * One note of an authority's answer. `document` is 0 for the parent, n for the nth payee, and null for the
 * message as a whole.
 */
export type AnswerNote = { code: string; message: string; document: number | null }

/** A value that an authority would refuse, or that was left out for that reason. */
export type ReportFault = {
  employee_id: number | null
  employee: string | null
  field: string
  rule: string
  code: string
  message: string
}

/** An employee who was left out of a message. */
export type HeldBack = { employee_id: number; employee: string; errors: ReportFault[] }

export type SubmissionsTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  authority: AuthorityCode
  kind: SubmissionKind
  status: SubmissionStatus
  pay_date: DateColumn
  year: number
  due_date: DateColumn
  transaction_id: string
  message_id: string
  replaces_id: number | null
  is_final: Generated<boolean>
  pay_count: number
  payee_count: number
  totals: Json<Record<string, string>>
  /** Compressed and encrypted. */
  document: string
  content: string
  details: string | null
  payload_hash: Buffer
  transport: Transport
  held_back: Json<HeldBack[]>
  warnings: Json<ReportFault[]>
  attempts: Generated<number>
  next_attempt_at: Date
  leased_until: Date | null
  last_error: string | null
  receipt: string | null
  answer: Json<AnswerNote[]> | null
  created_by: number
  created_at: Date
  sent_at: Date | null
  answered_at: Date | null
  forgotten_at: Generated<Date | null>
  /** The failed message that this one was built on and withdrawn with. */
  failed_with_id: Generated<number | null>
  planned_again_at: Generated<Date | null>
  /** The company's former numbers that the message was sent under; null for the current ones. */
  identity_id: Generated<number | null>
}

/** Employer numbers that a company lodged under and no longer has. */
export type FormerIdentitiesTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  abn: string | null
  branch_number: string | null
  /** Encrypted. */
  ird_number: string | null
  /** Whether the numbers were a typing error. Reports lodged under wrong numbers are reversed. */
  is_wrong: boolean
  ended_at: Date
  /** The last message before the numbers ended; later ones under wrong numbers report nil. */
  last_submission_id: number | null
}

export type SubmissionPaysTable = {
  customer_id: number
  submission_id: number
  pay_id: number
  employee_id: number
  counts: boolean
  was_changed: Generated<boolean>
  /** Hash of the pay as the authority has it before and after the message; null when it has nothing. */
  before_hash: string | null
  told_hash: string | null
  is_carried: Generated<boolean>
  gone_at: Date | null
  /** The link before its numbers turned out to be wrong; null if they did not. */
  was_counted: Generated<boolean | null>
  was_told_hash: Generated<string | null>
  was_gone_at: Generated<Date | null>
}

/** The reported state of a pay, and the outcome. */
export type ReportedPaysTable = {
  pay_id: number
  customer_id: number
  /** A hash of the last reported figures. The pay's `figures_hash` is the hash of its current figures. */
  told_hash: string | null
  stp_status: string | null
  stp_service_action: string | null
  stp_timestamp: Date | null
}

export type SubmissionPayeesTable = {
  customer_id: number
  submission_id: number
  employee_id: number
  place: number
  amounts: Json<Record<string, string>> | null
  is_rejected: Generated<boolean>
  /** The authority's reason for rejecting the line. */
  reason: Generated<string | null>
  part: Generated<PayeePart>
  is_final: Generated<boolean>
  /** The id of the last identity change that the line includes. */
  identity_version: Generated<string>
}

/** The registered agent or intermediary who lodges for a payer. */
export type StpAgent = {
  abn: string
  agent_number: string | null
  name: string
  email_address: string | null
  phone: string
}

export type StpSystemsTable = {
  customer_id: number
  company_id: number
  bms_id: string
  ssid: string | null
  agent: ColumnType<StpAgent | null, string | null, string | null>
}

/** Amounts of one income type that are not in a pay. */
export type StpForeignIncome = { income_type: IncomeType; foreign_tax: string; exempt_foreign_income: string }

export type StpPayeeYearsTable = {
  employee_id: number
  customer_id: number
  company_id: number
  year: number
  fringe_benefits: string
  exempt_fringe_benefits: string
  incomes: Json<StpForeignIncome[]>
  updated_at: Date
}

export type StpPayeesTable = {
  customer_id: number
  employee_id: number
  country_of_nationality: string | null
  income_type: IncomeType | null
  updated_at: Date
}

export type StpBeneficiariesTable = {
  employee_id: number
  customer_id: number
  company_id: number
  last_name: string
  first_name: string | null
  date_of_birth: NullableDateColumn
  /** Encrypted. */
  tax_file_number: string | null
  address1: string
  address2: string | null
  city: string
  state: string | null
  postcode: string | null
  country: string
  updated_at: Date
}

export type PaydayLinesTable = {
  customer_id: number
  submission_id: number
  employee_id: number
  pay_run_id: number
  tax_code: string
  pay_date: DateColumn
  /** Encrypted. */
  line: string | null
  pay_ids: number[]
  /** The line's adjustment of an earlier period's PAYE. */
  prior_paye: string
}

export type PaydayDetailsTable = {
  customer_id: number
  submission_id: number
  employee_id: number
  start_date: DateColumn
  finish_date: NullableDateColumn
  /** The start date of the employee's record at the time; null if an earlier release reported it. */
  recorded_start: NullableDateColumn
}

export type GatewayMessagesTable = {
  message_id: string
  gateway: SimulatorName
  /** Encrypted; looked up by its keyed hash. */
  account: string
  account_hash: Buffer | null
  kind: string
  transaction_id: string
  received_at: Date
  times_received: Generated<number>
  answer: Json<Record<string, unknown>>
  answer_at: Date
}

export type GatewayBehavioursTable = { gateway: SimulatorName; behaviour: GatewayBehaviour }

/** The totals of a payday, cached for the list of obligations. */
export type PaydaysTable = {
  company_id: number
  customer_id: number
  pay_date: DateColumn
  pays: number
  done: number
  under_way: number
  missing: number[]
  changed: number[]
  changed_on: NullableDateColumn
  submission_id: number | null
  tax: string
  deducted: string
  paye_and_esct: string
  super: Json<SuperDue[]>
  parts: Json<Record<string, string>>
  /** The amounts by employer number, if a former one lodged pays of the day. */
  by_number: Json<NumberSums[]>
}

/** A payment to a tax office. */
export type OfficePaymentsTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  kind: string
  period_start: DateColumn
  period_end: DateColumn
  amount: string
  paid_on: DateColumn
  reference: string | null
  created_by: number | null
  created_at: Date
  cancelled_at: Generated<Date | null>
  /** The employer's former numbers that the payment was made under; null for the current ones. */
  identity_id: Generated<number | null>
  /** Recorded for a period of several numbers: it pays them in order. */
  is_for_any_number: Generated<boolean>
}

/** Paydays that have to be added up again. Triggers write these rows. */
export type PaydayChangesTable = {
  id: Generated<number>
  company_id: number
  customer_id: number
  pay_date: DateColumn
}

export type Submission = Selectable<SubmissionsTable>
