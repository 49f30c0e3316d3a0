import { type Insertable, sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'
import type { RunJobsTable } from '../../../database/tables/pays.ts'

export async function saveRunJob(query: Queryable, job: Insertable<RunJobsTable>): Promise<void> {
  await query
    .insertInto('run_jobs')
    .values(job)
    .onConflict((on) =>
      on.column('pay_run_id').doUpdateSet({ done: job.done, total: job.total, updated_at: job.updated_at }),
    )
    .execute()
}

export async function deleteRunJob(query: Queryable, runId: number): Promise<void> {
  await sql`delete from run_jobs where pay_run_id = ${runId}`.execute(query)
}
