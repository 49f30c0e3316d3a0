import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type {
  ReportDeliveriesTable,
  ReportView,
  ReportViewsTable,
} from '../../../database/tables/report-views.ts'
import { ofTenantClock } from '../../../database/tenant-clock-filter.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'

export type Every = ReportDeliveriesTable['every']
type Delivered = {
  every: Every | null
  next_on: CivilDate | null
  sent_at: Date | null
  saved_by: string | null
}

/** Views as one person sees them: their own and shared ones, with the person's own delivery. */
const seenBy = (query: Queryable | Tx, companyId: number, userId: number) =>
  query
    .selectFrom('report_views as v')
    .innerJoin('users as u', 'u.id', 'v.user_id')
    .leftJoin('report_deliveries as d', (join) =>
      join.onRef('d.view_id', '=', 'v.id').on('d.user_id', '=', userId),
    )
    .selectAll('v')
    .select(['d.every', 'd.next_on', 'd.sent_at', 'u.name as saved_by'])
    .where('v.company_id', '=', companyId)
    .where((where) => where.or([where('v.user_id', '=', userId), where('v.is_shared', '=', true)]))

export type SeenView = ReportView & Delivered

export function listViews(query: Queryable, companyId: number, userId: number): Promise<SeenView[]> {
  return seenBy(query, companyId, userId).orderBy('v.name').orderBy('v.id').execute()
}

export async function findSaved(
  query: Queryable | Tx,
  companyId: number,
  userId: number,
  id: number,
): Promise<SeenView | undefined> {
  return isId(id) ? seenBy(query, companyId, userId).where('v.id', '=', id).executeTakeFirst() : undefined
}

type NewView = Omit<ReportViewsTable, 'id' | 'from_date' | 'to_date'> & {
  from_date: string | null
  to_date: string | null
}

export async function insertSaved(tx: Tx, view: NewView): Promise<number> {
  const { id } = await tx.insertInto('report_views').values(view).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateSaved(
  tx: Tx,
  id: number,
  view: Omit<NewView, 'customer_id' | 'company_id' | 'user_id' | 'created_at'>,
): Promise<void> {
  await tx.updateTable('report_views').set(view).where('id', '=', id).execute()
}

export async function deleteSaved(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('report_views').where('id', '=', id).execute()
}

export async function countViews(tx: Tx, companyId: number, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('report_views')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function saveDelivery(
  tx: Tx,
  delivery: Pick<ReportDeliveriesTable, 'view_id' | 'user_id' | 'customer_id' | 'grant_id' | 'every'> & {
    next_on: CivilDate
  },
): Promise<void> {
  const { grant_id, every, next_on } = delivery
  await tx
    .insertInto('report_deliveries')
    .values({ ...delivery, sent_at: null })
    .onConflict((on) => on.columns(['view_id', 'user_id']).doUpdateSet({ grant_id, every, next_on }))
    .execute()
}

export async function deleteDelivery(tx: Tx, viewId: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('report_deliveries')
    .where('view_id', '=', viewId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes other people's deliveries of a view. Returns their number. */
export async function endOthersDeliveries(tx: Tx, viewId: number, ownerId: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('report_deliveries')
    .where('view_id', '=', viewId)
    .where('user_id', '<>', ownerId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export type Due = Omit<ReportView, 'user_id'> & {
  user_id: number
  owner_id: number
  grant_id: number
  every: Every
  next_on: CivilDate
  email: string
  user_name: string
  is_company_deleted: boolean
}

/** Deliveries that are due on a date, for the customers that use this clock. */
export async function listDue(
  query: Queryable,
  today: CivilDate,
  sandboxId: number | null,
  { after, limit }: { after: Due | undefined; limit: number },
): Promise<Due[]> {
  const later = after
    ? sql`and (d.next_on, d.view_id, d.user_id) > (${after.next_on}::date, ${after.id}::int, ${after.user_id}::int)`
    : sql``
  const { rows } = await sql<Due>`
    select v.*, v.user_id as owner_id, d.user_id, d.grant_id, d.every, d.next_on, u.email, u.name as user_name,
      c.deleted_at is not null as is_company_deleted
    from report_deliveries d join report_views v on v.id = d.view_id join users u on u.id = d.user_id
    join companies c on c.id = v.company_id
    where d.next_on <= ${today}::date and ${ofTenantClock('d.customer_id', sandboxId)} ${later}
    order by d.next_on, d.view_id, d.user_id limit ${limit}`.execute(query)
  return rows
}

/** Moves a delivery to its next date. Returns false if another process has done so, or if it was stopped. */
export async function moveDelivery(tx: Tx, due: Due, nextOn: CivilDate, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('report_deliveries')
    .set({ next_on: nextOn, sent_at: now })
    .where('view_id', '=', due.id)
    .where('user_id', '=', due.user_id)
    .where('next_on', '=', due.next_on)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
