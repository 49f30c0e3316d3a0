import { sql } from 'kysely'
import type { Queryable, Tx } from '../../database/connect.ts'
import type { RankedFund } from './rules.ts'

export type StoredFund = RankedFund & { id: number; employee_id: number }

/** The funds of these employees in their order, in one query. */
export function loadSuperFunds(query: Queryable, employeeIds: readonly number[]): Promise<StoredFund[]> {
  return query
    .selectFrom('employee_super_funds')
    .selectAll()
    .where(sql<boolean>`employee_id = any(${employeeIds}::integer[])`)
    .orderBy('employee_id')
    .orderBy('rank')
    .execute()
}

/** Puts these funds in the place of those the employee had. */
export async function replaceSuperFunds(
  tx: Tx,
  employeeId: number,
  funds: readonly RankedFund[],
): Promise<void> {
  await tx.deleteFrom('employee_super_funds').where('employee_id', '=', employeeId).execute()
  if (funds.length === 0) return
  await tx
    .insertInto('employee_super_funds')
    .values(funds.map((fund) => ({ ...fund, employee_id: employeeId })))
    .execute()
}
