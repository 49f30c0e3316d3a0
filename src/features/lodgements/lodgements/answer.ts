import { sql } from 'kysely'
import { countryOfAuthority } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { AnswerNote, PayeePart, Submission } from '../../../database/tables/reporting.ts'
import type { GatewayAnswer } from '../../../ports/lodgement/gateway.ts'
import type { Service } from '../../../service.ts'
import { failDependants } from './claims.ts'
import { recordLodged } from './events.ts'
import { REFUSED, TAKEN } from './load-ledger.ts'

export type FinalAnswer = Exclude<GatewayAnswer, { state: 'received' }>

/** Records an authority's answer on the submission, its payees and its pays. A second answer changes nothing. */
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
  await writeOutcome(service, tx, submission, { places: refusedPlaces(answer), notes: answer.notes }, now)
}

/** The documents of a message that the authority refused, and its notes on them. */
export type Refusal = {
  places: 'all' | readonly number[]
  notes: readonly AnswerNote[]
  /**
   * Status shown on pays that no message lodges any more. A message withdrawn because another one failed
   * shows the outcome of that one.
   */
  unlodged?: 'rejected' | null
}

/** Applies an outcome to the payees, the pays and the messages that were built on this one. */
export async function writeOutcome(
  service: Service,
  tx: Tx,
  submission: Submission,
  refusal: Refusal,
  now: Date,
): Promise<void> {
  const { unlodged = submission.status === 'withdrawn' ? null : 'rejected' } = refusal
  const payees = await refusePayees(tx, submission, refusal)
  const employeeIds = [...new Set(payees.map((payee) => payee.employee_id))]
  if (employeeIds.length > 0) {
    const own = payees.filter((payee) => payee.part === 'employee').map((payee) => payee.employee_id)
    await retract(tx, submission, employeeIds, { own, isWhole: refusal.places === 'all' })
    for (const dependant of await failDependants(tx, submission, employeeIds, now))
      await writeOutcome(service, tx, dependant, { places: 'all', notes: [], unlodged }, now)
  }
  const shown = await showAnswer(tx, submission, { refused: employeeIds, unlodged }, now)
  await recordLodged(service, tx, submission, shown)
}

type RefusedPayee = { employee_id: number; part: PayeePart }

async function refusePayees(
  tx: Tx,
  submission: Submission,
  { places, notes }: Refusal,
): Promise<RefusedPayee[]> {
  const isWhole = places === 'all'
  if (!isWhole && places.length === 0) return []
  const said = notes.filter(({ document }) => document !== null || isWhole)
  const { rows } = await sql<RefusedPayee>`
    update submission_payees payee set is_rejected = true, reason = (
      select nullif(string_agg(note.message, ' '), '')
      from unnest(${said.map(({ document }) => document ?? 0)}::int[], ${said.map(({ message }) => message)}::text[])
        note (place, message)
      where note.place in (0, payee.place))
    where submission_id = ${submission.id} and (${isWhole} or place = any(${isWhole ? [] : places}::int[]))
    returning employee_id, part`.execute(tx)
  return rows
}

/** The refused documents: all of them, or those that the notes name. */
function refusedPlaces(answer: FinalAnswer): 'all' | number[] {
  if (answer.state === 'rejected') return 'all'
  if (answer.state === 'accepted') return []
  return [...new Set(answer.notes.flatMap(({ document }) => (document ? [document] : [])))]
}

/**
 * Refused lines are not lodged. Their pays can be submitted again, and a later message builds on what the
 * authority had before. If a replacement is refused as a whole, the replaced event stays as it was. If it is
 * refused for some payees only, the authority no longer holds anything for them. Employees are passed as ids
 * because a message's rows are too new for the planner's join statistics.
 */
async function retract(
  tx: Tx,
  submission: Submission,
  employeeIds: readonly number[],
  { own, isWhole }: { own: readonly number[]; isWhole: boolean },
): Promise<void> {
  const { isYearToDate } = countryOfAuthority(submission.authority).authority
  const isReplacement = submission.replaces_id !== null && isYearToDate
  await sql`
    update submission_pays set counts = false,
      before_hash = case when ${isReplacement && !isWhole} then null else before_hash end
    where submission_id = ${submission.id} and employee_id = any(${employeeIds}::int[])`.execute(tx)
  if (isYearToDate) await handOn(tx, submission, own)
  await sql`
    update submission_pays later set before_hash = link.before_hash from submission_pays link
    where link.submission_id = ${submission.id} and link.employee_id = any(${employeeIds}::int[])
      and later.pay_id = link.pay_id and later.submission_id > link.submission_id
      and later.before_hash is not distinct from link.told_hash`.execute(tx)
  if (isReplacement && isWhole) {
    await sql`
      update submission_pays link set counts = true from submission_payees payee
      where link.submission_id = ${submission.replaces_id} and payee.submission_id = link.submission_id
        and payee.employee_id = link.employee_id and not payee.is_rejected
        and not exists (select 1 from submission_pays other where other.pay_id = link.pay_id and other.counts)`.execute(
      tx,
    )
  }
}

/** A later message about the same payee and year also reports the refused pays, because a year to date is complete. */
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
 * A pay shows the answer to the last submission about it. If that one was refused, the pay shows the
 * submission that lodged it. `rejected` means that no message lodges the pay. A refused correction is due
 * again (`stp_needs_update`). For refused pays the authority keeps its earlier figures, unless a later
 * message that was not refused reports them. Returns the pays whose status changed.
 */
async function showAnswer(
  tx: Tx,
  submission: Submission,
  { refused, unlodged }: { refused: readonly number[]; unlodged: 'rejected' | null },
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with link as materialized (
      select own.pay_id, own.before_hash, own.employee_id = any(${refused}::int[]) as is_refused,
        not own.is_carried and not exists (
          select from submission_pays later
          where later.pay_id = own.pay_id and later.submission_id > own.submission_id and not later.is_carried) as is_last,
        own.employee_id = any(${refused}::int[]) and not exists (
          select from submission_pays later join submissions spoken on spoken.id = later.submission_id
          where later.pay_id = own.pay_id and later.submission_id > own.submission_id
            and spoken.status <> all(${REFUSED}::text[])) as is_taken_back,
        lodging.kind as lodged_by,
        case when lodging.status = any(${TAKEN}::text[]) then 'accepted' else lodging.status end as lodged_as
      from submission_pays own
      left join lateral (
        select event.kind, event.status from submission_pays lodged join submissions event on event.id = lodged.submission_id
        where lodged.pay_id = own.pay_id and lodged.counts limit 1) lodging on true
      where own.submission_id = ${submission.id})
    update reported_pays reported set
      told_hash = case when is_taken_back then before_hash else told_hash end,
      stp_timestamp = case when is_last then ${now}::timestamptz else stp_timestamp end,
      stp_status = case when not is_last then stp_status when not is_refused then 'accepted'
        else coalesce(link.lodged_as, ${unlodged}) end,
      stp_service_action = case when is_last and is_refused then coalesce(link.lodged_by, stp_service_action)
        else stp_service_action end
    from link where reported.pay_id = link.pay_id and (is_last or is_taken_back)
    returning reported.pay_id as id`.execute(tx)
  return rows.map((row) => row.id)
}
