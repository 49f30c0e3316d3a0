import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import type { CivilDate } from '../../../payroll/dates.ts'

/*
 * What earlier pays tell about an employee: sums over rows that belong to processed pays, never a counter of their own. The
 * tax of a period counts all its other pays: a pay that is rebuilt must leave the period's whole tax right, whatever came after.
 */

/** Whose history is asked for: up to the pay that is being (re)built, in the run it belongs to. */
export type HistoryQuestion = {
  employeeId: number
  runId: number
  /** Pays of the same day count when their id is below this one. */
  beforeId: number
  /** The pay itself, when it exists already. */
  selfId: number
  periodStart: CivilDate
  /** NZ: the last anniversary of the start. */
  anniversary: CivilDate
}

export type AuHistoryRow = {
  employee_id: number
  taxable_gross: string
  tax: string
  super_base_year: string
  super_base_quarter: string
  b2_amount: string
  b2_tax: string
  b2_study_loan: string
  period_taxable: string
  period_tax: string
  pays_in_period: number
  has_contributed: boolean
  super_due: string | null
}

const columnsOf = (questions: readonly HistoryQuestion[]) => ({
  employees: questions.map((question) => question.employeeId),
  runs: questions.map((question) => question.runId),
  befores: questions.map((question) => question.beforeId),
  selves: questions.map((question) => question.selfId),
})

/** Year to date, quarter to date and the period so far, for AU employees who have any. */
export async function loadAuHistory(
  tx: Tx,
  questions: readonly HistoryQuestion[],
  dates: { pay: CivilDate; yearStart: CivilDate; quarterStart: CivilDate },
): Promise<AuHistoryRow[]> {
  const { employees, runs, befores, selves } = columnsOf(questions)
  const { rows } = await sql<AuHistoryRow>`
    with others as (
      select p.*, p.pay_run_id = w.run_id as in_period,
        p.processed_date < ${dates.pay}::date or p.id < w.before_id as is_earlier
      from unnest(${employees}::int[], ${runs}::int[], ${befores}::int[], ${selves}::int[])
        as w (employee_id, run_id, before_id, self_id)
      join pays p on p.employee_id = w.employee_id
      where p.status = 'processed' and p.processed_date >= ${dates.yearStart}::date - 62 and p.id <> w.self_id
        and (p.processed_date <= ${dates.pay}::date or p.pay_run_id = w.run_id)
    ), earlier as (
      select *,
        is_earlier and processed_date >= ${dates.yearStart}::date and processed_date <= ${dates.pay}::date as in_year,
        is_earlier and processed_date >= ${dates.quarterStart}::date and processed_date <= ${dates.pay}::date
          as in_quarter
      from others where is_earlier or in_period
    )
    select employee_id,
      coalesce(sum(taxable_gross) filter (where in_year), 0) as taxable_gross,
      coalesce(sum(tax) filter (where in_year), 0) as tax,
      coalesce(sum(super_base_counted) filter (where in_year), 0) as super_base_year,
      coalesce(sum(super_base_counted) filter (where in_quarter), 0) as super_base_quarter,
      coalesce(sum(method_b2_amount) filter (where in_year), 0) as b2_amount,
      coalesce(sum(method_b2_tax) filter (where in_year), 0) as b2_tax,
      coalesce(sum(method_b2_study_loan) filter (where in_year), 0) as b2_study_loan,
      coalesce(sum(period_taxable) filter (where in_period), 0) as period_taxable,
      coalesce(sum(period_tax) filter (where in_period), 0) as period_tax,
      (count(*) filter (where in_period and is_earlier))::int as pays_in_period,
      coalesce(bool_or(super > 0) filter (where is_earlier), false) as has_contributed,
      max(super_due_date) filter (where in_year) as super_due
    from earlier group by employee_id`.execute(tx)
  return rows
}

