import { type Insertable, sql } from 'kysely'
import { type Queryable, settleAll, type Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import { insertRows } from '../../../database/insert-rows.ts'
import { REPORTED } from '../../../database/reported-pays.ts'
import type {
  AnswerNote,
  AuthorityCode,
  HeldBack,
  PayeePart,
  Submission,
  SubmissionStatus,
  SubmissionsTable,
} from '../../../database/tables/reporting.ts'
import { formatName } from '../../../http/view.ts'

/** A pay in a message. */
export type SubmissionPay = {
  payId: number
  employeeId: number
  /** Whether this message lodges the pay. */
  counts: boolean
  /** The pay was lodged before, and this message reports its changes. */
  wasChanged: boolean
  /** Hash of the pay as the authority has it before and after the message; null when it has nothing. */
  before: string | null
  reportedHash: string | null
  /** The pay is part of the year to date, but the message is not about it. */
  isCarried: boolean
}
export type SubmissionPayee = {
  employeeId: number
  part: PayeePart
  amounts: Record<string, string> | null
  isFinal: boolean
}

/**
 * Stores a submission with its pays and payees. A pay that is already lodged violates the unique index, and
 * the request fails.
 */
export async function insertSubmission(
  tx: Tx,
  row: Insertable<SubmissionsTable>,
  pays: readonly SubmissionPay[],
  payees: readonly SubmissionPayee[],
): Promise<Submission> {
  const submission = await tx.insertInto('submissions').values(row).returningAll().executeTakeFirstOrThrow()
  await settleAll([
    insertRows(
      tx,
      'submission_pays',
      [
        ['customer_id', 'int'],
        ['submission_id', 'int'],
        ['pay_id', 'int'],
        ['employee_id', 'int'],
        ['counts', 'bool'],
        ['was_changed', 'bool'],
        ['before_hash', 'text'],
        ['told_hash', 'text'],
        ['gone_at', 'timestamptz'],
        ['is_carried', 'bool'],
      ],
      pays.map(({ payId, employeeId, counts, wasChanged, before, reportedHash, isCarried }) => [
        submission.customer_id,
        submission.id,
        payId,
        employeeId,
        counts,
        wasChanged,
        before,
        reportedHash,
        reportedHash === null ? submission.created_at.toISOString() : null,
        isCarried,
      ]),
    ),
    insertRows(
      tx,
      'submission_payees',
      [
        ['customer_id', 'int'],
        ['submission_id', 'int'],
        ['employee_id', 'int'],
        ['place', 'int'],
        ['amounts', 'jsonb'],
        ['part', 'text'],
        ['is_final', 'bool'],
      ],
      payees.map((payee, index) => [
        submission.customer_id,
        submission.id,
        payee.employeeId,
        index + 1,
        payee.amounts ? JSON.stringify(payee.amounts) : null,
        payee.part,
        payee.isFinal,
      ]),
    ),
  ])
  await sql`
    update submission_payees payee set identity_version = changed.id
    from (select employee_id, max(id) as id from identity_changes
      where employee_id = any(${payees.map((payee) => payee.employeeId)}::int[]) group by 1) changed
    where payee.submission_id = ${submission.id} and changed.employee_id = payee.employee_id`.execute(tx)
  return submission
}

/** One submission of this company to this authority, by id. */
export async function findSubmission(
  query: Queryable,
  companyId: number,
  authority: AuthorityCode,
  id: number,
): Promise<Submission | undefined> {
  if (!isId(id)) return undefined
  return query
    .selectFrom('submissions')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('authority', '=', authority)
    .where('id', '=', id)
    .executeTakeFirst()
}

export type ListedSubmission = Omit<
  Submission,
  'document' | 'content' | 'details' | 'forgotten_at' | 'planned_again_at'
>

const LISTED = [
  'id',
  'customer_id',
  'company_id',
  'authority',
  'kind',
  'status',
  'pay_date',
  'year',
  'due_date',
  'transaction_id',
  'message_id',
  'replaces_id',
  'is_final',
  'pay_count',
  'payee_count',
  'totals',
  'payload_hash',
  'transport',
  'held_back',
  'warnings',
  'attempts',
  'next_attempt_at',
  'leased_until',
  'last_error',
  'receipt',
  'answer',
  'created_by',
  'created_at',
  'sent_at',
  'answered_at',
  'failed_with_id',
  'identity_id',
] as const satisfies readonly (keyof Submission)[]

/** The company's submissions to an authority, newest first, without the documents that were sent. */
export function listSubmissions(
  query: Queryable,
  companyId: number,
  authority: AuthorityCode,
): Promise<ListedSubmission[]> {
  return query
    .selectFrom('submissions')
    .select(LISTED)
    .where('company_id', '=', companyId)
    .where('authority', '=', authority)
    .orderBy('id', 'desc')
    .execute()
}

/** The pays in a submission. */
export async function payIdsOf(query: Queryable, submissionId: number): Promise<number[]> {
  const rows = await query
    .selectFrom('submission_pays')
    .select('pay_id')
    .where('submission_id', '=', submissionId)
    .where('is_carried', '=', false)
    .orderBy('pay_id')
    .execute()
  return rows.map((row) => row.pay_id)
}

/** The submission that lodges each of these pays. */
export async function lodgedBy(query: Queryable, payIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ pay_id: number; submission_id: number }>`
    select pay_id, submission_id from submission_pays where counts and pay_id = any(${payIds}::int[])`.execute(
    query,
  )
  return new Map(rows.map((row) => [row.pay_id, row.submission_id]))
}

