import { sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { WHOLE_HISTORY_DAYS } from '../../../../payroll/history.ts'
import type { WholePay } from './pays.ts'

/** The processed pays of the employee that came after this one, in their order. */
export async function laterIds(tx: Tx, { row }: WholePay): Promise<number[]> {
  if (row.status !== 'processed') return []
  const { rows } = await sql<{ id: number }>`
    select id from pays
    where employee_id = ${row.employee_id} and status = 'processed' and id <> ${row.id}
      and processed_date <= ${row.processed_date}::date + ${WHOLE_HISTORY_DAYS}::integer
      and (processed_date > ${row.processed_date} or id > ${row.id})
    order by processed_date, id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The processed pays of these employees that are paid after a day of their own, in their order. */
export async function paysAfter(
  tx: Tx,
  days: readonly { employeeId: number; day: CivilDate }[],
): Promise<{ id: number; employee_id: number }[]> {
  const { rows } = await sql<{ id: number; employee_id: number }>`
    select pays.id, pays.employee_id
    from unnest(${days.map((each) => each.employeeId)}::int[], ${days.map((each) => each.day)}::date[])
      as w (employee_id, day)
    join pays on pays.employee_id = w.employee_id and pays.status = 'processed'
      and pays.processed_date > w.day and pays.processed_date <= w.day + ${WHOLE_HISTORY_DAYS}::integer
    order by pays.employee_id, processed_date, pays.id`.execute(tx)
  return rows
}
