import { monotonicMs } from '../../clock.ts'
import type { Company } from '../../database/tables/companies.ts'
import type { Service } from '../../service.ts'
import { deleteRunJob, saveRunJob } from './store/run-jobs.ts'

/** Fewer pays are done before anybody could look. */
const LEAST_PAYS = 40
const EVERY_MS = 200

/**
 * Tells the others how far a job on a run has come, beside the job's own transaction, which nobody sees before its end. It
 * is never waited for while the job runs: what cannot be written at once is left out.
 */
export function openProgress(service: Service, company: Company, runId: number) {
  let writing: Promise<void> | null = null
  let lastMs = 0
  let isTold = false
  return {
    tell(done: number, total: number): void {
      if (total < LEAST_PAYS || writing || monotonicMs() - lastMs < EVERY_MS) return
      lastMs = monotonicMs()
      isTold = true
      const job = {
        pay_run_id: runId,
        customer_id: company.customer_id,
        company_id: company.id,
        job: 'process' as const,
        done,
        total,
        updated_at: service.systemClock.now(),
      }
      writing = saveRunJob(service.database.query, job)
        .catch(() => {})
        .finally(() => {
          writing = null
        })
    },
    /** After the job: nothing is under way any more. */
    async close(): Promise<void> {
      if (!isTold) return
      await writing
      await deleteRunJob(service.database.query, runId).catch(() => {})
    },
  }
}
