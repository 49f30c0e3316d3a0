import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'

export type PayOfEmployee = { id: number; employee_id: number }

/** The processed pays of a span, oldest first for each employee: a public holiday that was not paid is in none of their rows. */
export async function listPaysOf(
  query: Queryable,
  companyId: number,
  span: { from: string; to: string },
  limit: number,
): Promise<PayOfEmployee[]> {
  const { rows } = await sql<PayOfEmployee>`
    select pays.id, pays.employee_id from pays
    where pays.company_id = ${companyId} and pays.status = 'processed'
      and pays.processed_date between ${span.from} and ${span.to}
    order by pays.employee_id, pays.processed_date, pays.id
    limit ${limit}`.execute(query)
  return rows
}
