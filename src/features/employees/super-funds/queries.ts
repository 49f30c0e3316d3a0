import { sql } from 'kysely'
import { type CompanyScope, isInScope } from '../../../database/company-scope.ts'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { customerOf } from '../../../database/customer-of.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import { rowName } from '../../../security/sealed-columns.ts'
import { forgetSnapshots } from '../employees/index.ts'
import type { RankedFund } from './rules.ts'
import type { FundSuggestion } from './schema.ts'

const COLUMN = 'employee_super_funds.bank_account_number'
const MEMBER = 'employee_super_funds.member_number'
const nameOf = (row: { employee_id: number; rank: number }) => rowName(row.employee_id, row.rank)

export type StoredFund = RankedFund & { id: number; employee_id: number }

/** Loads the funds of these employees in order in one query, with account and member numbers in plain text. */
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
  return rows.map(({ customer_id: _customer, ...row }) => ({
    ...row,
    bank_account_number: row.bank_account_number && cipher.open(COLUMN, nameOf(row), row.bank_account_number),
    member_number: row.member_number && cipher.open(MEMBER, nameOf(row), row.member_number),
  }))
}

/** Searches funds by name or USI, in the registry and among those of the customer's employees. */
export async function searchFunds(
  query: Queryable,
  scope: CompanyScope,
  text: string,
  limit: number,
): Promise<FundSuggestion[]> {
  const wanted = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<FundSuggestion>`
    select distinct on (usi) usi, fund_name, abn from (
      select own.usi, own.fund_name, own.abn, 1 as place from employee_super_funds own
      join employees on employees.id = own.employee_id
      where ${isInScope(scope, 'employees')} and own.usi is not null
      union all
      select usi, fund_name, abn, 0 from fund_registry
    ) known
    where fund_name ilike ${wanted} or usi ilike ${wanted}
    order by usi, place desc
    limit ${limit}`.execute(query)
  return rows
}

/** Rows per statement. PostgreSQL limits the number of parameters. */
const ROWS_AT_ONCE = 2000

/** Replaces the funds of these employees, who must all belong to one customer. */
export async function storeSuperFunds(
  tx: Tx,
  cipher: FieldCipher,
  lists: ReadonlyMap<number, readonly RankedFund[]>,
): Promise<void> {
  const ids = [...lists.keys()]
  await forgetSnapshots(tx, ids)
  await sql`delete from employee_super_funds where employee_id = any(${ids}::int[])`.execute(tx)
  const [first] = ids
  if (first === undefined) return
  await markNewFunds(tx, lists)
  const customerId = await customerOf(tx, 'employees', first)
  const rows = [...lists].flatMap(([employeeId, funds]) =>
    funds.map((fund) => ({
      ...fund,
      customer_id: customerId,
      employee_id: employeeId,
      bank_account_number:
        fund.bank_account_number &&
        cipher.seal(COLUMN, rowName(employeeId, fund.rank), fund.bank_account_number),
      member_number:
        fund.member_number && cipher.seal(MEMBER, rowName(employeeId, fund.rank), fund.member_number),
    })),
  )
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await tx
      .insertInto('employee_super_funds')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute()
}

/**
 * Marks a fund that an employee gets for the first time. It covers the paydays after the last processed pay. The funds of
 * an employee's first entry are not new: another system may have paid them before.
 */
async function markNewFunds(tx: Tx, lists: ReadonlyMap<number, readonly RankedFund[]>): Promise<void> {
  const named = [...lists].flatMap(([id, funds]) =>
    funds.flatMap(({ usi, abn }) => {
      const fund = usi ?? abn
      return fund === null ? [] : [{ id, fund }]
    }),
  )
  await sql`
    insert into super_fund_starts (employee_id, customer_id, fund, since)
    select distinct employee.id, employee.customer_id, named.fund,
      case when exists (select from super_fund_starts known where known.employee_id = employee.id)
        then (select max(processed_date) + 1 from pays where employee_id = employee.id and status = 'processed') end
    from unnest(${named.map(({ id }) => id)}::int[], ${named.map(({ fund }) => fund)}::text[]) as named (id, fund)
    join employees employee on employee.id = named.id
    on conflict do nothing`.execute(tx)
}
