import { sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'
import type { PayRunRow } from '../../../../database/tables/pays.ts'
import type { WholePay } from './loaded-pay.ts'
import { loadPays } from './pays.ts'

/** The pays in each employee's previous run of the cycle, one per department. */
export async function loadLastPays(
  tx: Tx,
  employees: readonly { id: number }[],
  run: Pick<PayRunRow, 'company_id' | 'pay_period' | 'pay_calendar_id' | 'end_date'>,
): Promise<WholePay[]> {
  const { rows } = await sql<{ id: number }>`
    with last as (
      select distinct on (pays.employee_id) pays.employee_id, before.id as run_id
      from pays join pay_runs before on before.id = pays.pay_run_id
      where pays.employee_id = any(${employees.map(({ id }) => id)}::int[]) and pays.status = 'processed'
        and not pays.is_termination and not pays.is_workers_comp and before.company_id = ${run.company_id}
        and before.pay_period = ${run.pay_period} and before.end_date < ${run.end_date}
        and before.pay_calendar_id is not distinct from ${run.pay_calendar_id}::int
      order by pays.employee_id, before.end_date desc, before.id desc
    )
    select distinct on (pays.employee_id, pays.pay_department) pays.id
    from last join pays on pays.employee_id = last.employee_id and pays.pay_run_id = last.run_id
    where pays.status = 'processed' and not pays.is_termination and not pays.is_workers_comp
    order by pays.employee_id, pays.pay_department, pays.id`.execute(tx)
  return loadPays(
    tx,
    rows.map((row) => row.id),
  )
}
