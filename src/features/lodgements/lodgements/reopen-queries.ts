import { sql } from 'kysely'
import { countryOfAuthority } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Submission } from '../../../database/tables/reporting.ts'
import { REFUSED } from './load-ledger.ts'

/** A withdrawn message waits for its answer again, and none of its lines is refused. */
export async function reopenSubmission(tx: Tx, id: number): Promise<Submission> {
  const reopened = await tx
    .updateTable('submissions')
    .set({ status: 'queued', answered_at: null, answer: null })
    .where('id', '=', id)
    .where('status', '=', 'withdrawn')
    .returningAll()
    .executeTakeFirstOrThrow()
  await sql`
    update submission_payees set is_rejected = false, reason = null where submission_id = ${id}`.execute(tx)
  return reopened
}

/** The first later message that reports one of these employees, in the same year or for the same payday. */
export async function findLaterReport(tx: Tx, row: Submission): Promise<number | undefined> {
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

/** The message lodges its pays again, and not the one that it replaces. A pay that was deleted since is still to be taken back. */
export async function lodgeAgain(tx: Tx, row: Submission, now: Date): Promise<void> {
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
