import { sql } from 'kysely'
import type { Queryable, Tx } from '../../database/connect.ts'
import type { FieldCipher } from '../../security/field-encryption.ts'
import { rowName } from '../../security/sealed-columns.ts'
import { forgetSnapshot } from '../employees/index.ts'
import type { RankedFund } from './rules.ts'

const COLUMN = 'employee_super_funds.bank_account_number'
const nameOf = (row: { employee_id: number; rank: number }) => rowName(row.employee_id, row.rank)

export type StoredFund = RankedFund & { id: number; employee_id: number }

/** The funds of these employees in their order, account numbers in clear, in one query. */
export async function loadSuperFunds(
  query: Queryable,
  cipher: FieldCipher,
  employeeIds: readonly number[],
): Promise<StoredFund[]> {
  const rows = await query
    .selectFrom('employee_super_funds')
    .selectAll()
    .where(sql<boolean>`employee_id = any(${employeeIds}::integer[])`)
    .orderBy('employee_id')
    .orderBy('rank')
    .execute()
  return rows.map((row) => ({
    ...row,
    bank_account_number: row.bank_account_number && cipher.open(COLUMN, nameOf(row), row.bank_account_number),
  }))
}

/** Puts these funds in the place of those the employee had. */
export async function replaceSuperFunds(
  tx: Tx,
  cipher: FieldCipher,
  employeeId: number,
  funds: readonly RankedFund[],
): Promise<void> {
  await forgetSnapshot(tx, employeeId)
  await tx.deleteFrom('employee_super_funds').where('employee_id', '=', employeeId).execute()
  if (funds.length === 0) return
  await tx
    .insertInto('employee_super_funds')
    .values(
      funds.map((fund) => ({
        ...fund,
        employee_id: employeeId,
        bank_account_number:
          fund.bank_account_number &&
          cipher.seal(COLUMN, rowName(employeeId, fund.rank), fund.bank_account_number),
      })),
    )
    .execute()
}
