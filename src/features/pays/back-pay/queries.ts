import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'

/** The earliest effective date of a dated rate change, or null if there is none. */
export async function findFirstRateChange(query: Queryable, employeeId: number): Promise<CivilDate | null> {
  const { rows } = await sql<{ day: CivilDate | null }>`
    select min(effective_from) as day from employee_terms
    where employee_id = ${employeeId} and entered_on is null and status <> 'refused'
      and fields->>'pay_rate_per_hour' is not null`.execute(query)
  return rows[0]?.day ?? null
}

/**
 * The first day of each employee's rates when one was recorded after a pay of its days had been made. Terms are stored with
 * the second they were recorded in.
 */
export async function listLateRises(
  query: Queryable,
  employeeIds: readonly number[],
): Promise<{ employeeId: number; from: CivilDate }[]> {
  if (employeeIds.length === 0) return []
  const { rows } = await sql<{ employeeId: number; from: CivilDate }>`
    select term.employee_id as "employeeId", min(term.effective_from) as "from" from employee_terms term
    where term.employee_id = any(${employeeIds}::int[]) and term.entered_on is null and term.status <> 'refused'
      and term.fields->>'pay_rate_per_hour' is not null
    group by term.employee_id
    having bool_or(exists (
      select from pays join pay_runs run on run.id = pays.pay_run_id
      where pays.employee_id = term.employee_id and pays.status = 'processed' and not pays.is_termination
        and run.end_date >= term.effective_from and pays.created_at < term.created_at + interval '1 second'))`.execute(
    query,
  )
  return rows
}

/** The employee's next draft, other than a termination pay. */
export async function findNextDraft(
  query: Queryable,
  employeeId: number,
): Promise<{ id: number; pay_run_id: number; processed_date: CivilDate } | undefined> {
  return query
    .selectFrom('pays')
    .select(['id', 'pay_run_id', 'processed_date'])
    .where('employee_id', '=', employeeId)
    .where('status', '=', 'pending')
    .where('is_termination', '=', false)
    .orderBy('processed_date')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}
