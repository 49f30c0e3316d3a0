import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../database/connect.ts'
import type { CivilDate, PayPeriod } from '../../payroll/dates.ts'
import { TAKEN } from '../lodgements/index.ts'

/** Somebody an obligation is about. */
export type Somebody = { id: number; name: string }

/** The pays of one payday and how far their reporting got. */
export type PaydayRow = {
  pay_date: CivilDate
  pays: number
  /** Lodged and taken. */
  done: number
  /** Lodged, waiting for the answer. */
  under_way: number
  submission_id: number | null
  tax: string
  /** What is owed to Inland Revenue for these pays. */
  deducted: string
  paye_and_esct: string
  /** Whose pays are not lodged. */
  missing: Somebody[]
  /** Whose lodged pays differ from what the authority holds, and since when. */
  changed: Somebody[]
  changed_on: CivilDate | null
}

const NAMED_MOST = 100

/** Every payday of the company, oldest first; super-only contractors are not reported. */
export async function loadPaydays(query: Queryable, companyId: number): Promise<PaydayRow[]> {
  const { rows } = await sql<PaydayRow>`
    select pays.processed_date as pay_date, count(*)::int as pays,
      (count(*) filter (where event.status = any(${TAKEN}::text[])))::int as done,
      (count(*) filter (where event.status in ('queued', 'sent')))::int as under_way,
      max(event.id) as submission_id, sum(pays.tax) as tax,
      coalesce(sum(paye - payroll_giving_credit + child_support + tax_plus_student_loan - pays.tax + kiwisaver_employee
        + kiwisaver_employer + coalesce(complying_fund_esct, 0) + coalesce(sacrificed_super_esct, 0)), 0) as deducted,
      coalesce(sum(paye + kiwisaver_esct), 0) as paye_and_esct,
      ${named(sql`event.id is null`)} as missing, ${named(sql`pays.stp_needs_update`)} as changed,
      (max(pays.updated_at) filter (where pays.stp_needs_update))::date as changed_on
    from pays join employees on employees.id = pays.employee_id
    left join snapshots remembered on remembered.id = pays.snapshot_id
    left join submission_pays link on link.pay_id = pays.id and link.counts
    left join submissions event on event.id = link.submission_id
    where pays.company_id = ${companyId} and pays.status = 'processed'
      and not coalesce((remembered.content->>'is_super_only_contractor')::boolean, employees.is_super_only_contractor)
    group by 1 order by 1`.execute(query)
  return rows.map((row) => ({
    ...row,
    missing: once(row.missing),
    changed: once(row.changed),
  }))
}

/** The employees of the rows of a group for which something holds. */
function named(condition: RawBuilder<unknown>): RawBuilder<Somebody[]> {
  return sql`coalesce(json_agg(json_build_object('id', employees.id, 'name', employees.first_name || ' ' || employees.last_name)
    order by employees.id) filter (where ${condition}), '[]')`
}

const once = (people: readonly Somebody[]) =>
  [...new Map(people.map((each) => [each.id, each])).values()].slice(0, NAMED_MOST)

/** The names of these employees. */
export async function loadNames(query: Queryable, ids: readonly number[]): Promise<Map<number, Somebody>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Somebody>`
    select id, first_name || ' ' || last_name as name from employees where id = any(${ids}::int[])`.execute(
    query,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export type SuperDueRow = { pay_date: CivilDate; due_date: CivilDate; owed: string; paid: string }

/** What is owed to super funds by due date, and how much of it was paid. */
export async function loadSuperDue(query: Queryable, companyId: number): Promise<SuperDueRow[]> {
  const { rows } = await sql<SuperDueRow>`
    select processed_date as pay_date, super_due_date as due_date, sum(super) as owed, sum(coalesce(paid.amount, 0)) as paid
    from pays
    left join lateral (
      select sum(line.amount) as amount from payment_lines line
      left join super_files file on file.id = line.super_file_id
      where line.pay_id = pays.id and line.kind = 'super' and line.is_living
        and (line.settlement_id is not null or file.paid_on is not null)) paid on true
    where company_id = ${companyId} and status = 'processed' and super > 0 and super_due_date is not null
    group by 1, 2 order by 2, 1`.execute(query)
  return rows
}

/** Who was reported in each income year, whether that was final, and the last message about it. */
export type YearPayee = Somebody & { year: number; is_final: boolean; submission_id: number }

/** The payees of every income year as the tax office holds them; a replaced event says nothing any more. */
export async function loadYearPayees(query: Queryable, companyId: number): Promise<YearPayee[]> {
  const { rows } = await sql<YearPayee>`
    select distinct on (event.year, payee.employee_id) event.year, payee.employee_id as id, payee.is_final,
      event.id as submission_id, employees.first_name || ' ' || employees.last_name as name
    from submission_payees payee join submissions event on event.id = payee.submission_id
    join employees on employees.id = payee.employee_id
    where event.company_id = ${companyId} and event.authority = 'ATO' and payee.part = 'employee'
      and event.status = any(${TAKEN}::text[]) and not payee.is_rejected
      and not exists (
        select from submissions next where next.replaces_id = event.id and next.status = any(${TAKEN}::text[]))
    order by event.year, payee.employee_id, event.id desc`.execute(query)
  return rows
}

export type PaidPeriodRow = {
  pay_calendar_id: number | null
  pay_period: PayPeriod
  start_date: CivilDate
  end_date: CivilDate
}

/** The periods of a year back that have a processed pay, by cycle, oldest first. */
export async function loadPaidPeriods(
  query: Queryable,
  companyId: number,
  from: CivilDate,
): Promise<PaidPeriodRow[]> {
  const { rows } = await sql<PaidPeriodRow>`
    select pay_calendar_id, pay_period, start_date, end_date from pay_runs run
    where company_id = ${companyId} and end_date >= ${from}
      and exists (select from pays where pays.pay_run_id = run.id and status = 'processed' and not is_termination)
    order by pay_calendar_id, pay_period, end_date`.execute(query)
  return rows
}
