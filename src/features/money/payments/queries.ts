import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import { insertRows } from '../../../database/insert-rows.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { PaymentFile, PaymentKind, Settlement } from '../../../database/tables/payments.ts'
import { present } from '../../../kernel/values/present.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import { openParty } from '../../pays/snapshots/index.ts'

/** A run of the company. A run of another company is not found. */
export async function findRun(query: Queryable, companyId: number, runId: number) {
  if (!isId(runId)) return undefined
  return query
    .selectFrom('pay_runs')
    .selectAll()
    .where('id', '=', runId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
}

/** The number of pays in the run, and how many are pending. */
export async function countRunPays(query: Queryable, runId: number) {
  const { rows } = await sql<{ all: number; pending: number }>`
    select count(*)::int as all, (count(*) filter (where status = 'pending'))::int as pending
    from pays where pay_run_id = ${runId}`.execute(query)
  return rows[0] ?? { all: 0, pending: 0 }
}

/** The ids that are not processed pays of the company and were never sent as such. */
export async function findUnknownPays(query: Queryable, companyId: number, ids: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::int[]) as wanted (id)
    where not exists (select from pays where pays.id = wanted.id and company_id = ${companyId} and status = 'processed')
      and not exists (select from payment_lines where pay_id = wanted.id and company_id = ${companyId})`.execute(
    query,
  )
  return rows.map((row) => row.id)
}

export type NewLine = {
  payId: number
  employeeId: number
  runId: number
  payDate: string
  kind: PaymentKind
  party: string
  amount: string
  sacrificed?: string
  voluntary?: string
}

export type Carrier = 'payment_file_id' | 'super_file_id' | 'settlement_id'

/** Stores the lines of a file or settlement: which pay, and how much of it. */
export async function insertLines(
  tx: Tx,
  company: Pick<Company, 'id' | 'customer_id'>,
  carrier: { column: Carrier; id: number },
  lines: readonly NewLine[],
): Promise<void> {
  await insertRows(
    tx,
    'payment_lines',
    [
      ['customer_id', 'int'],
      ['company_id', 'int'],
      ['pay_id', 'int'],
      ['employee_id', 'int'],
      ['pay_run_id', 'int'],
      ['pay_date', 'date'],
      ['kind', 'text'],
      ['party', 'text'],
      ['amount', 'numeric'],
      ['sacrificed', 'numeric'],
      ['voluntary', 'numeric'],
      [carrier.column, 'int'],
    ],
    lines.map((line) => [
      company.customer_id,
      company.id,
      line.payId,
      line.employeeId,
      line.runId,
      line.payDate,
      line.kind,
      line.party,
      line.amount,
      line.sacrificed,
      line.voluntary,
      carrier.id,
    ]),
  )
}

/** A cancelled file or settlement has no active lines: its items are open again. */
export async function endLines(tx: Tx, carrier: { column: Carrier; id: number }): Promise<void> {
  await sql`update payment_lines set is_living = false where ${sql.ref(carrier.column)} = ${carrier.id}`.execute(
    tx,
  )
}

/**
 * Lines of these items that are no longer active: returned, or in a cancelled file or a reversed settlement. The party of super
 * is encrypted, so super is matched by its pay.
 */
export async function loadSentBefore(
  tx: Tx,
  companyId: number,
  items: readonly { payId: number; kind: PaymentKind; party: string }[],
): Promise<{ name: string; amount: string; returned_on: string | null }[]> {
  const { rows } = await sql<{ name: string; amount: string; returned_on: string | null }>`
    select e.first_name || ' ' || e.last_name as name, sum(line.amount)::text as amount, max(returned_on)::text as returned_on
    from payment_lines line join employees e on e.id = line.employee_id
    where line.company_id = ${companyId} and not is_living and line.amount > 0
      and line.pay_id = any(${items.map(({ payId }) => payId)}::int[])
      and (line.pay_id, line.kind, case when line.kind = 'super' then '' else line.party end) in (
        select pay_id, kind, case when kind = 'super' then '' else party end from unnest(${items.map(({ payId }) => payId)}::int[], ${items.map(({ kind }) => kind)}::text[],
          ${items.map(({ party }) => party)}::text[]) item (pay_id, kind, party))
    group by e.id, line.returned_on is null order by sum(line.amount) desc, e.id`.execute(tx)
  return rows
}

export async function takeFileId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('payment_files_id_seq')::int as id`.execute(tx)
  return present(rows[0]).id
}

export function listFiles(
  query: Queryable,
  companyId: number,
  filter: { pay_run_id?: number; from_date?: string; to_date?: string },
): Promise<PaymentFile[]> {
  let select = query.selectFrom('payment_files').selectAll().where('company_id', '=', companyId)
  if (filter.pay_run_id !== undefined)
    select = select.where('pay_run_id', '=', isId(filter.pay_run_id) ? filter.pay_run_id : 0)
  if (filter.from_date) select = select.where('pay_date', '>=', filter.from_date)
  if (filter.to_date) select = select.where('pay_date', '<=', filter.to_date)
  return select.orderBy('id', 'desc').execute()
}

