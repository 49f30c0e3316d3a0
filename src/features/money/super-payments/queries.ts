import { sql } from 'kysely'
import { further, given } from '../../../database/conditions.ts'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { SuperFile } from '../../../database/tables/super-files.ts'
import { decimal } from '../../../kernel/values/money.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import { openParty } from '../../pays/snapshots/index.ts'

export type SuperFilter = {
  pay_run_id?: number
  pay_ids?: readonly number[]
  from_date?: string
  to_date?: string
}

/** A pay that owes super. If it was deleted after its super was sent, `id` stays and the figures are null. */
export type SuperPay = {
  id: number
  employee_id: number
  first_name: string | null
  last_name: string | null
  pay_run_id: number
  period_start: string
  period_end: string
  processed_date: string
  super_due_date: string | null
  compulsory_super: string | null
  resc_super: string | null
  sacrificed_super: string | null
  snapshot_id: number | null
  /** The snapshot that the open amount was redirected to. */
  redirect_id: number | null
  /** A contribution of this pay was returned, and the pay has not been redirected since. */
  returned_on: string | null
  return_reason: string | null
}

/** The processed pays that owe super, and deleted pays whose super was paid. */
export async function loadSuperPays(
  query: Queryable,
  companyId: number,
  filter: SuperFilter,
): Promise<SuperPay[]> {
  if (filter.pay_run_id !== undefined && !isId(filter.pay_run_id)) return []
  const wanted = (date: string, pay: string) =>
    further([
      given(filter.pay_ids, (ids) => sql`${sql.ref(pay)} = any(${ids}::int[])`),
      given(filter.pay_run_id, (run) => sql`pay_run_id = ${run}::int`),
      given(filter.from_date, (from) => sql`${sql.ref(date)} >= ${from}::date`),
      given(filter.to_date, (to) => sql`${sql.ref(date)} <= ${to}::date`),
    ])
  const { rows } = await sql<SuperPay>`
    with sent as (
      select pay_id, min(employee_id) as employee_id, min(pay_run_id) as pay_run_id, min(pay_date) as pay_date
      from payment_lines where company_id = ${companyId} and kind = 'super' and is_living
        ${wanted('pay_date', 'pay_id')}
      group by pay_id
    ), owing as (
      select * from pays where company_id = ${companyId} and status = 'processed'
        and (super <> 0 or id in (select pay_id from sent))
        ${wanted('processed_date', 'id')}
    )
    select coalesce(owing.id, sent.pay_id) as id, coalesce(owing.employee_id, sent.employee_id) as employee_id,
      first_name, last_name, coalesce(owing.pay_run_id, sent.pay_run_id) as pay_run_id, run.start_date as period_start,
      run.end_date as period_end, coalesce(owing.processed_date, sent.pay_date) as processed_date, super_due_date,
      compulsory_super, resc_super, sacrificed_super, owing.snapshot_id, redirect.snapshot_id as redirect_id,
      case when redirect.created_at >= back.returned_at then null else back.returned_on end as returned_on, back.return_reason
    from owing full join sent on sent.pay_id = owing.id
    left join employees on employees.id = coalesce(owing.employee_id, sent.employee_id)
    join pay_runs run on run.id = coalesce(owing.pay_run_id, sent.pay_run_id)
    left join payment_redirects redirect on redirect.pay_id = owing.id and redirect.kind = 'super'
    left join lateral (
      select returned_on, return_reason, returned_at from payment_lines line
      where line.company_id = ${companyId} and line.pay_id = owing.id and line.kind = 'super' and line.returned_on is not null
      order by line.id desc limit 1) back on true
    order by 8, 1`.execute(query)
  return rows
}

export type SentSuper = {
  pay_id: number
  party: string
  amount: string
  sacrificed: string
  voluntary: string
  /** The newest file; null when settled by hand. */
  super_file_id: number | null
  /** The part of the amount in files that are not paid yet. */
  waiting: string
}

