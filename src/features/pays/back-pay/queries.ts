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

export type PaidBack = {
  description: string
  start_date: string | null
  end_date: string | null
  stp_category: string | null
  amount: string
}

/** The employee's back payments with the days they cover, including those on drafts. */
export async function listPaidBack(query: Queryable, employeeId: number): Promise<PaidBack[]> {
  const { rows } = await sql<PaidBack>`
    select line.description, line.details->>'start_date' as start_date, line.details->>'end_date' as end_date,
      line.details->>'stp_category' as stp_category, line.amount::text as amount
    from pays join pay_lines line on line.pay_id = pays.id
    where pays.employee_id = ${employeeId} and line.kind = 'back-payment'`.execute(query)
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
