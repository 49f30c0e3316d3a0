import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'

/** Returns the pay run of the employee's pending termination pay, if there is one. */
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

/** Warns, when accounts or funds change, that processed pays not yet fully sent still go to the accounts in their snapshot. */
export async function openPaysAdvice(tx: Tx, employeeId: number, kind: 'net' | 'super'): Promise<string[]> {
  const owed = sql.ref(`pays.${kind}`)
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(id order by id), '{}') as ids from pays
    where employee_id = ${employeeId} and status = 'processed' and snapshot_id is not null and ${owed} > (
      select coalesce(sum(amount), 0) from payment_lines line
      where line.pay_id = pays.id and line.kind = ${kind} and line.is_living)`.execute(tx)
  const ids = rows[0]?.ids ?? []
  if (ids.length === 0) return []
  const where = kind === 'net' ? 'accounts' : 'funds'
  return [
    `The open amount of ${ids.length === 1 ? 'pay' : 'pays'} ${ids.join(', ')} still goes to the ${where} stored with the pay; redirect the payments to send it to the new ones.`,
  ]
}
