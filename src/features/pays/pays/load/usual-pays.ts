import { sql } from 'kysely'
import type { Queryable } from '../../../../database/connect.ts'
import type { YearBefore } from '../country/types.ts'
import type { LoadQuestion } from './past.ts'

export type UsualPay = {
  employee_id: number
  average_gross: string
  in_run: number
  year_before: YearBefore
}

/** What the employees usually get (their last three pays), their year before, and how many pays they have in the run. */
export async function loadUsualPays(
  tx: Queryable,
  questions: readonly (LoadQuestion & { beforeId: number; yearBefore: { start: string; end: string } })[],
): Promise<UsualPay[]> {
  const { rows } = await sql<UsualPay>`
    select w.employee_id, coalesce(avg(last.gross), 0) as average_gross,
      (select count(*) from pays p
        where p.employee_id = w.employee_id and p.pay_run_id = w.run_id and p.id <> w.self_id)::int as in_run,
      (select json_build_object('start', w.year_start, 'gross', coalesce(sum(p.gross), 0)::text,
          'employer', coalesce(sum(p.kiwisaver_employer), 0)::text) from pays p
        where p.employee_id = w.employee_id and p.status = 'processed'
          and p.processed_date between w.year_start and w.year_end) as year_before
    from unnest(${questions.map((question) => question.employeeId)}::int[],
        ${questions.map((question) => question.runId)}::int[],
        ${questions.map((question) => question.beforeId)}::int[],
        ${questions.map((question) => question.selfId)}::int[],
        ${questions.map((question) => question.yearBefore.start)}::date[],
        ${questions.map((question) => question.yearBefore.end)}::date[])
      as w (employee_id, run_id, before_id, self_id, year_start, year_end)
    left join lateral (
      select gross from pays p
      where p.employee_id = w.employee_id and p.status = 'processed' and p.id < w.before_id and not p.is_termination
      order by processed_date desc, id desc limit 3
    ) last on true
    group by w.employee_id, w.run_id, w.self_id, w.year_start, w.year_end`.execute(tx)
  return rows
}
