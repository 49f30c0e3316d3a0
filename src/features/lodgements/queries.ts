import { type Insertable, sql } from 'kysely'
import type { Queryable, Tx } from '../../database/connect.ts'
import { isId } from '../../database/ids.ts'
import { insertRows } from '../../database/insert-rows.ts'
import type {
  Authority,
  GatewayBehaviour,
  GatewayName,
  Submission,
  SubmissionsTable,
} from '../../database/tables/reporting.ts'

export type SubmissionPay = { payId: number; employeeId: number; counts: boolean; wasChanged: boolean }
export type SubmissionPayee = { employeeId: number; amounts: Record<string, string> | null }

/** Stores a submission with its pays and payees. A pay that is lodged already breaks the index, and with it the request. */
export async function insertSubmission(
  tx: Tx,
  row: Insertable<SubmissionsTable>,
  pays: readonly SubmissionPay[],
  payees: readonly SubmissionPayee[],
): Promise<Submission> {
  const submission = await tx.insertInto('submissions').values(row).returningAll().executeTakeFirstOrThrow()
  await insertRows(
    tx,
    'submission_pays',
    [
      ['submission_id', 'int'],
      ['pay_id', 'int'],
      ['employee_id', 'int'],
      ['counts', 'bool'],
      ['was_changed', 'bool'],
    ],
    pays.map((pay) => [submission.id, pay.payId, pay.employeeId, pay.counts, pay.wasChanged]),
  )
  await insertRows(
    tx,
    'submission_payees',
    [
      ['submission_id', 'int'],
      ['employee_id', 'int'],
      ['place', 'int'],
      ['amounts', 'jsonb'],
    ],
    payees.map((payee, index) => [
      submission.id,
      payee.employeeId,
      index + 1,
      payee.amounts ? JSON.stringify(payee.amounts) : null,
    ]),
  )
  return submission
}

/** One submission of this company to this authority. */
export async function findSubmission(
  query: Queryable,
  companyId: number,
  authority: Authority,
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

export type ListedSubmission = Omit<Submission, 'document' | 'content' | 'details'>

const LISTED = [
  'id',
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
] as const satisfies readonly (keyof Submission)[]

/** The company's submissions to an authority, newest first, without what was sent. */
export function listSubmissions(
  query: Queryable,
  companyId: number,
  authority: Authority,
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

/** The pays show what happened to them last. */
export async function showOnPays(
  tx: Tx,
  submission: Pick<Submission, 'id' | 'kind'>,
  now: Date,
): Promise<void> {
  await sql`
    update pays set stp_status = 'queued', stp_service_action = ${submission.kind}, stp_timestamp = ${now},
      stp_needs_update = false
    from submission_pays link where link.submission_id = ${submission.id} and pays.id = link.pay_id`.execute(
    tx,
  )
}

/** Whose documents the notes of an answer are about. */
export async function employeesByPlace(
  query: Queryable,
  rows: readonly ListedSubmission[],
): Promise<Map<string, number>> {
  const named = rows.flatMap((row) =>
    row.authority === 'ATO' ? (row.answer ?? []).map(({ document }) => [row.id, document ?? 0] as const) : [],
  )
  if (named.length === 0) return new Map()
  const { rows: found } = await sql<{ submission_id: number; place: number; employee_id: number }>`
    select payee.submission_id, payee.place, payee.employee_id
    from unnest(${named.map(([id]) => id)}::int[], ${named.map(([, place]) => place)}::int[]) as wanted (id, place)
    join submission_payees payee on payee.submission_id = wanted.id and payee.place = wanted.place`.execute(
    query,
  )
  return new Map(found.map((row) => [`${row.submission_id}/${row.place}`, row.employee_id]))
}

/** How the built-in gateways were told to behave. */
export async function loadGatewayBehaviours(query: Queryable) {
  const rows = await query.selectFrom('gateway_behaviours').selectAll().execute()
  return new Map(rows.map((row) => [row.gateway, row.behaviour]))
}

export async function storeGatewayBehaviour(
  query: Queryable,
  gateway: GatewayName,
  behaviour: GatewayBehaviour,
): Promise<void> {
  await query
    .insertInto('gateway_behaviours')
    .values({ gateway, behaviour })
    .onConflict((on) => on.column('gateway').doUpdateSet({ behaviour }))
    .execute()
}
