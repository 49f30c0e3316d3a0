import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'
import type { PayRunRow } from '../../../database/tables/pays.ts'

export type RepeatedPays = { employee_id: number; pays: number; line: string }

/** People of the run with a draft and another pay that have a row in common, with one such row. */
export async function listRepeated(query: Queryable, run: PayRunRow): Promise<RepeatedPays[]> {
  const { rows } = await sql<RepeatedPays>`
    with line as (
      select pays.id, pays.employee_id, pays.status, line.description,
        case line.kind when 'hours' then lower(line.description) else details ->> 'leave_type' end as name,
        line.kind, details ->> 'date' as day
      from pays join pay_lines line on line.pay_id = pays.id
      where pays.company_id = ${run.company_id} and pay_run_id = ${run.id} and not pays.is_termination
        and line.kind in ('hours', 'leave')
        and pays.employee_id in (select employee_id from pays where pay_run_id = ${run.id} group by 1 having count(*) > 1))
    select one.employee_id, count(distinct other.id)::int + 1 as pays, min(one.description) as line
    from line one join line other on other.employee_id = one.employee_id and other.id < one.id
      and other.kind = one.kind and other.name = one.name
      and (one.day is null or other.day is null or one.day = other.day)
    where one.status = 'pending' or other.status = 'pending'
    group by one.employee_id`.execute(query)
  return rows
}
