import { sql } from 'kysely'
import type { Queryable } from '../../database/connect.ts'
import type { CivilDate, PayPeriod } from '../../payroll/dates.ts'

/** The pays of one payday and how far their reporting got. */
export type PaydayRow = {
  pay_date: CivilDate
  pays: number
  /** Lodged and answered. */
  done: number
  /** Lodged, waiting for the answer. */
  under_way: number
  needs_update: number
  changed_on: CivilDate | null
  submission_id: number | null
  tax: string
  /** What is owed to Inland Revenue for these pays. */
  deducted: string
  paye_and_esct: string
}

/** Every payday of the company, oldest first; super-only contractors are not reported. */
export async function loadPaydays(query: Queryable, companyId: number): Promise<PaydayRow[]> {
  const { rows } = await sql<PaydayRow>`
    select pays.processed_date as pay_date, count(*)::int as pays,
      (count(*) filter (where event.status in ('accepted', 'partial')))::int as done,
      (count(*) filter (where event.status in ('queued', 'sent')))::int as under_way,
      (count(*) filter (where pays.stp_needs_update))::int as needs_update,
      (max(pays.updated_at) filter (where pays.stp_needs_update))::date as changed_on,
      max(event.id) as submission_id, sum(pays.tax) as tax,
      coalesce(sum(paye - payroll_giving_credit + child_support + tax_plus_student_loan - pays.tax + kiwisaver_employee
        + kiwisaver_employer + coalesce(complying_fund_esct, 0) + coalesce(sacrificed_super_esct, 0)), 0) as deducted,
      coalesce(sum(paye + kiwisaver_esct), 0) as paye_and_esct
    from pays join employees on employees.id = pays.employee_id and not employees.is_super_only_contractor
    left join submission_pays link on link.pay_id = pays.id and link.counts
    left join submissions event on event.id = link.submission_id
    where pays.company_id = ${companyId} and pays.status = 'processed'
    group by 1 order by 1`.execute(query)
  return rows
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

/** The years that were finalised: the last word on each. */
export async function loadFinalised(query: Queryable, companyId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ year: number; id: number; is_final: boolean }>`
    select distinct on (year) year, id, is_final from submissions
    where company_id = ${companyId} and kind = 'finalise' and status in ('accepted', 'partial')
    order by year, id desc`.execute(query)
  return new Map(rows.filter((row) => row.is_final).map((row) => [row.year, row.id]))
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
