import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { PaymentFile } from '../../../database/tables/payments.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import { openCredits, type SplitCredit } from './split-credits.ts'

/** The split credits of these employees in the files of these runs that are not cancelled. */
export async function loadSplitCredits(
  query: Queryable,
  cipher: FieldCipher,
  runIds: readonly number[],
  employeeIds: readonly number[],
): Promise<SplitCredit[]> {
  if (employeeIds.length === 0) return []
  const { rows } = await sql<Pick<PaymentFile, 'id' | 'split_credits'>>`
    select id, split_credits from payment_files file where split_credits is not null and status <> 'cancelled'
      and id in (select payment_file_id from payment_lines
        where is_living and pay_run_id = any(${runIds}::int[]) and employee_id = any(${employeeIds}::int[]))`.execute(
    query,
  )
  const wanted = new Set(employeeIds)
  return rows.flatMap((file) => openCredits(cipher, file)).filter((row) => wanted.has(row.employee_id))
}

export async function storeCredits(tx: Tx, fileId: number, sealed: string | null): Promise<void> {
  await tx.updateTable('payment_files').set({ split_credits: sealed }).where('id', '=', fileId).execute()
}
