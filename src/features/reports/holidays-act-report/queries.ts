import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'

export type PayWithLeave = { id: number; employee_id: number }

/** The pays of a span that pay for leave, may pay for work on a public holiday, or end an employment; oldest first for each employee. */
export async function listPaysWithLeave(
  query: Queryable,
  companyId: number,
  span: { from: string; to: string },
  limit: number,
): Promise<PayWithLeave[]> {
  // `offset 0`: beside an "or", the server would rather read the lines of all employers once than those of each pay.
  const { rows } = await sql<PayWithLeave>`
    select pays.id, pays.employee_id from pays
    where pays.company_id = ${companyId} and pays.status = 'processed'
      and pays.processed_date between ${span.from} and ${span.to}
      and (pays.is_termination or exists (
        select from pay_lines line where line.pay_id = pays.id
          and (line.kind = 'leave' or (line.kind = 'hours' and line.details ->> 'date' is not null))
        offset 0))
    order by pays.employee_id, pays.processed_date, pays.id
    limit ${limit}`.execute(query)
  return rows
}
