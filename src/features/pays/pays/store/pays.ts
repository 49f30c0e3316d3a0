import { CompiledQuery, sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'
import type { Company } from '../../../../database/tables/companies.ts'
import type { FinishedPart } from '../finish.ts'
import type { PayTask } from '../task.ts'
import { takeFromBalances } from './balances.ts'

/** Writes pays; what belonged to those that are made anew goes first. */
export async function storePays(
  tx: Tx,
  company: Company,
  tasks: readonly PayTask[],
  { rows, pays }: FinishedPart,
  now: Date,
): Promise<void> {
  const existing = tasks.flatMap((task) => task.existing?.id ?? [])
  if (existing.length > 0) await clearPays(tx, existing, now)
  await tx.executeQuery(CompiledQuery.raw(rows.text, rows.values))
  for (const [index, task] of tasks.entries()) await storeTermination(tx, company, task, pays[index], now)
}

/** Takes away what belongs to pays: their lines, and the leave they moved. The pays themselves stay. */
export async function clearPays(tx: Tx, payIds: readonly number[], now: Date): Promise<void> {
  await takeFromBalances(tx, payIds, now)
  await sql`delete from leave_movements where pay_id = any(${payIds}::int[])`.execute(tx)
  await sql`delete from pay_lines where pay_id = any(${payIds}::int[])`.execute(tx)
}

async function storeTermination(
  tx: Tx,
  company: Company,
  task: PayTask,
  pay: FinishedPart['pays'][number] | undefined,
  now: Date,
): Promise<void> {
  if (!task.termination || !pay?.termination) return
  await tx
    .insertInto('terminations')
    .values({
      pay_id: pay.id,
      employee_id: task.employee.id,
      customer_id: company.customer_id,
      company_id: company.id,
      termination_date: task.termination.termination_date,
      request: JSON.stringify(task.termination),
      result: JSON.stringify(pay.termination),
      created_at: now,
    })
    .onConflict((on) => on.column('pay_id').doUpdateSet((row) => ({ result: row.ref('excluded.result') })))
    .execute()
}

/** Deletes a pay. What was reported of it stays, and says that it is gone: the authority has to be told. */
export async function deletePay(tx: Tx, payId: number, now: Date): Promise<void> {
  await tx.updateTable('submission_pays').set({ gone_at: now }).where('pay_id', '=', payId).execute()
  await tx.deleteFrom('pays').where('id', '=', payId).execute()
}
