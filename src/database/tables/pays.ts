import type { ColumnType, Generated, Selectable } from 'kysely'
import type { LeaveBalanceLine } from '../../countries/contract/country.ts'
import type { FIGURES } from '../../countries/index.ts'
import type { COMMON_FIGURES, ColumnsOf } from '../../payroll/figures.ts'
import type { PayPeriod } from '../../payroll/pay-periods.ts'
import type { LeaveBalance, LeaveMovement } from '../../payroll/result.ts'
import type { LineKind } from '../../payroll/words.ts'
import type { DateColumn } from './date-column.ts'

export type PayStatus = 'pending' | 'processed'

export type PayRunsTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  pay_period: PayPeriod
  start_date: DateColumn
  end_date: DateColumn
  /** Null for the company's own cycle. */
  pay_calendar_id: Generated<number | null>
  created_at: Date
}

/** JSON that is written as text and read as a value. */
type Json<T> = ColumnType<T, string, string>

/** Figures that pays in every country have. */
type CommonColumn = keyof ColumnsOf<typeof COMMON_FIGURES>
type FigureColumns = ColumnsOf<(typeof FIGURES)['AU']> & ColumnsOf<(typeof FIGURES)['NZ']>

export type PaysTable = Omit<FigureColumns, CommonColumn> &
  Record<CommonColumn, string> & {
    id: Generated<number>
    customer_id: number
    company_id: number
    employee_id: number
    pay_run_id: number
    status: PayStatus
    processed_date: DateColumn
    pay_department: string | null
    /** The payroll officer's note on the payslip. */
    note: string | null
    is_workers_comp: Generated<boolean>
    is_termination: Generated<boolean>
    created_at: Date
    updated_at: Date
    /** The last change of terms recorded when the pay was made, or the draft calculated, or 0; null for pays from before it was stored. */
    last_terms_id: number | null

    /** Only `facts.read` of the country's rules parses it. */
    facts: Json<Record<string, unknown>>
    leave_balances: Json<LeaveBalanceRow[]>
    warnings: Json<string[]> | null

    /** A hash of the pay's reported figures; see `reported_pays`. */
    figures_hash: string | null
    /** The version of the rate tables; null for pays from before bundles had a version. */
    law_version: string | null

    /** The snapshots of the employee and the employer; null while the pay is a draft. */
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

/** A stage of a run that a user marked as done, for the figures at that time. */
export type RunMarksTable = {
  pay_run_id: number
  stage: 'reviewed' | 'payslips'
  customer_id: number
  company_id: number
  user_id: number | null
  figures: string
  marked_at: Date
}

/** The last user who changed the rows of a pay. */
export type PayEditorsTable = {
  pay_id: number
  customer_id: number
  user_id: number | null
  client_id: string | null
  changed_at: Date
  /** Who decided its figures since two people last approved it. Recorded while the account's rules ask for approvals. */
  author_ids: Generated<number[]>
}

export type PayRunRow = Selectable<PayRunsTable>
export type PayRow = Selectable<PaysTable>
export type PayLineRow = Selectable<PayLinesTable>
