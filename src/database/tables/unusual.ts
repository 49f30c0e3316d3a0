import type { Generated } from 'kysely'

/** Something unusual that went to the owner. */
export type UnusualReportsTable = {
  id: Generated<number>
  customer_id: number
  /** Null: it is about the account. */
  company_id: number | null
  rule: string
  /** What it is about, so that it is reported once. */
  about: string
  pay_run_id: number | null
  employee_id: number | null
  reported_at: Date
}

/** Runs that a job has yet to look at. */
export type RunChangesTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  pay_run_id: number
}