/** The amounts sent for these pays, by fund. */
export async function loadSent(
  query: Queryable,
  cipher: FieldCipher,
  payIds: readonly number[],
): Promise<SentSuper[]> {
  const { rows } = await sql<SentSuper>`
    select pay_id, party, sum(amount) as amount, sum(coalesce(sacrificed, 0)) as sacrificed,
      sum(coalesce(voluntary, 0)) as voluntary, max(super_file_id) as super_file_id,
      coalesce(sum(amount) filter (where super_file_id is not null and paid_on is null), 0) as waiting
    from payment_lines line left join super_files file on file.id = line.super_file_id
    where pay_id = any(${payIds}::int[]) and kind = 'super' and is_living group by pay_id, party`.execute(
    query,
  )
  const opened = rows.map((line) => ({ ...line, party: openParty(cipher, line.pay_id, line.party) }))
  // The same party is encrypted differently each time, so the database cannot add up its lines.
  const sums = new Map<string, SentSuper>()
  for (const line of opened) {
    const key = `${line.pay_id} ${line.party}`
    const had = sums.get(key)
    sums.set(key, had ? both(had, line) : line)
  }
  return [...sums.values()]
}

const both = (a: SentSuper, b: SentSuper): SentSuper => ({
  ...a,
  amount: added(a.amount, b.amount),
  sacrificed: added(a.sacrificed, b.sacrificed),
  voluntary: added(a.voluntary, b.voluntary),
  super_file_id: Math.max(a.super_file_id ?? 0, b.super_file_id ?? 0) || null,
  waiting: added(a.waiting, b.waiting),
})

const added = (a: string, b: string) => decimal(a).plus(decimal(b)).toFixed()

export async function findRun(
  query: Queryable,
  companyId: number,
  runId: number,
): Promise<{ id: number } | undefined> {
  if (!isId(runId)) return undefined
  return query
    .selectFrom('pay_runs')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', runId)
    .executeTakeFirst()
}

/** The funds with these USIs, from the registry. */
export async function loadRegistered(query: Queryable, usis: readonly string[]) {
  if (usis.length === 0) return new Map<string, { fund_name: string; abn: string | null }>()
  const rows = await query
    .selectFrom('fund_registry')
    .selectAll()
    .where('usi', 'in', [...usis])
    .execute()
  return new Map(rows.map((row) => [row.usi, row]))
}

export type ListedFile = Pick<SuperFile, (typeof LISTED)[number]>

export const LISTED = [
  'id',
  'company_id',
  'pay_run_id',
  'file_id',
  'total',
  'contribution_count',
  'created_at',
  'paid_on',
  'received_on',
  'cancelled_at',
  'transmission',
  'receipt',
  'answer_notes',
] as const satisfies readonly (keyof SuperFile)[]

export function listFiles(query: Queryable, companyId: number): Promise<ListedFile[]> {
  return query
    .selectFrom('super_files')
    .select(LISTED)
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .execute()
}

export async function findFile(
  query: Queryable,
  companyId: number,
  id: number,
): Promise<SuperFile | undefined> {
  if (!isId(id)) return undefined
  return query
    .selectFrom('super_files')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function changeFile(
  query: Queryable,
  id: number,
  change: { paid_on?: string | null; received_on?: string | null; cancelled_at?: Date },
): Promise<ListedFile> {
  return query
    .updateTable('super_files')
    .set(change)
    .where('id', '=', id)
    .returning(LISTED)
    .executeTakeFirstOrThrow()
}

type OpenLine = { id: string; pay_id: number; party: string }

async function linesOf(tx: Tx, cipher: FieldCipher, fileId: number): Promise<OpenLine[]> {
  const { rows } = await sql<OpenLine>`
    select id, pay_id, party from payment_lines where super_file_id = ${fileId} order by id`.execute(tx)
  return rows.map((line) => ({ ...line, party: openParty(cipher, line.pay_id, line.party) }))
}

/** Stores which line each row of a file pays, because a fund answers by row. */
export async function nameRows(
  tx: Tx,
  cipher: FieldCipher,
  fileId: number,
  rows: readonly { pay: { id: number }; party: string }[],
): Promise<void> {
  const lines = new Map(
    (await linesOf(tx, cipher, fileId)).map(({ id, pay_id, party }) => [`${pay_id} ${party}`, Number(id)]),
  )
  const named = rows.map(({ pay, party }) => [pay.id, lines.get(`${pay.id} ${party}`) ?? null])
  await sql`update super_files set row_lines = ${JSON.stringify(named)}::jsonb where id = ${fileId}`.execute(
    tx,
  )
}

/** The fund and membership of a row's line. */
export async function loadPartiesOfRows(
  tx: Tx,
  cipher: FieldCipher,
  fileId: number,
): Promise<Map<number | null, string>> {
  return new Map((await linesOf(tx, cipher, fileId)).map(({ id, party }) => [Number(id), party]))
}
