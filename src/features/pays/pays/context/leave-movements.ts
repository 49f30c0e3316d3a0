import { sql } from 'kysely'
import type { Queryable } from '../../../../database/connect.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { LeaveMovement } from '../../../../payroll/result.ts'

/** The processed pays of these employees, in period order. */
export async function listProcessedIds(query: Queryable, employeeIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select pays.id from pays join pay_runs run on run.id = pays.pay_run_id
    where pays.employee_id = any(${employeeIds}::int[]) and pays.status = 'processed'
    order by run.end_date, pays.processed_date, pays.id`.execute(query)
  return rows.map(({ id }) => id)
}

/** The leave movements of these pays, by pay. */
export async function loadMovements(
  query: Queryable,
  payIds: readonly number[],
): Promise<Map<number, LeaveMovement[]>> {
  const { rows } = await sql<{
    pay_id: number
    balance: LeaveMovement['balance']
    kind: LeaveMovement['kind']
    amount: string
  }>`
    select pay_id, balance, kind, amount from leave_movements where pay_id = any(${payIds}::int[])
    order by pay_id, balance, kind`.execute(query)
  const byPay = Map.groupBy(rows, ({ pay_id }) => pay_id)
  return new Map(
    [...byPay].map(([id, own]) => [
      id,
      own.map(({ balance, kind, amount }) => ({ balance, kind, amount: decimal(amount) })),
    ]),
  )
}
