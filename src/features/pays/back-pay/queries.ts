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