export async function findFile(
  query: Queryable,
  companyId: number,
  id: number,
  options: { lock?: boolean } = {},
): Promise<PaymentFile | undefined> {
  if (!isId(id)) return undefined
  let select = query
    .selectFrom('payment_files')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', companyId)
  if (options.lock) select = select.forUpdate()
  return select.executeTakeFirst()
}

/** The newest file that pays part of the run and was not cancelled. */
export async function findLastRunFile(query: Queryable, companyId: number, runId: number) {
  const { rows } = await sql<PaymentFile>`
    select * from payment_files file where company_id = ${companyId} and status <> 'cancelled'
      and exists (select from payment_lines line where line.payment_file_id = file.id and line.pay_run_id = ${runId})
    order by id desc limit 1`.execute(query)
  return rows[0]
}

/** The lines of a file for display. */
export async function loadFileLines(
  query: Queryable,
  cipher: FieldCipher,
  fileId: number,
  column: Exclude<Carrier, 'settlement_id'> = 'payment_file_id',
) {
  const { rows } = await sql<{
    pay_id: number
    employee_id: number
    first_name: string | null
    last_name: string | null
    pay_run_id: number
    kind: 'net' | 'payee' | 'super'
    party: string
    amount: string
    outcome: 'created' | 'accepted' | 'returned' | 'withdrawn'
    returned_on: string | null
    return_reason: string | null
  }>`
    select pay_id, employee_id, first_name, last_name, pay_run_id, kind, party, amount, outcome, returned_on, return_reason
    from paid_lines line left join employees on employees.id = employee_id
    where ${sql.ref(column)} = ${fileId} order by line.id`.execute(query)
  return rows.map((line) => ({ ...line, party: openParty(cipher, line.pay_id, line.party) }))
}

export async function insertSettlement(
  tx: Tx,
  row: Pick<
    Settlement,
    'customer_id' | 'company_id' | 'method' | 'settled_on' | 'reference' | 'created_by' | 'created_at'
  > &
    Partial<Pick<Settlement, 'agreed_on' | 'agreement'>>,
): Promise<number> {
  const { id } = await tx
    .insertInto('settlements')
    .values({ agreed_on: null, agreement: null, ...row, reversed_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type SettlementWithTotal = Settlement & { total: string; pay_ids: number[]; kinds: PaymentKind[] }

export async function listSettlements(
  query: Queryable,
  companyId: number,
  filter: { id?: number; from_date?: string; to_date?: string },
): Promise<SettlementWithTotal[]> {
  if (filter.id !== undefined && !isId(filter.id)) return []
  const { rows } = await sql<SettlementWithTotal>`
    select settlements.*, coalesce(sum(line.amount), 0) as total,
      coalesce(array_agg(distinct line.pay_id) filter (where line.pay_id is not null), '{}') as pay_ids,
      coalesce(array_agg(distinct line.kind) filter (where line.kind is not null), '{}') as kinds
    from settlements left join payment_lines line on line.settlement_id = settlements.id
    where settlements.company_id = ${companyId}
      and (${filter.id ?? null}::int is null or settlements.id = ${filter.id ?? null}::int)
      and (${filter.from_date ?? null}::date is null or settled_on >= ${filter.from_date ?? null}::date)
      and (${filter.to_date ?? null}::date is null or settled_on <= ${filter.to_date ?? null}::date)
    group by settlements.id order by settlements.id desc`.execute(query)
  return rows
}

/** A line of a file, with its recipient. */
export type CarriedLine = {
  id: string
  pay_id: number
  pay_run_id: number
  employee_id: number
  first_name: string | null
  last_name: string | null
  kind: PaymentKind
  party: string
  amount: string
  is_living: boolean
  returned_on: string | null
  /** The pay was deleted after it was sent. */
  is_deleted: boolean
}

/** The lines of a file that was not cancelled: active and returned ones. */
export async function loadCarried(
  tx: Tx,
  cipher: FieldCipher,
  companyId: number,
  carrier: { column: Carrier; id: number },
): Promise<CarriedLine[]> {
  const { rows } = await sql<CarriedLine>`
    select line.id, pay_id, pay_run_id, employee_id, first_name, last_name, kind, party, amount, is_living, returned_on,
      not exists (select from pays where pays.id = line.pay_id) as is_deleted
    from payment_lines line left join employees on employees.id = employee_id
    where line.company_id = ${companyId} and ${sql.ref(`line.${carrier.column}`)} = ${carrier.id}
      and (is_living or returned_on is not null)
    order by line.id`.execute(tx)
  return rows.map((line) => ({ ...line, party: openParty(cipher, line.pay_id, line.party) }))
}

/** The earliest pay date in a file. */
export async function firstPayDate(
  query: Queryable,
  carrier: { column: Carrier; id: number },
): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(pay_date) as day from payment_lines where ${sql.ref(carrier.column)} = ${carrier.id}`.execute(
    query,
  )
  return rows[0]?.day ?? null
}
