import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import type { WholePay } from './pays.ts'

/** Pays this long after a change are looked at: two income years. */
const LOOKS_AHEAD = '800 days'

/** The processed pays of the employee that came after this one, in their order. */
export async function laterIds(tx: Tx, { row }: WholePay): Promise<number[]> {
  if (row.status !== 'processed') return []
  const { rows } = await sql<{ id: number }>`
    select id from pays
    where employee_id = ${row.employee_id} and status = 'processed' and id <> ${row.id}
      and processed_date <= ${row.processed_date}::date + ${LOOKS_AHEAD}::interval
      and (processed_date > ${row.processed_date} or id > ${row.id})
    order by processed_date, id`.execute(tx)
  return rows.map(({ id }) => id)
}
