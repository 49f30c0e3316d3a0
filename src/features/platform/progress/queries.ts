import type { Queryable } from '../../../database/connect.ts'
import type { CompanyJob } from '../../../database/tables/company-jobs.ts'

export type JobKey = Pick<CompanyJob, 'company_id' | 'job' | 'pay_run_id'>

export async function saveJob(query: Queryable, job: CompanyJob): Promise<void> {
  await query
    .insertInto('company_jobs')
    .values(job)
    .onConflict((on) =>
      on
        .columns(['company_id', 'job', 'pay_run_id'])
        .doUpdateSet({ done: job.done, total: job.total, updated_at: job.updated_at }),
    )
    .execute()
}

export async function deleteJob(query: Queryable, { company_id, job, pay_run_id }: JobKey): Promise<void> {
  await query
    .deleteFrom('company_jobs')
    .where('company_id', '=', company_id)
    .where('job', '=', job)
    .where('pay_run_id', '=', pay_run_id)
    .execute()
}

export function listJobs(query: Queryable, companyId: number, since: Date): Promise<CompanyJob[]> {
  return query
    .selectFrom('company_jobs')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('updated_at', '>=', since)
    .orderBy('job')
    .orderBy('pay_run_id')
    .execute()
}
