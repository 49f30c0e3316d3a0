import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { LeaveType } from '../../../payroll/words.ts'

/** A day of leave, taken or requested. */
export type AwayDay = {
  employee_id: number
  first_name: string
  last_name: string
  date: CivilDate
  leave_type: LeaveType
  hours: string
  is_open: boolean
}

/** Days of leave in a company: requested, approved, or on a pay. A day on both a pay and a request counts once. */
export async function readAwayDays(
  query: Queryable | Tx,
  companyId: number,
  from: string,
  to: string,
): Promise<AwayDay[]> {
  const { rows } = await sql<AwayDay>`
    select distinct on (away.date, away.employee_id) away.employee_id, e.first_name, e.last_name, away.date,
      away.leave_type, away.hours, away.is_open
    from (
      select d.employee_id, d.date, r.leave_type, d.hours::text as hours, r.state = 'open' as is_open
      from leave_request_days d join employee_requests r on r.id = d.request_id
      where r.company_id = ${companyId} and r.state in ('open', 'approved')
        and d.date between ${from}::date and ${to}::date
      union all
      select p.employee_id, (line.details ->> 'date')::date, line.details ->> 'leave_type', line.details ->> 'hours', false
      from pay_lines line join pays p on p.id = line.pay_id join pay_runs run on run.id = p.pay_run_id
      where p.company_id = ${companyId} and line.kind = 'leave' and line.details ->> 'leave_type' !~ 'CASHED|EXCHANGED'
        and run.end_date >= ${from}::date and run.start_date <= ${to}::date
        and (line.details ->> 'date')::date between ${from}::date and ${to}::date
    ) away join employees e on e.id = away.employee_id
    where not e.is_deleted
    order by away.date, away.employee_id, away.is_open`.execute(query)
  return rows
}

export type Pace = { employee_id: number; balance: string; earned: string; from: CivilDate; to: CivilDate }

/** The leave of each type accrued by pays since a day, and the days those pays cover. */
export async function readPaces(
  query: Queryable | Tx,
  employeeIds: readonly number[],
  since: string,
): Promise<Pace[]> {
  const { rows } = await sql<Pace>`
    select m.employee_id, m.balance, sum(m.amount)::text as earned, min(run.start_date) as from, max(run.end_date) as to
    from leave_movements m join pays p on p.id = m.pay_id join pay_runs run on run.id = p.pay_run_id
    where m.employee_id = any(${employeeIds}::int[]) and m.kind = 'accrued' and p.status = 'processed'
      and run.end_date >= ${since}::date
    group by m.employee_id, m.balance`.execute(query)
  return rows
}

export function insertFeed(
  tx: Tx,
  feed: { customer_id: number; company_id: number; user_id: number; token_hash: Buffer; created_at: Date },
) {
  return tx
    .insertInto('calendar_feeds')
    .values(feed)
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()
}

/** The active feeds of a company, with the people who created them. */
export function listFeeds(query: Queryable, companyId: number) {
  return query
    .selectFrom('calendar_feeds as f')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .select(['f.id', 'f.created_at', 'u.name'])
    .where('f.company_id', '=', companyId)
    .where('f.revoked_at', 'is', null)
    .orderBy('f.id')
    .execute()
}

export async function revokeFeed(tx: Tx, companyId: number, id: number, now: Date): Promise<boolean> {
  if (!isId(id)) return false
  const { numUpdatedRows } = await tx
    .updateTable('calendar_feeds')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Finds the company of a feed, as long as the person who created it may still read the company. */
export async function findFeed(query: Queryable, tokenHash: Buffer, day: CivilDate) {
  const { rows } = await sql<{ company_id: number; customer_id: number; cell: string }>`
    select f.company_id, c.id as customer_id, c.cell
    from calendar_feeds f join users u on u.id = f.user_id join customers c on c.id = u.customer_id
    where f.token_hash = ${tokenHash} and f.revoked_at is null and u.removed_at is null
      and u.role in ('owner', 'admin', 'member', 'reader')
      and (not u.is_by_company or exists (select from companies_of(u.id, ${day}::date) reached
        where reached.company_id = f.company_id))`.execute(query)
  return rows[0]
}

/** Finds the company of a feed, as long as the company exists. */
export function findFeedCompany(query: Queryable, companyId: number, customerId: number) {
  return query
    .selectFrom('companies')
    .select(['legal_name', 'jurisdiction'])
    .where('id', '=', companyId)
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
