import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type {
  NewStandingItem,
  StandingItem,
  StandingItemKind,
} from '../../../database/tables/standing-items.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { keysOf } from '../../../kernel/values/word-lists.ts'
import { daysOfItem } from '../../../payroll/item-terms.ts'
import { claimEmployeeDescriptions } from '../../employer/allowances/index.ts'
import { DEFAULTS } from './rules.ts'

/** Loads the active items of these employees in one query, oldest first. */
export function loadStandingItems(
  query: Queryable,
  employeeIds: readonly number[],
  kind?: StandingItemKind,
): Promise<StandingItem[]> {
  let select = query
    .selectFrom('standing_items')
    .selectAll()
    .where(sql<boolean>`employee_id = any(${employeeIds}::integer[])`)
    .where('deleted_at', 'is', null)
  if (kind) select = select.where('kind', '=', kind)
  return select.orderBy('id').execute()
}

/** Locks one active item of an employee. */
export async function lockStandingItem(
  tx: Tx,
  employeeId: number,
  kind: StandingItemKind,
  itemId: number,
): Promise<StandingItem | undefined> {
  if (!isId(itemId)) return undefined
  return tx
    .selectFrom('standing_items')
    .selectAll()
    .where('id', '=', itemId)
    .where('employee_id', '=', employeeId)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

const COLUMNS = [
  'id',
  'customer_id',
  'company_id',
  'employee_id',
  'kind',
  'description',
  'amount',
  ...keysOf(DEFAULTS),
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof StandingItem)[]

/** A new item. Omitted members get their defaults. */
export type StandingItemDraft = Omit<NewStandingItem, 'id' | 'deleted_at' | 'updated_at'>

/** Inserts items in bulk and returns their ids in row order. Allowances also claim their descriptions. */
export async function insertStandingItems(tx: Tx, rows: readonly StandingItemDraft[]): Promise<number[]> {
  if (rows.length === 0) return []
  const allowances = rows.filter((row) => row.kind === 'allowance')
  for (const [companyId, own] of Map.groupBy(allowances, (row) => row.company_id))
    await claimEmployeeDescriptions(
      tx,
      companyId,
      own.map((row) => row.description),
    )
  const { rows: taken } = await sql<{ id: number }>`
    select nextval('standing_items_id_seq')::integer as id
    from generate_series(1, ${rows.length})`.execute(tx)
  const ids = taken.map((row) => row.id)
  const full = rows.map((row, index) => ({
    ...DEFAULTS,
    ...row,
    id: ids[index],
    updated_at: row.created_at,
  }))
  const columns = (prefix: string) => sql.raw(COLUMNS.map((name) => `${prefix}"${name}"`).join(', '))
  await sql`
    insert into standing_items (${columns('')})
    select ${columns('r.')} from json_populate_recordset(null::standing_items, ${JSON.stringify(full)}::json) r`.execute(
    tx,
  )
  return ids
}

/** Changes an item, or ends it by setting `deleted_at`. */
export function updateStandingItem(
  tx: Tx,
  itemId: number,
  { terms, ...change }: Partial<StandingItem>,
): Promise<StandingItem> {
  return tx
    .updateTable('standing_items')
    .set({ ...change, ...(terms === undefined ? {} : { terms: terms && JSON.stringify(terms) }) })
    .where('id', '=', itemId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The total that processed pays have paid or deducted for an item. */
export async function takenBy(tx: Tx, itemId: number): Promise<string> {
  const { rows } = await sql<{ taken: string }>`
    select coalesce(sum(line.amount), 0)::text as taken
    from pay_lines line join pays on pays.id = line.pay_id
    where line.item_id = ${itemId} and pays.status = 'processed'`.execute(tx)
  return rows[0]?.taken ?? '0'
}

/** Closes items with this description whose last day has passed. */
export async function closeEndedTwins(
  tx: Tx,
  { employee_id, kind, description }: Pick<StandingItem, 'employee_id' | 'kind' | 'description'>,
  today: CivilDate,
  now: Date,
): Promise<StandingItem[]> {
  const twins = await tx
    .selectFrom('standing_items')
    .selectAll()
    .where('employee_id', '=', employee_id)
    .where('kind', '=', kind)
    .where(sql`lower(description)`, '=', description.toLowerCase())
    .where('deleted_at', 'is', null)
    .where('terms', 'is not', null)
    .execute()
  const over = twins.filter((item) => (daysOfItem(item).to ?? today) < today)
  for (const { id } of over) await updateStandingItem(tx, id, { deleted_at: now, updated_at: now })
  return over
}

/** Whether the company has this payee and it is not archived. */
export async function isPayee(tx: Tx, companyId: number, payeeId: number): Promise<boolean> {
  if (!isId(payeeId)) return false
  const payee = await tx
    .selectFrom('payees')
    .select('id')
    .where('id', '=', payeeId)
    .where('company_id', '=', companyId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return payee !== undefined
}
