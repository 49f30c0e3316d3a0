import type { Company } from '../../../database/tables/companies.ts'
import type { CompanyJob } from '../../../database/tables/company-jobs.ts'
import { monotonicMs } from '../../../kernel/clock.ts'
import type { Service } from '../../../service.ts'
import { deleteJob, listJobs, saveJob } from './queries.ts'

/** Jobs with fewer rows finish before anyone could look. */
const LEAST = 40
const EVERY_MS = 200
/** A job that has reported nothing for this long has ended without closing its progress. */
const SILENT_MS = 30_000

export type Progress = { tell(done: number, total: number): void; close(): Promise<void> }

/**
 * Publishes the progress of a company's job outside the job's own transaction, which is invisible until it
 * commits. The job never waits for this. An update that cannot be written at once is dropped.
 */
export function openProgress(
  service: Service,
  company: Company,
  job: CompanyJob['job'],
  runId: number | null = null,
): Progress {
  const key = { company_id: company.id, job, pay_run_id: runId ?? 0 }
  let writing: Promise<void> | null = null
  let lastMs = 0
  let isReported = false
  return {
    tell(done, total) {
      if (total < LEAST || writing || monotonicMs() - lastMs < EVERY_MS) return
      lastMs = monotonicMs()
      isReported = true
      const row = { ...key, customer_id: company.customer_id, done, total }
      writing = saveJob(service.database.query, { ...row, updated_at: service.systemClock.now() })
        .catch(() => {})
        .finally(() => {
          writing = null
        })
    },
    /** Removes the progress after the job. */
    async close() {
      if (!isReported) return
      await writing
      await deleteJob(service.database.query, key).catch(() => {})
    },
  }
}

/** The long jobs of a company that are in progress. */
export function jobsUnderWay(service: Service, company: Company): Promise<CompanyJob[]> {
  const since = new Date(service.systemClock.now().getTime() - SILENT_MS)
  return listJobs(service.database.query, company.id, since)
}
