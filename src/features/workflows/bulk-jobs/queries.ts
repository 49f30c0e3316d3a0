import { sql } from 'kysely'
import { type CompanyScope, isInScope } from '../../../database/company-scope.ts'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { BulkJob, BulkOutcome, BulkRun, BulkState } from '../../../database/tables/bulk-jobs.ts'
import type { Company } from '../../../database/tables/companies.ts'

export type BulkCompany = Pick<
  Company,
  'id' | 'legal_name' | 'jurisdiction' | 'pay_cycle_anchor' | 'days_in_arrears'
>

/** The companies among these that are in scope and not deleted. */
export async function companiesInScope(
  query: Queryable,
  scope: CompanyScope,
  ids: readonly number[],
): Promise<BulkCompany[]> {
  const { rows } = await sql<BulkCompany>`
    select c.id, c.legal_name, c.jurisdiction, c.pay_cycle_anchor, c.days_in_arrears from companies c
    where c.id = any(${ids}::int8[]) and c.deleted_at is null and ${isInScope(scope, 'c', 'id')}`.execute(
    query,
  )
  return rows
}

export type NewRun = Pick<
  BulkRun,
  'company_id' | 'pay_period' | 'pay_calendar_id' | 'pay_run_id' | 'state' | 'outcomes'
> & { period_end_date: string | null; pay_date: string | null }

export async function insertJob(
  tx: Tx,
  job: Omit<BulkJob, 'id' | 'repeated_by'>,
  runs: readonly NewRun[],
  at: Date,
): Promise<number> {
  const { id } = await tx.insertInto('bulk_jobs').values(job).returning('id').executeTakeFirstOrThrow()
  await tx
    .insertInto('bulk_runs')
    .values(
      runs.map((run, place) => ({
        ...run,
        outcomes: JSON.stringify(run.outcomes),
        job_id: id,
        customer_id: job.customer_id,
        place,
        updated_at: at,
      })),
    )
    .execute()
  return id
}

export type JobRow = Pick<BulkJob, 'id' | 'steps' | 'started_by' | 'created_at'> & {
  name: string | null
  counts: Partial<Record<BulkState, number>>
}

/** Jobs with runs of companies in scope, newest first. The counts cover only these runs. */
export async function listJobs(query: Queryable, scope: CompanyScope, id?: number): Promise<JobRow[]> {
  const one = id === undefined ? sql`` : sql`and j.id = ${id}::int8`
  const { rows } = await sql<JobRow>`
    select j.id, j.steps, j.started_by, j.created_at, u.name, part.counts from bulk_jobs j
    join users u on u.id = j.started_by
    cross join lateral (select jsonb_object_agg(state, n) as counts from (
      select r.state, count(*)::int as n from bulk_runs r
      where r.job_id = j.id and ${isInScope(scope, 'r')} group by r.state) s) part
    where j.customer_id = ${scope.customerId} and part.counts is not null ${one}
    order by j.id desc limit 50`.execute(query)
  return rows
}

export type NamedRun = Pick<
  BulkRun,
  'id' | 'company_id' | 'pay_run_id' | 'period_end_date' | 'pay_date' | 'state' | 'outcomes'
> & { company: string }

export async function listRuns(
  query: Queryable,
  scope: CompanyScope,
  jobId: number,
  asked: { isOpen: boolean; after: number; limit: number },
): Promise<NamedRun[]> {
  const open = asked.isOpen ? sql`and r.state in ('needs-decision', 'failed', 'stopped')` : sql``
  const { rows } = await sql<NamedRun>`
    select r.id, r.company_id, c.legal_name as company, r.pay_run_id, r.period_end_date, r.pay_date, r.state, r.outcomes
    from bulk_runs r join companies c on c.id = r.company_id
    where r.job_id = ${jobId} and ${isInScope(scope, 'r')} and r.id > ${asked.after}::int8 ${open}
    order by r.id limit ${asked.limit}`.execute(query)
  return rows
}

/** Waiting runs of the job become `stopped`. */
export async function stopRuns(tx: Tx, scope: CompanyScope, jobId: number, at: Date): Promise<void> {
  await sql`
    with own as (${ownRuns(scope, jobId, ['waiting'])})
    update bulk_runs r set state = 'stopped', updated_at = ${at} where r.id in (select id from own)`.execute(
    tx,
  )
}

/** Unfinished runs wait again. Outcomes of completed steps stay. */
export async function waitAgain(tx: Tx, scope: CompanyScope, jobId: number, at: Date): Promise<void> {
  await sql`
    with own as (${ownRuns(scope, jobId, ['needs-decision', 'failed', 'stopped'])})
    update bulk_runs r set state = 'waiting', tries = 0, not_before = null, updated_at = ${at},
      outcomes = coalesce((select jsonb_agg(o) from jsonb_array_elements(r.outcomes) o
        where o ->> 'state' in ('done', 'not-needed')), '[]')
    where r.id in (select id from own)`.execute(tx)
}

/**
 * Records who repeats the job. It still acts for the person who started it, and uses today's figures, so the others are
 * preparers as well, until that person repeats it.
 */
export async function recordRepeat(tx: Tx, jobId: number, userId: number): Promise<void> {
  await sql`
    update bulk_jobs set repeated_by = case when started_by = ${userId} then '{}'
      else array_remove(repeated_by, ${userId}::int) || ${userId}::int end
    where id = ${jobId}`.execute(tx)
}

/** The ids of the job's runs, locked in one order, so that two calls for the same runs wait for each other. */
const ownRuns = (scope: CompanyScope, jobId: number, states: readonly BulkState[]) => sql`
  select r.id from bulk_runs r
  where r.job_id = ${jobId} and ${isInScope(scope, 'r')} and r.state = any(${[...states]}::text[]) order by r.id for update`

export type Claimed = BulkRun &
  Pick<BulkJob, 'steps' | 'grant_id' | 'scopes' | 'repeated_by'> & { jurisdiction: string }

/** Claims the next run: a waiting one, or one whose process died. Jobs alternate, by the run's position in its job. */
export async function claimRun(query: Queryable, now: Date, until: Date): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update bulk_runs r set state = 'under-way', claimed_until = ${until}, updated_at = ${now}
    from bulk_jobs j, companies c
    where j.id = r.job_id and c.id = r.company_id and r.id = (
      select id from bulk_runs where (state = 'waiting' and coalesce(not_before, ${now}) <= ${now})
        or (state = 'under-way' and claimed_until <= ${now})
      order by place, id limit 1 for update skip locked)
    returning r.*, j.steps, j.grant_id, j.scopes, j.repeated_by, c.jurisdiction`.execute(query)
  return rows[0]
}

/** Stores a run while this process's claim on it is unchanged. Returns false when another process has continued it. */
export async function saveRun(
  query: Queryable,
  { id, claimed_until: claimedUntil }: Pick<BulkRun, 'id' | 'claimed_until'>,
  run: Pick<BulkRun, 'state' | 'pay_run_id' | 'tries' | 'not_before' | 'claimed_until' | 'updated_at'> & {
    outcomes: readonly BulkOutcome[]
  },
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('bulk_runs')
    .set({ ...run, outcomes: JSON.stringify(run.outcomes) })
    .where('id', '=', id)
    .where('state', '=', 'under-way')
    .where('claimed_until', '=', claimedUntil)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