export type NzHistoryRow = {
  employee_id: number
  gross: string
  levy_liable: string
  ordinary: string
  paye_ordinary: string
  student_loan_base: string
  student_loan: string
  student_loan_cir: string
  gross_4_weeks: string
  irregular_4_weeks: string
  gross_52_weeks: string
  unpaid_weeks: string
  days_paid: string
  gross_since_anniversary: string
  paid_in_advance: string
  last_period_end: string | null
  /** Whether another pay has given the last anniversary its weeks, or passed it over; null: it lies before the first pay. */
  is_anniversary_counted: boolean | null
}

/*
 * A pay that has dealt with the last anniversary, whenever it was made: it counted from a day up to its end that hold the
 * anniversary (and gave the weeks, or none where the settings say so), or it gave weeks in the year after it. Leave that was
 * switched off in the period of the anniversary passes it over as well; older facts do not tell that apart from a second pay.
 */
const COUNTING_PAY = sql`
  select 1 from pays p join pay_runs r on r.id = p.pay_run_id
  where p.employee_id = w.employee_id and p.status = 'processed' and p.id <> w.self_id
    and p.processed_date >= w.anniversary - 62 and r.end_date >= w.anniversary
    and (not p.is_termination or (p.facts #>> '{termination,terminationDate}')::date >= w.anniversary)
    and (
      coalesce((p.facts ->> 'annualHolidaysFrom')::date, (p.facts ->> 'lastPaidPeriodEnd')::date + 1, r.start_date)
        <= w.anniversary
      or (r.start_date <= w.anniversary and p.facts ->> 'annualHolidaysFrom' is not null
        and p.facts #>> '{leaveSettings,isLeaveEnabled}' = 'false')
      or (r.end_date < w.anniversary + 365 and exists (
        select 1 from leave_movements m
        where m.pay_id = p.id and m.balance = 'annual_holidays_weeks' and m.kind = 'accrued'))
    )`

/** Year to date, the period so far and what the Holidays Act counts, for NZ employees who have any. */
export async function loadNzHistory(
  tx: Tx,
  questions: readonly HistoryQuestion[],
  dates: { pay: CivilDate; yearStart: CivilDate },
): Promise<NzHistoryRow[]> {
  const { employees, runs, befores, selves } = columnsOf(questions)
  const starts = questions.map((question) => question.periodStart)
  const anniversaries = questions.map((question) => question.anniversary)
  const { rows } = await sql<NzHistoryRow>`
    with asked as (
      select * from unnest(${employees}::int[], ${runs}::int[], ${befores}::int[], ${selves}::int[], ${starts}::date[],
          ${anniversaries}::date[])
        as w (employee_id, run_id, before_id, self_id, period_start, anniversary)
    ), others as (
      select p.*, r.start_date as own_start, r.end_date as period_end, w.period_start, w.anniversary,
        p.pay_run_id = w.run_id as in_period,
        p.processed_date < ${dates.pay}::date or p.id < w.before_id as is_earlier
      from asked w
      join pays p on p.employee_id = w.employee_id
      join pay_runs r on r.id = p.pay_run_id
      where p.status = 'processed' and p.processed_date >= ${dates.pay}::date - 430 and p.id <> w.self_id
        and (p.processed_date <= ${dates.pay}::date or p.pay_run_id = w.run_id)
    ), earlier as (
      select *,
        is_earlier and processed_date >= ${dates.yearStart}::date and processed_date <= ${dates.pay}::date as in_year,
        is_earlier and period_end < period_start and period_end >= period_start - 28 as in_4_weeks,
        is_earlier and period_end < period_start and period_end >= period_start - 364 as in_52_weeks,
        is_earlier and period_end >= anniversary as since_anniversary
      from others where is_earlier or in_period
    ), sums as (
      select employee_id,
        coalesce(sum(gross) filter (where in_year), 0) as gross,
        coalesce(sum(levy_liable) filter (where in_year), 0) as levy_liable,
        coalesce(sum(ordinary) filter (where in_period), 0) as ordinary,
        coalesce(sum(paye_ordinary) filter (where in_period), 0) as paye_ordinary,
        coalesce(sum(student_loan_base) filter (where in_period), 0) as student_loan_base,
        coalesce(sum(nz_student_loan) filter (where in_period), 0) as student_loan,
        coalesce(sum(student_loan_cir) filter (where in_period), 0) as student_loan_cir,
        coalesce(sum(holiday_gross_earnings) filter (where in_4_weeks), 0) as gross_4_weeks,
        coalesce(sum(irregular_earnings) filter (where in_4_weeks), 0) as irregular_4_weeks,
        coalesce(sum(holiday_gross_earnings) filter (where in_52_weeks), 0) as gross_52_weeks,
        greatest(coalesce(floor(sum(unpaid_leave_weeks) filter (where in_52_weeks)), 0) - 1, 0) as unpaid_weeks,
        coalesce(sum(days_paid) filter (where in_52_weeks), 0) as days_paid,
        coalesce(sum(holiday_gross_earnings) filter (where since_anniversary), 0) as gross_since_anniversary,
        coalesce(sum(holidays_in_advance) filter (where since_anniversary), 0) as paid_in_advance,
        max(period_end) filter (where is_earlier) as last_period_end,
        min(own_start) filter (where is_earlier) as first_period_start
      from earlier group by employee_id
    )
    select sums.*, case when w.anniversary >= sums.first_period_start then exists (${COUNTING_PAY}) end
      as is_anniversary_counted
    from sums join asked w using (employee_id)`.execute(tx)
  return rows
}

