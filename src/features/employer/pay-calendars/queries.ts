import { type Insertable, sql, type Updateable } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import { lastPaidDay } from '../../../database/last-paid-day.ts'
import type { PayCalendar, PayCalendarsTable } from '../../../database/tables/pay-calendars.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { PayPeriod } from '../../../payroll/pay-periods.ts'

/** The calendars of one or more companies, by id. */
export async function loadCalendars(
  query: Queryable,
  ...companyIds: readonly number[]
): Promise<Map<number, PayCalendar>> {
  const rows = await query
    .selectFrom('pay_calendars')
    .selectAll()
    .where(sql<boolean>`company_id = any(${companyIds}::int[])`)
    .orderBy('id')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Locks a calendar of the company. */
export async function lockCalendar(tx: Tx, companyId: number, id: number): Promise<PayCalendar | undefined> {
  if (!isId(id)) return undefined
  return tx
    .selectFrom('pay_calendars')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst()
}

export function insertCalendar(tx: Tx, row: Insertable<PayCalendarsTable>): Promise<PayCalendar> {
  return tx.insertInto('pay_calendars').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateCalendar(
  tx: Tx,
  id: number,
  change: Updateable<PayCalendarsTable>,
): Promise<PayCalendar> {
  return tx
    .updateTable('pay_calendars')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteCalendar(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('pay_calendars').where('id', '=', id).execute()
}

/** The employee ids of each calendar. */
export async function loadMembers(
  query: Queryable,
  calendarIds: readonly number[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ pay_calendar_id: number; ids: number[] }>`
    select pay_calendar_id, array_agg(id order by id) as ids from employees
    where pay_calendar_id = any(${calendarIds}::int[]) and not is_deleted
    group by pay_calendar_id`.execute(query)
  return new Map(rows.map((row) => [row.pay_calendar_id, row.ids]))
}

/** Locks the company's employees with these ids. Returns the fields that decide whether a calendar suits them. */
export async function lockMembers(tx: Tx, companyId: number, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; first_name: string; last_name: string; pay_period: string }>`
    select id, first_name, last_name, pay_period from employees
    where company_id = ${companyId} and id = any(${ids.filter(isId)}::int[]) and not is_deleted
    order by id for update`.execute(tx)
  return rows
}

/** When a change of members takes effect. */
export type MembersFrom = { effectiveFrom: CivilDate | null; today: CivilDate; now: Date }

/**
 * Moves these employees to the calendar and removes all others from it. Membership is a term. Without a date it applies
 * from the day after the last pay, but no later than today. Before the first pay, it applies from the start.
 */
export async function setMembers(
  tx: Tx,
  calendarId: number,
  ids: readonly number[],
  { effectiveFrom, today, now }: MembersFrom,
): Promise<void> {
  await sql`
    with moved as (
      select employee.*, wanted.id as calendar_id
      from employees employee
      left join lateral (select ${calendarId}::int as id where employee.id = any(${ids}::int[])) wanted on true
      where (employee.pay_calendar_id = ${calendarId} or employee.id = any(${ids}::int[]))
        and employee.pay_calendar_id is distinct from wanted.id)
    insert into employee_terms (customer_id, company_id, employee_id, effective_from, entered_on, fields, before,
      status, origin, created_at, applied_at)
    select customer_id, company_id, moved.id,
      coalesce(${effectiveFrom}::date,
        least(coalesce(${lastPaidDay(sql.ref('moved.id'))} + 1, moved.start_date), ${today}::date)),
      case when ${effectiveFrom}::date is null then ${today}::date end,
      json_build_object('pay_calendar_id', calendar_id), json_build_object('pay_calendar_id', pay_calendar_id),
      'applied', 'entered', ${now}, ${now}
    from moved`.execute(tx)
  await sql`update employees set pay_calendar_id = null
    where pay_calendar_id = ${calendarId} and id <> all(${ids}::int[])`.execute(tx)
  await sql`update employees set pay_calendar_id = ${calendarId} where id = any(${ids}::int[])`.execute(tx)
}

/** The end of the calendar's latest period with a pay, or null if there is none. */
export async function lastPaidEnd(tx: Tx, calendarId: number): Promise<CivilDate | null> {
  const { rows } = await sql<{ end_date: CivilDate | null }>`
    select max(run.end_date) as end_date from pay_runs run
    where run.pay_calendar_id = ${calendarId} and exists (select from pays where pays.pay_run_id = run.id)`.execute(
    tx,
  )
  return rows[0]?.end_date ?? null
}

/** A pay cycle in use, with the state of its runs. */
export type CycleInUse = {
  company_id: number
  pay_period: PayPeriod
  pay_calendar_id: number | null
  employee_count: number
  /** The end of the latest period with a processed pay. */
  last_end: CivilDate | null
  /** The oldest run with drafts. */
  draft_id: number | null
  draft_end: CivilDate | null
  draft_pay_date: CivilDate | null
}

/**
 * The pay cycles of active employees in these companies. Drafts are looked up for each run (`offset 0`): as a join, the planner
 * reads every pay of the table, because it expects next to no drafts.
 */
export async function loadCyclesInUse(
  query: Queryable,
  companyIds: readonly number[],
): Promise<CycleInUse[]> {
  const { rows } = await sql<CycleInUse>`
    with cycle as (
      select company_id, pay_period, pay_calendar_id, count(*)::int as employee_count from employees
      where company_id = any(${companyIds}::int[]) and active_pay_recipient and not is_terminated and not is_deleted
      group by 1, 2, 3
    ), drafted as (
      select distinct on (run.company_id, run.pay_period, run.pay_calendar_id) run.company_id, run.pay_period,
        run.pay_calendar_id, run.id as draft_id, run.end_date as draft_end,
        (select min(processed_date) from pays where pay_run_id = run.id and status = 'pending') as draft_pay_date
      -- The index knows which runs have drafts. Only of those, the pays themselves are read.
      from (select * from pay_runs where company_id = any(${companyIds}::int[])
        and exists (select from pays where pay_run_id = pay_runs.id and status = 'pending' offset 0) offset 0) run
      where exists (select from pays where pay_run_id = run.id and status = 'pending' and not is_termination offset 0)
      order by run.company_id, run.pay_period, run.pay_calendar_id, run.end_date
    )
    select cycle.*, last_end, draft_id, draft_end, draft_pay_date from cycle
    left join lateral (
      select run.end_date as last_end from pay_runs run
      where run.company_id = cycle.company_id and run.pay_period = cycle.pay_period
        and run.pay_calendar_id is not distinct from cycle.pay_calendar_id
        and exists (select from pays where pay_run_id = run.id and status = 'processed')
      order by run.end_date desc limit 1) paid on true
    left join drafted on drafted.company_id = cycle.company_id and drafted.pay_period = cycle.pay_period
      and drafted.pay_calendar_id is not distinct from cycle.pay_calendar_id
    order by cycle.company_id, cycle.pay_period, cycle.pay_calendar_id nulls first`.execute(query)
  return rows
}

/** Whether the calendar has any runs. */
export async function hasRuns(tx: Tx, calendarId: number): Promise<boolean> {
  const run = await tx
    .selectFrom('pay_runs')
    .select('id')
    .where('pay_calendar_id', '=', calendarId)
    .limit(1)
    .executeTakeFirst()
  return run !== undefined
}
