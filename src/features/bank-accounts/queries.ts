import { sql } from 'kysely'
import type { Queryable, Tx } from '../../database/connect.ts'
import type { FieldCipher } from '../../security/field-encryption.ts'
import { rowName } from '../../security/sealed-columns.ts'
import { forgetSnapshot } from '../employees/index.ts'
import type { RankedAccount } from './rules.ts'

const COLUMN = 'employee_bank_accounts.account_number'
const nameOf = (row: { employee_id: number; rank: number }) => rowName(row.employee_id, row.rank)

export type StoredAccount = RankedAccount & { id: number; employee_id: number }

/** The accounts of these employees by rank, their numbers in clear, in one query. */
export async function loadBankAccounts(
  query: Queryable,
  cipher: FieldCipher,
  employeeIds: readonly number[],
): Promise<StoredAccount[]> {
  const rows = await query
    .selectFrom('employee_bank_accounts')
    .selectAll()
    .where(sql<boolean>`employee_id = any(${employeeIds}::integer[])`)
    .orderBy('employee_id')
    .orderBy('rank')
    .execute()
  return rows.map((row) => ({ ...row, account_number: cipher.open(COLUMN, nameOf(row), row.account_number) }))
}

/** Puts these accounts in the place of those the employee had. */
export async function replaceBankAccounts(
  tx: Tx,
  cipher: FieldCipher,
  employeeId: number,
  accounts: readonly RankedAccount[],
): Promise<void> {
  await forgetSnapshot(tx, employeeId)
  await tx.deleteFrom('employee_bank_accounts').where('employee_id', '=', employeeId).execute()
  if (accounts.length === 0) return
  await tx
    .insertInto('employee_bank_accounts')
    .values(
      accounts.map((account) => ({
        ...account,
        employee_id: employeeId,
        account_number: cipher.seal(COLUMN, rowName(employeeId, account.rank), account.account_number),
      })),
    )
    .execute()
}
