import { sql } from 'kysely'
import type { Queryable } from '../../../../database/connect.ts'

/** The prefix of pay lines for arrears found by the Holidays Act report. */
export const LEAVE_ARREARS = 'Holidays Act arrears'

/**
 * Those of the pays whose period had back pay, paid or on a draft. A rise of their rates is in the back pay, so their rows
 * keep the rates they were paid at. Leave arrears are owed in addition to a rise.
 */
export async function paysPaidBack(
  query: Queryable,
  payIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select pays.id from pays join pay_runs on pay_runs.id = pays.pay_run_id
    where pays.id = any(${payIds}::bigint[]) and exists (
      select from pays other join pay_lines line on line.pay_id = other.id
      where other.employee_id = pays.employee_id and line.kind = 'back-payment'
        and line.details->>'start_date' = pay_runs.start_date::text
        and line.details->>'end_date' = pay_runs.end_date::text
        and line.description not like ${`${LEAVE_ARREARS}%`})`.execute(query)
  return new Set(rows.map(({ id }) => id))
}
