import type { ColumnType, Generated, Selectable } from 'kysely'
import type { NullableDateColumn } from './date-column.ts'

/** In execution order. */
export const BULK_STEPS = ['draft', 'check', 'process', 'lodge', 'pay', 'payslips'] as const
export type BulkStep = (typeof BULK_STEPS)[number]

export const BULK_STATES = ['waiting', 'under-way', 'done', 'needs-decision', 'failed', 'stopped'] as const
export type BulkState = (typeof BULK_STATES)[number]

/** The outcome of one step of one run. */
export type BulkOutcome = {
  step: BulkStep
  state: 'done' | 'not-needed' | 'needs-decision' | 'failed'
  message: string
  approval_id?: number
  submission_id?: number
  file_id?: number
}

export type BulkJobsTable = {
  id: Generated<number>
  customer_id: number
  steps: BulkStep[]
  started_by: number
  client_id: string
  grant_id: number
  scopes: string[]
  /** The other people who repeated it since the person who started it last did. */
  repeated_by: Generated<number[]>
  created_at: Date
}
export type BulkJob = Selectable<BulkJobsTable>

export type BulkRunsTable = {
  id: Generated<number>
  job_id: number
  place: number
  customer_id: number
  company_id: number
  pay_period: string | null
  pay_calendar_id: number | null
  period_end_date: NullableDateColumn
  pay_date: NullableDateColumn
  pay_run_id: number | null
  state: BulkState
  outcomes: ColumnType<BulkOutcome[], string, string>
  tries: Generated<number>
  not_before: Date | null
  claimed_until: Date | null
  updated_at: Date
}
export type BulkRun = Selectable<BulkRunsTable>
