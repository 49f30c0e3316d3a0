import type { Selectable } from 'kysely'

export const COMPANY_JOBS = ['draft', 'process', 'payslips', 'import'] as const

/** The progress of a company's long-running job. */
export type CompanyJobsTable = {
  company_id: number
  job: (typeof COMPANY_JOBS)[number]
  /** 0 when the job has no run, or none that is visible to others yet. */
  pay_run_id: number
  customer_id: number
  done: number
  total: number
  updated_at: Date
}

export type CompanyJob = Selectable<CompanyJobsTable>
