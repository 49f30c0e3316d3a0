import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { customerOf } from '../../../database/customer-of.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import { rowName } from '../../../security/sealed-columns.ts'
import { forgetSnapshots } from '../employees/index.ts'
import type { RankedAccount } from './rules.ts'

const COLUMN = 'employee_bank_accounts.account_number'
const nameOf = (row: { employee_id: number; rank: number }) => rowName(row.employee_id, row.rank)

export type StoredAccount = RankedAccount & { id: number; employee_id: number }

/** Loads the accounts of these employees by rank in one query, with account numbers in plain text. */
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
  return rows.map(({ customer_id: _customer, ...row }) => ({
    ...row,
    account_number: cipher.open(COLUMN, nameOf(row), row.account_number),
  }))
}

export type NamedEmployee = {
  id: number
  company_id: number
  customer_id: number
  first_name: string
  last_name: string
  /** The account in the record, encrypted. Pays go to it while there is no list. */
  primary_bank_account_number: string | null
}

/** The names and companies of these employees. */
export async function namesOf(tx: Tx, ids: readonly number[]) {
  const { rows } = await sql<NamedEmployee>`
    select id, company_id, customer_id, first_name, last_name, primary_bank_account_number
    from employees where id = any(${ids}::int[]) order by id`.execute(tx)
  return rows
}

/** Rows per statement. PostgreSQL limits the number of parameters. */
const ROWS_AT_ONCE = 2000

/** Replaces the accounts of these employees, who must all belong to one customer. */
export async function storeBankAccounts(
  tx: Tx,
  cipher: FieldCipher,
  lists: ReadonlyMap<number, readonly RankedAccount[]>,
): Promise<void> {
  const ids = [...lists.keys()]
  await forgetSnapshots(tx, ids)
  await sql`delete from employee_bank_accounts where employee_id = any(${ids}::int[])`.execute(tx)
  const [first] = ids
  if (first === undefined) return
  const customerId = await customerOf(tx, 'employees', first)
  const rows = [...lists].flatMap(([employeeId, accounts]) =>
    accounts.map((account) => ({
      ...account,
      customer_id: customerId,
      employee_id: employeeId,
      account_number: cipher.seal(COLUMN, rowName(employeeId, account.rank), account.account_number),
    })),
  )
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await tx
      .insertInto('employee_bank_accounts')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute()
}
