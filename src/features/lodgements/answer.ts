import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import type { Submission } from '../../database/tables/reporting.ts'
import type { GatewayAnswer } from '../../ports/lodgement/gateway.ts'
import type { Service } from '../../service.ts'
import { recordLodged } from './events.ts'

export type FinalAnswer = Exclude<GatewayAnswer, { state: 'received' }>

/** Writes an authority's answer down: on the submission, on its payees and on its pays. A second answer changes nothing. */
export async function writeAnswer(
  service: Service,
  tx: Tx,
  submission: Submission,
  answer: FinalAnswer,
  now: Date,
): Promise<void> {
  const written = await tx
    .updateTable('submissions')
    .set({
      status: answer.state,
      receipt: answer.receipt,
      answer: JSON.stringify(answer.notes),
      sent_at: submission.sent_at ?? now,
      answered_at: now,
      leased_until: null,
      last_error: null,
    })
    .where('id', '=', submission.id)
    .where('status', 'in', ['queued', 'sent'])
    .returning('id')
    .executeTakeFirst()
  if (!written) return
  const refused = refusedPlaces(answer)
  await sql`
    update submission_payees set is_rejected = true where submission_id = ${submission.id}
      and (${refused === 'all'} or place = any(${refused === 'all' ? [] : refused}::int[]))`.execute(tx)
  if (refused === 'all' || refused.length > 0) await takeBack(tx, submission)
  if (submission.authority === 'ATO')
    await recordLodged(service, tx, submission.company_id, await showAnswer(tx, submission, now))
}

/** The documents that were refused: all of them, or those that the notes name. */
function refusedPlaces(answer: FinalAnswer): 'all' | number[] {
  if (answer.state === 'rejected') return 'all'
  if (answer.state === 'accepted') return []
  return [...new Set(answer.notes.flatMap(({ document }) => (document ? [document] : [])))]
}

/** What was refused is not lodged: its pays can be submitted again, its changes are due again, the replaced event stands. */
async function takeBack(tx: Tx, submission: Submission): Promise<void> {
  await sql`
    update submission_pays link set counts = false from submission_payees payee
    where link.submission_id = ${submission.id} and payee.submission_id = link.submission_id
      and payee.employee_id = link.employee_id and payee.is_rejected`.execute(tx)
  await sql`
    update pays set stp_needs_update = true from submission_pays link
    join submission_payees payee on payee.submission_id = link.submission_id and payee.employee_id = link.employee_id
    where link.submission_id = ${submission.id} and link.was_changed and payee.is_rejected
      and pays.id = link.pay_id`.execute(tx)
  if (submission.replaces_id !== null && submission.authority === 'ATO') {
    await sql`
      update submission_pays link set counts = true from submission_payees payee
      where link.submission_id = ${submission.replaces_id} and payee.submission_id = link.submission_id
        and payee.employee_id = link.employee_id and not payee.is_rejected
        and not exists (select 1 from submission_pays other where other.pay_id = link.pay_id and other.counts)`.execute(
      tx,
    )
  }
}

/** A pay shows the answer of the last submission that holds it. */
async function showAnswer(tx: Tx, submission: Submission, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update pays set stp_timestamp = ${now},
      stp_status = case when payee.is_rejected then 'rejected' else 'accepted' end
    from submission_pays link
    join submission_payees payee on payee.submission_id = link.submission_id and payee.employee_id = link.employee_id
    where link.submission_id = ${submission.id} and pays.id = link.pay_id
      and not exists (
        select 1 from submission_pays later
        where later.pay_id = link.pay_id and later.submission_id > ${submission.id})
    returning pays.id`.execute(tx)
  return rows.map((row) => row.id)
}
