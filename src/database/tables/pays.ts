import type { ColumnType, Generated, Selectable } from 'kysely'
import type { LeaveBalanceLine } from '../../countries/country.ts'
import type { PayPeriod } from '../../payroll/pay-periods.ts'
import type { LeaveBalance, LeaveMovement } from '../../payroll/result.ts'
import type { LineKind } from '../../payroll/words.ts'
import type { DateColumn, NullableDateColumn } from './date-column.ts'

export type PayStatus = 'pending' | 'processed'

export type PayRunsTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  pay_period: PayPeriod
  start_date: DateColumn
  end_date: DateColumn
  /** Null: the company's own cycle. */
  pay_calendar_id: Generated<number | null>
  created_at: Date
}

/** JSON that is written as text and read as a value. */
type Json<T> = ColumnType<T, string, string>

export type PaysTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  employee_id: number
  pay_run_id: number
  status: PayStatus
  processed_date: DateColumn
  pay_department: string | null
  /** The payroll officer's sentence on the payslip. */
  note: string | null
  is_workers_comp: Generated<boolean>
  is_termination: Generated<boolean>
  created_at: Date
  updated_at: Date

  gross: string
  tax: string
  net: string
  deductions: string
  workers_compensation: string

  super: string | null
  compulsory_super: string | null
  resc_super: string | null
  sacrificed_super: string | null
  super_base: string | null
  super_base_counted: string | null
  super_due_date: NullableDateColumn
  taxable_gross: string | null
  period_taxable: string | null
  period_tax: string | null
  extras: string | null
  extra_tax: string | null
  extra_study_loan: string | null
  method_b2_amount: string | null
  method_b2_tax: string | null
  method_b2_study_loan: string | null
  tax_carried: string | null
  /** Leave of later periods: their ends, earnings and tax. */
  advances: string | null
  termination_tax: string | null
  /** Read by `readReporting` of payroll/au only. */
  reporting: Json<Record<string, unknown>> | null

  ordinary: string | null
  extra_pay: string | null
  paye: string | null
  paye_ordinary: string | null
  paye_extra_pay: string | null
  payroll_giving_credit: string | null
  nz_student_loan: string | null
  student_loan_cir: string | null
  student_loan_bor: string | null
  student_loan_base: string | null
  tax_plus_student_loan: string | null
  kiwisaver_employee: string | null
  kiwisaver_employer: string | null
  kiwisaver_esct: string | null
  kiwisaver_paye_gross_uplift: string | null
  kiwisaver_contribution_tax: string | null
  kiwisaver_employee_rate: string | null
  kiwisaver_employer_rate: string | null
  total_kiwisaver: string | null
  complying_fund_employer: string | null
  complying_fund_esct: string | null
  sacrificed_super_esct: string | null
  child_support: string | null
  child_support_code: string | null
  payroll_giving: string | null
  levy_liable: string | null
  hours_paid: string | null
  filed_gross: string | null
  not_liable_for_acc: string | null
  filed_ess: string | null
  low_rate_indicator: boolean | null
  holiday_gross_earnings: string | null
  irregular_earnings: string | null
  days_paid: string | null
  unpaid_leave_weeks: string | null
  holidays_in_advance: string | null
  tax_code: string | null
  annual_holidays_from: NullableDateColumn
  annual_weeks_earned: string | null
  sick_leave_from: NullableDateColumn
  sick_hours_earned: string | null
  is_leave_enabled: boolean | null
  last_day: string | null

  rate_per_hour: string | null
  hours_per_day: string | null
  days_per_week: string | null
  income_type: 'SAW' | 'WHM' | 'LAB' | null

  /** Read by `facts.read` of the country's rules only. */
  facts: Json<Record<string, unknown>>
  leave_balances: Json<LeaveBalanceRow[]>
  warnings: Json<string[]> | null

  /** Stands for what a report says of the pay; see `reported_pays`. */
  figures_hash: string | null

  /** What it remembers of the employee and of the employer; null while it waits as a draft. */
  snapshot_id: number | null
  employer_snapshot_id: number | null
}

export type LeaveBalanceRow = LeaveBalanceLine

export type PayLinesTable = {
  id: Generated<number>
  customer_id: number
  pay_id: number
  kind: LineKind
  description: string
  amount: string
  item_id: number | null
  template_id: number | null
  details: Json<Record<string, unknown>>
}

export type LeaveMovementsTable = {
  customer_id: number
  pay_id: number
  employee_id: number
  balance: LeaveBalance
  kind: LeaveMovement['kind']
  amount: string
}

export type TerminationsTable = {
  id: Generated<number>
  customer_id: number
  pay_id: number
  employee_id: number
  company_id: number
  termination_date: DateColumn
  request: Json<Record<string, unknown>>
  result: Json<Record<string, unknown>>
  created_at: Date
}

export type IdempotencyKeysTable = {
  customer_id: number
  scope: string
  key: string
  endpoint: string
  payload_hash: Buffer
  status: number | null
  response: Buffer | null
  created_at: Date
}

/** A stage of a run that somebody declared done, for the figures it had then. */
export type RunMarksTable = {
  pay_run_id: number
  stage: 'reviewed' | 'payslips'
  customer_id: number
  company_id: number
  user_id: number | null
  figures: string
  marked_at: Date
}

/** Who changed the rows of a pay last. */
export type PayEditorsTable = {
  pay_id: number
  customer_id: number
  user_id: number | null
  client_id: string | null
  changed_at: Date
}

export type PayRunRow = Selectable<PayRunsTable>
export type PayRow = Selectable<PaysTable>
export type PayLineRow = Selectable<PayLinesTable>
