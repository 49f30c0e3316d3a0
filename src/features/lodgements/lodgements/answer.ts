import { sql } from 'kysely'
import { countryOfAuthority } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { PayeePart, Submission } from '../../../database/tables/reporting.ts'
import type { GatewayAnswer } from '../../../ports/lodgement/gateway.ts'
import type { Service } from '../../../service.ts'
import { recordLodged } from './events.ts'
import { REFUSED, TAKEN } from './load-ledger.ts'

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
  await writeOutcome(service, tx, submission, refusedPlaces(answer), now)
}

/** What follows from an outcome for payees and pays. */
export async function writeOutcome(
  service: Service,
  tx: Tx,
  submission: Submission,
  refused: 'all' | readonly number[],
  now: Date,
): Promise<void> {
  const payees = await refusePayees(tx, submission, refused)
  const employeeIds = [...new Set(payees.map((payee) => payee.employee_id))]
  if (refused === 'all' || refused.length > 0) {
    const own = payees.filter((payee) => payee.part === 'employee').map((payee) => payee.employee_id)
    await retract(tx, submission, employeeIds, own)
  }
  await recordLodged(service, tx, submission, await showAnswer(tx, submission, employeeIds, now))
}

type RefusedPayee = { employee_id: number; part: PayeePart }

async function refusePayees(
  tx: Tx,
  submission: Submission,
  refused: 'all' | readonly number[],
): Promise<RefusedPayee[]> {
  if (refused !== 'all' && refused.length === 0) return []
  const { rows } = await sql<RefusedPayee>`
    update submission_payees set is_rejected = true where submission_id = ${submission.id}
      and (${refused === 'all'} or place = any(${refused === 'all' ? [] : refused}::int[]))
    returning employee_id, part`.execute(tx)
  return rows
}

/** The documents that were refused: all of them, or those that the notes name. */
function refusedPlaces(answer: FinalAnswer): 'all' | number[] {
  if (answer.state === 'rejected') return 'all'
  if (answer.state === 'accepted') return []
  return [...new Set(answer.notes.flatMap(({ document }) => (document ? [document] : [])))]
}

/**
 * What was refused is not lodged: its pays can be submitted again, a later message starts from what the authority had before, the
 * replaced event stands. The employees come as numbers: the rows of a message are too new to be in the statistics of a join.
 */
async function retract(
  tx: Tx,
  submission: Submission,
  employeeIds: readonly number[],
  own: readonly number[],
): Promise<void> {
  await sql`
    update submission_pays set counts = false
    where submission_id = ${submission.id} and employee_id = any(${employeeIds}::int[])`.execute(tx)
  const { isYearToDate } = countryOfAuthority(submission.authority).authority
  if (isYearToDate) await handOn(tx, submission, own)
  await sql`
    update submission_pays later set before_hash = link.before_hash from submission_pays link
    where link.submission_id = ${submission.id} and link.employee_id = any(${employeeIds}::int[])
      and later.pay_id = link.pay_id and later.submission_id > link.submission_id
      and later.before_hash is not distinct from link.told_hash`.execute(tx)
  if (submission.replaces_id !== null && isYearToDate) {
    await sql`
      update submission_pays link set counts = true from submission_payees payee
      where link.submission_id = ${submission.replaces_id} and payee.submission_id = link.submission_id
        and payee.employee_id = link.employee_id and not payee.is_rejected
        and not exists (select 1 from submission_pays other where other.pay_id = link.pay_id and other.counts)`.execute(
      tx,
    )
  }
}

/** A later message about the same payee and year says the refused pays, too: a year to date leaves nothing out. */
async function handOn(tx: Tx, submission: Submission, employeeIds: readonly number[]): Promise<void> {
  await sql`
    insert into submission_pays (customer_id, submission_id, pay_id, employee_id, counts, before_hash, told_hash, gone_at, is_carried)
    select link.customer_id, later.id, link.pay_id, link.employee_id, false, link.before_hash, link.told_hash, link.gone_at, true
    from submission_pays link
    cross join lateral (
      select spoken.id from submissions spoken
      join submission_payees own on own.submission_id = spoken.id and own.employee_id = link.employee_id
        and own.part = 'employee' and not own.is_rejected
      where spoken.id > link.submission_id and spoken.authority = ${submission.authority} and spoken.year = ${submission.year}
        and spoken.status <> all(${REFUSED}::text[])
      order by spoken.id limit 1) later
    where link.submission_id = ${submission.id} and link.employee_id = any(${employeeIds}::int[])
    on conflict do nothing`.execute(tx)
}

/**
 * A pay shows the answer of the last submission that holds it. Of one that was refused the authority has what it had before, unless a
 * later message that it did not refuse tells it. Answers the pays that look different now.
 */
async function showAnswer(
  tx: Tx,
  submission: Submission,
  refused: readonly number[],
  now: Date,
): Promise<number[]> {
  const isWithdrawn = submission.status === 'withdrawn'
  const { rows } = await sql<{ id: number }>`
    with link as materialized (
      select own.pay_id, own.before_hash, own.employee_id = any(${refused}::int[]) as is_refused,
        not own.is_carried and not exists (
          select from submission_pays later
          where later.pay_id = own.pay_id and later.submission_id > own.submission_id and not later.is_carried) as is_last,
        own.employee_id = any(${refused}::int[]) and not exists (
          select from submission_pays later join submissions spoken on spoken.id = later.submission_id
          where later.pay_id = own.pay_id and later.submission_id > own.submission_id
            and spoken.status <> all(${REFUSED}::text[])) as is_taken_back
      from submission_pays own where own.submission_id = ${submission.id})
    update reported_pays reported set
      told_hash = case when is_taken_back then before_hash else told_hash end,
      stp_timestamp = case when is_last then ${now}::timestamptz else stp_timestamp end,
      stp_status = case
        when not is_last then stp_status
        when not is_refused then 'accepted'
        -- What was withdrawn leaves a pay as the event that lodged it left it.
        when ${isWithdrawn} then (
          select case when event.status = any(${TAKEN}::text[]) then 'accepted' else event.status end
          from submission_pays lodged join submissions event on event.id = lodged.submission_id
          where lodged.pay_id = reported.pay_id and lodged.counts limit 1)
        else 'rejected' end
    from link where reported.pay_id = link.pay_id and (is_last or is_taken_back)
    returning reported.pay_id as id`.execute(tx)
  return rows.map((row) => row.id)
}