/**
 * Updates the status of the pays and marks them as reported. A pay that is reported but not lodged only shows
 * whether it has changed since. Returns the pays whose status changed.
 */
export async function showOnPays(
  tx: Tx,
  submission: Pick<Submission, 'id' | 'kind'>,
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into reported_pays (pay_id, customer_id, told_hash, stp_status, stp_service_action, stp_timestamp)
    select link.pay_id, link.customer_id, link.told_hash,
      case when link.is_carried then reported.stp_status else 'queued' end,
      case when link.is_carried then reported.stp_service_action else ${submission.kind} end,
      case when link.is_carried then reported.stp_timestamp else ${now}::timestamptz end
    from submission_pays link join pays on pays.id = link.pay_id ${REPORTED}
    where link.submission_id = ${submission.id}
      and (not link.is_carried or reported.told_hash is distinct from link.told_hash)
    on conflict (pay_id) do update set told_hash = excluded.told_hash, stp_status = excluded.stp_status,
      stp_service_action = excluded.stp_service_action, stp_timestamp = excluded.stp_timestamp
    returning pay_id as id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Returns these employees as held back, for reasons other than their own data. */
export async function nameHeldBack(
  query: Queryable,
  companyId: number,
  employeeIds: readonly number[],
): Promise<HeldBack[]> {
  if (employeeIds.length === 0) return []
  const rows = await query
    .selectFrom('employees')
    .select(['id', 'first_name', 'last_name'])
    .where('company_id', '=', companyId)
    .where('id', 'in', [...new Set(employeeIds)])
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ employee_id: row.id, employee: formatName(row), errors: [] }))
}

/** Makes a waiting message due at once. */
export async function sendNow(query: Queryable, submissionId: number, now: Date): Promise<void> {
  await query
    .updateTable('submissions')
    .set({ next_attempt_at: now })
    .where('id', '=', submissionId)
    .where('status', 'in', ['queued', 'sent'])
    .execute()
}

/** Closes a waiting message, unless a sender has claimed it. A withdrawn message was never sent. */
export async function closeSubmission(
  query: Queryable,
  row: Submission,
  end: { status: SubmissionStatus; receipt: string | null; notes: readonly AnswerNote[] },
  now: Date,
): Promise<boolean> {
  const closed = await query
    .updateTable('submissions')
    .set({
      status: end.status,
      receipt: end.receipt,
      answer: JSON.stringify(end.notes),
      sent_at: end.status === 'withdrawn' ? row.sent_at : (row.sent_at ?? now),
      answered_at: now,
      leased_until: null,
      last_error: null,
    })
    .where('id', '=', row.id)
    .where('status', '=', 'queued')
    .where((where) => where.or([where('leased_until', 'is', null), where('leased_until', '<', now)]))
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}
