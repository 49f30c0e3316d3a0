import { sql } from 'kysely'
import type { Queryable } from '../../../../database/connect.ts'
import type { YearBefore } from '../country/types.ts'
import { broughtInYear } from './brought-year.ts'
import type { LoadQuestion } from './load-question.ts'

export type UsualPay = {
  employee_id: number
  /** The average annual amount of the last pays, each annualised by its own frequency. To six places. */
  average_year: string
  in_run: number
  /** Null if the country does not need it. */
  year_before: YearBefore | null
}

/** The usual pay of employees (their last three pays), their previous year, and their number of pays in the run. */
export async function loadUsualPays(
  tx: Queryable,
  questions: readonly (LoadQuestion & { beforeId: number; yearBefore: { start: string; end: string } })[],
  hasYearBefore: boolean,
): Promise<UsualPay[]> {
  const employeeIds = questions.map((question) => question.employeeId)
  // Each run is read once for all employees. Reading a large run for each employee would take longer than
  // calculating its pays.
  const runIds = [...new Set(questions.map((question) => question.runId))]
  const { rows } = await sql<UsualPay>`
    select w.employee_id, usual.average_year, coalesce(other.count, 0)::int as in_run,
      case when ${hasYearBefore} then (select json_build_object('start', w.year_start,
          'gross', (brought.gross + coalesce(sum(p.gross), 0))::text, 'employer', (brought.employer
            + coalesce(sum(coalesce(p.kiwisaver_employer, 0) + coalesce(p.complying_fund_employer, 0)), 0))::text,
          'first_paid', case when brought.gross > 0 then w.year_start else min(p.processed_date) end)
        from ${broughtInYear(sql`w.employee_id`, sql`w.year_start`, sql`w.year_end`)} brought
        left join pays p on p.employee_id = w.employee_id and p.status = 'processed'
          and p.processed_date between w.year_start and w.year_end
        group by brought.gross, brought.employer) end as year_before
    from unnest(${employeeIds}::int[], ${questions.map((question) => question.runId)}::int[],
        ${questions.map((question) => question.beforeId)}::int[],
        ${questions.map((question) => question.yearBefore.start)}::date[],
        ${questions.map((question) => question.yearBefore.end)}::date[])
      as w (employee_id, run_id, before_id, year_start, year_end)
    cross join lateral (
      select coalesce(round(avg(gross * case run.pay_period
        when 'WEEKLY' then 52 when 'FORTNIGHTLY' then 26 when 'FOUR_WEEKLY' then 13 else 12 end), 6), 0) as average_year
      from (
        select gross, pay_run_id from pays p
        where p.employee_id = w.employee_id and p.status = 'processed' and p.id < w.before_id and not p.is_termination
        order by p.processed_date desc, p.id desc limit 3) last
      join pay_runs run on run.id = last.pay_run_id) usual
    left join (
      select run.id as run_id, pay.* from unnest(${runIds}::int[]) as run (id)
      cross join lateral (
        select employee_id, count(*) from pays
        where pay_run_id = run.id and employee_id = any(${employeeIds}::int[])
          and id <> all(${questions.map((question) => question.selfId)}::int[])
        group by employee_id) pay
    ) other on other.employee_id = w.employee_id and other.run_id = w.run_id`.execute(tx)
  return rows
}
