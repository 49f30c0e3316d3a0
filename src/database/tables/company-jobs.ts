import type { Selectable } from 'kysely'

export const COMPANY_JOBS = ['draft', 'process', 'payslips', 'import'] as const

/** How far a long job of a company has come. */
export type CompanyJobsTable = {
  company_id: number
  job: (typeof COMPANY_JOBS)[number]
  /** 0: the job has no run, or none that others can see yet. */
  pay_run_id: number
  customer_id: number
  done: number
  total: number
  updated_at: Date
}

export type CompanyJob = Selectable<CompanyJobsTable>
