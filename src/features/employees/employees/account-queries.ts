import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'

/** The ids among these of employees with a list of accounts. Their pays do not go to the account in the record. */
export async function listWithAccounts(
  tx: Tx,
  employeeIds: readonly number[],
): Promise<Set<number | undefined>> {
  const { rows } = await sql<{ id: number }>`
    select distinct employee_id as id from employee_bank_accounts where employee_id = any(${employeeIds}::int[])`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}
