import { sql } from 'kysely'
import { countryOfAuthority } from '../../../countries/index.ts'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Submission } from '../../../database/tables/reporting.ts'
import { findTenantClock } from '../../../database/tenant-clock-filter.ts'
import { waitsFor } from './load-waits.ts'

/** Longer than any attempt takes, so a message has only one sender at a time. */
export const LEASE_MS = 60_000

/**
 * Claims one submission that is due, or the one with the given id. Messages of a company are sent in order. A
 * message is skipped while it waits for an earlier message or its answer, or while another process has
 * claimed it.
 */
export async function claimSubmission(
  query: Queryable,
  now: Date,
  id: number | null,
  sandboxId: number | null,
): Promise<Submission | undefined> {
  const isOfClock = await findTenantClock(query, 'payer.customer_id', sandboxId)
  const { rows } = await sql<Submission>`
    update submissions set attempts = attempts + 1, leased_until = ${new Date(now.getTime() + LEASE_MS)}
    where id = (
      select id from submissions due
      where status in ('queued', 'sent') and transport <> 'manual' and next_attempt_at <= ${now}
        and (leased_until is null or leased_until < ${now})
        and (${id}::int is null or id = ${id}::int)
        and exists (select 1 from companies payer where payer.id = due.company_id
          and ${isOfClock})
        and not exists (
          select 1 from submissions earlier where earlier.company_id = due.company_id
            and earlier.authority = due.authority and earlier.status = 'queued' and earlier.transport <> 'manual'
            and earlier.id < due.id)
        and (status = 'sent' or ${waitsFor('due')} is null)
      order by id limit 1 for update skip locked)
    returning *`.execute(query)
  return rows[0]
}

/**
 * Releases a submission that could not be sent. The attempt number stops a late sender from overwriting newer
 * state.
 */
export async function postpone(
  query: Queryable,
  claimed: Submission,
  nextAt: Date,
  error: string,
): Promise<void> {
  await query
    .updateTable('submissions')
    .set({ leased_until: null, next_attempt_at: nextAt, last_error: error })
    .where('id', '=', claimed.id)
    .where('attempts', '=', claimed.attempts)
    .where('status', 'in', ['queued', 'sent'])
    .execute()
}

/** The authority has received the message and will answer later. Returns the pays whose status changed. */
export async function markReceived(
  query: Queryable,
  claimed: Submission,
  now: Date,
  nextAt: Date,
): Promise<number[]> {
  await sql`
    update submissions set status = 'sent', sent_at = coalesce(sent_at, ${now}), leased_until = null,
      next_attempt_at = ${nextAt}, last_error = null
    where id = ${claimed.id} and status in ('queued', 'sent')`.execute(query)
  const { rows } = await sql<{ id: number }>`
    update reported_pays reported set stp_status = 'sent', stp_timestamp = ${now} from submission_pays link
    where link.submission_id = ${claimed.id} and reported.pay_id = link.pay_id and reported.stp_status = 'queued'
    returning reported.pay_id as id`.execute(query)
  return rows.map((row) => row.id)
}

/**
 * Withdraws the messages that were built on failed lines. Year-to-date messages repeat earlier figures in
 * full, so an earlier failure does not invalidate them.
 */
export async function failDependants(
  tx: Tx,
  failed: Submission,
  employeeIds: readonly number[],
  now: Date,
): Promise<Submission[]> {
  if (countryOfAuthority(failed.authority).authority.isYearToDate) return []
  const { rows } = await sql<Submission>`
    update submissions later set status = 'withdrawn', failed_with_id = ${failed.id}, answered_at = ${now}, leased_until = null,
      last_error = null
    where later.company_id = ${failed.company_id} and later.authority = ${failed.authority} and later.id > ${failed.id}
      and later.pay_date = ${failed.pay_date} and later.status = 'queued'
      and later.identity_id is not distinct from ${failed.identity_id}::int
      and exists (select from submission_payees payee where payee.submission_id = later.id
        and payee.employee_id = any(${employeeIds}::int[]))
    returning *`.execute(tx)
  return rows
}