export type EarlierPayRow = {
  employee_id: number
  processed_date: string
  start_date: string
  end_date: string
  gross: string
  period_taxable: string | null
  period_tax: string | null
  ordinary: string | null
}

/** The earlier pays themselves, for the few employees whose bonus or last pay looks back at them; newest first. */
export async function loadEarlierPays(
  tx: Tx,
  questions: readonly HistoryQuestion[],
  from: CivilDate,
  payDate: CivilDate,
): Promise<EarlierPayRow[]> {
  if (questions.length === 0) return []
  const { employees, befores } = columnsOf(questions)
  const { rows } = await sql<EarlierPayRow>`
    select p.employee_id, p.processed_date, r.start_date, r.end_date, p.gross, p.period_taxable, p.period_tax, p.ordinary
    from unnest(${employees}::int[], ${befores}::int[]) as w (employee_id, before_id)
    join pays p on p.employee_id = w.employee_id
    join pay_runs r on r.id = p.pay_run_id
    where p.status = 'processed' and not p.is_termination
      and p.processed_date >= ${from}::date and p.processed_date <= ${payDate}::date
      and (p.processed_date < ${payDate}::date or p.id < w.before_id)
    order by p.employee_id, p.processed_date desc, p.id desc`.execute(tx)
  return rows
}

export type UsualPay = { employee_id: number; average_gross: string; in_run: number }

/** What the employees usually get (their last three pays) and how many pays they have in the run, for the warnings. */
export async function loadUsualPays(tx: Tx, questions: readonly HistoryQuestion[]): Promise<UsualPay[]> {
  const { employees, runs, befores } = columnsOf(questions)
  const selves = questions.map((question) => question.selfId)
  const { rows } = await sql<UsualPay>`
    select w.employee_id, coalesce(avg(last.gross), 0) as average_gross,
      (select count(*) from pays p
        where p.employee_id = w.employee_id and p.pay_run_id = w.run_id and p.id <> w.self_id)::int as in_run
    from unnest(${employees}::int[], ${runs}::int[], ${befores}::int[], ${selves}::int[])
      as w (employee_id, run_id, before_id, self_id)
    left join lateral (
      select gross from pays p
      where p.employee_id = w.employee_id and p.status = 'processed' and p.id < w.before_id and not p.is_termination
      order by processed_date desc, id desc limit 3
    ) last on true
    group by w.employee_id, w.run_id, w.self_id`.execute(tx)
  return rows
}
