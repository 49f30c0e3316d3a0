import { sql } from 'kysely'
import { countryOfAuthority } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Submission } from '../../../database/tables/reporting.ts'
import { conflict } from '../../../kernel/problem.ts'
import { REFUSED } from './load-ledger.ts'
import { showOnPays } from './queries.ts'

/**
 * Reopens a message that a user withdrew but that did arrive: it waits for its answer again, with its pays and
 * adjustments. This reverses what `writeOutcome` did at the withdrawal.
 */
export async function reopenWithdrawn(tx: Tx, row: Submission, now: Date): Promise<Submission> {
  if (row.failed_with_id !== null)
    throw conflict(
      `This message was withdrawn because submission ${row.failed_with_id} failed. It was never sent.`,
    )
  const later = await findLater(tx, row)
  if (later !== undefined)
    throw conflict(
      `Submission ${later} reports the same employees again. Withdraw it first. If it was accepted, the authority already has these figures twice: correct them with the authority.`,
    )
  const reopened = await tx
    .updateTable('submissions')
    .set({ status: 'queued', answered_at: null, answer: null })
    .where('id', '=', row.id)
    .where('status', '=', 'withdrawn')
    .returningAll()
    .executeTakeFirstOrThrow()
  await sql`
    update submission_payees set is_rejected = false, reason = null where submission_id = ${row.id}`.execute(
    tx,
  )
  await lodgePays(tx, row, now)
  await showOnPays(tx, row, now)
  return reopened
}

/** The first later message that reports one of these employees, in the same year or for the same payday. */
async function findLater(tx: Tx, row: Submission): Promise<number | undefined> {
  const { isYearToDate } = countryOfAuthority(row.authority).authority
  const { rows } = await sql<{ id: number }>`
    select later.id from submissions later
    where later.company_id = ${row.company_id} and later.authority = ${row.authority} and later.id > ${row.id}
      and later.year = ${row.year} and (${isYearToDate} or later.pay_date = ${row.pay_date})
      and later.status <> all(${REFUSED}::text[])
      and exists (
        select from submission_payees own join submission_payees payee on payee.employee_id = own.employee_id
        where own.submission_id = ${row.id} and payee.submission_id = later.id)
    order by later.id limit 1`.execute(tx)
  return rows[0]?.id
}

/**
 * The pays are lodged by this message again, not by the one it replaces. A pay that has since been deleted still has to
 * be reversed.
 */
async function lodgePays(tx: Tx, row: Submission, now: Date): Promise<void> {
  if (row.replaces_id !== null)
    await sql`
      update submission_pays before set counts = false from submission_pays own
      where own.submission_id = ${row.id} and before.submission_id = ${row.replaces_id}
        and before.employee_id = own.employee_id and before.counts`.execute(tx)
  await sql`
    update submission_pays link set
      counts = not link.is_carried and link.told_hash is not null and not exists (
        select from submission_pays other where other.pay_id = link.pay_id and other.counts),
      gone_at = case when link.told_hash is null or exists (select from pays where pays.id = link.pay_id)
        then link.gone_at else coalesce(link.gone_at, ${now}::timestamptz) end
    where link.submission_id = ${row.id}`.execute(tx)
}
