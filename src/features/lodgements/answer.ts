import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import type { Submission } from '../../database/tables/reporting.ts'
import type { GatewayAnswer } from '../../ports/lodgement/gateway.ts'
import type { Service } from '../../service.ts'
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
  await sql`
    update submission_payees set is_rejected = true where submission_id = ${submission.id}
      and (${refused === 'all'} or place = any(${refused === 'all' ? [] : refused}::int[]))`.execute(tx)
  const changed = refused === 'all' || refused.length > 0 ? await takeBack(tx, submission) : []
  const answered = await showAnswer(tx, submission, now)
  await recordLodged(service, tx, submission.company_id, [...new Set([...changed, ...answered])])
}

/** The documents that were refused: all of them, or those that the notes name. */
function refusedPlaces(answer: FinalAnswer): 'all' | number[] {
  if (answer.state === 'rejected') return 'all'
  if (answer.state === 'accepted') return []
  return [...new Set(answer.notes.flatMap(({ document }) => (document ? [document] : [])))]
}

/**
 * What was refused is not lodged: its pays can be submitted again, the authority has what it had before (and a later message
 * starts from there), the replaced event stands. Answers the pays of which the authority knows something else now.
 */
async function takeBack(tx: Tx, submission: Submission): Promise<number[]> {
  await sql`
    update submission_pays link set counts = false from submission_payees payee
    where link.submission_id = ${submission.id} and payee.submission_id = link.submission_id
      and payee.employee_id = link.employee_id and payee.is_rejected`.execute(tx)
  if (submission.authority === 'ATO') await handOn(tx, submission)
  const { rows } = await sql<{ id: number }>`
    update pays set told_hash = link.before_hash from submission_pays link
    join submission_payees payee on payee.submission_id = link.submission_id and payee.employee_id = link.employee_id
    where link.submission_id = ${submission.id} and payee.is_rejected and pays.id = link.pay_id
      and not exists (
        select from submission_pays later join submissions spoken on spoken.id = later.submission_id
        where later.pay_id = link.pay_id and later.submission_id > link.submission_id
          and spoken.status <> all(${REFUSED}::text[]))
    returning pays.id`.execute(tx)
  await sql`
    update submission_pays later set before_hash = link.before_hash from submission_pays link
    join submission_payees payee on payee.submission_id = link.submission_id and payee.employee_id = link.employee_id
    where link.submission_id = ${submission.id} and payee.is_rejected and later.pay_id = link.pay_id
      and later.submission_id > link.submission_id
      and later.before_hash is not distinct from link.told_hash`.execute(tx)
  if (submission.replaces_id !== null && submission.authority === 'ATO') {
    await sql`
      update submission_pays link set counts = true from submission_payees payee
      where link.submission_id = ${submission.replaces_id} and payee.submission_id = link.submission_id
        and payee.employee_id = link.employee_id and not payee.is_rejected
        and not exists (select 1 from submission_pays other where other.pay_id = link.pay_id and other.counts)`.execute(
      tx,
    )
  }
  return rows.map((row) => row.id)
}

/** A later message about the same payee and year says the refused pays, too: a year to date leaves nothing out. */
async function handOn(tx: Tx, submission: Submission): Promise<void> {
  await sql`
    insert into submission_pays (customer_id, submission_id, pay_id, employee_id, counts, before_hash, told_hash, gone_at, is_carried)
    select link.customer_id, later.id, link.pay_id, link.employee_id, false, link.before_hash, link.told_hash, link.gone_at, true
    from submission_pays link
    join submission_payees payee on payee.submission_id = link.submission_id and payee.employee_id = link.employee_id
      and payee.part = 'employee'
    cross join lateral (
      select spoken.id from submissions spoken
      join submission_payees own on own.submission_id = spoken.id and own.employee_id = link.employee_id
        and own.part = 'employee' and not own.is_rejected
      where spoken.id > link.submission_id and spoken.authority = 'ATO' and spoken.year = ${submission.year}
        and spoken.status <> all(${REFUSED}::text[])
      order by spoken.id limit 1) later
    where link.submission_id = ${submission.id} and payee.is_rejected
    on conflict do nothing`.execute(tx)
}

/** A pay shows the answer of the last submission that holds it. */
async function showAnswer(tx: Tx, submission: Submission, now: Date): Promise<number[]> {
  const isWithdrawn = submission.status === 'withdrawn'
  const { rows } = await sql<{ id: number }>`
    update pays set stp_timestamp = ${now},
      stp_status = case when refused.employee_id is null then 'accepted' when ${isWithdrawn} then lodged.word else 'rejected' end
    from submission_pays link
    left join (
      select distinct employee_id from submission_payees where submission_id = ${submission.id} and is_rejected) refused
      on refused.employee_id = link.employee_id
    -- What was withdrawn leaves a pay as the event that lodged it left it.
    left join lateral (
      select case when event.status = any(${TAKEN}::text[]) then 'accepted' else event.status end as word
      from submission_pays own join submissions event on event.id = own.submission_id
      where own.pay_id = link.pay_id and own.counts limit 1) lodged on true
    where link.submission_id = ${submission.id} and pays.id = link.pay_id
      and not link.is_carried
      and not exists (
        select 1 from submission_pays later
        where later.pay_id = link.pay_id and later.submission_id > ${submission.id} and not later.is_carried)
    returning pays.id`.execute(tx)
  return rows.map((row) => row.id)
}
