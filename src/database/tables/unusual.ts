import type { Generated } from 'kysely'

/** An anomaly that was reported to the owner. */
export type UnusualReportsTable = {
  id: Generated<number>
  customer_id: number
  /** Null when it is about the account. */
  company_id: number | null
  rule: string
  /** The subject, so that it is reported only once. */
  about: string
  pay_run_id: number | null
  employee_id: number | null
  reported_at: Date
}

/** Runs that a job has yet to check. */
export type RunChangesTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  pay_run_id: number
}
