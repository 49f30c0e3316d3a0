import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'

/** How many pays of the employee wait to be processed. */
export async function countDrafts(tx: Tx, employeeId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pays where employee_id = ${employeeId} and status = 'pending'`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** Whether a termination pay of the employee waits to be processed; the pay run it lies in. */
export async function findStagedTermination(tx: Tx, employeeId: number): Promise<number | undefined> {
  const pay = await tx
    .selectFrom('pays')
    .select('pay_run_id')
    .where('employee_id', '=', employeeId)
    .where('is_termination', '=', true)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return pay?.pay_run_id
}
