import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import { openIrdNumber } from './numbers.ts'

/** A company whether deleted or not, for the route that restores it. Whose it is, the caller's access check decides. */
export async function findCompanyEvenDeleted(
  query: Queryable,
  cipher: FieldCipher,
  companyId: number,
): Promise<Company | undefined> {
  if (!isId(companyId)) return undefined
  const { rows } = await sql<Company>`
    select * from companies where id = ${companyId}`.execute(query)
  return rows[0] && openIrdNumber(cipher, rows[0])
}

/** Holds a deleted company; false: it is not deleted any more. */
export async function lockDeletedCompany(tx: Tx, companyId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select id from companies where id = ${companyId} and deleted_at is not null for update`.execute(tx)
  return rows.length > 0
}

export function listDeletedCompanies(query: Queryable, customerId: number) {
  return query
    .selectFrom('companies')
    .select(['id', 'legal_name', 'trading_name', 'jurisdiction', 'deleted_at'])
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Employees get the numbers back that deleting the company freed; the answer names those that are taken by now. */
export async function takeNumbersBack(tx: Tx, companyId: number): Promise<string[]> {
  const { rows } = await sql<{ freed_number: string }>`
    with returned as (
      update employees e set number = freed_number, freed_number = null
      where company_id = ${companyId} and freed_number is not null and not exists (
        select from employees other where other.customer_id = e.customer_id and other.number = e.freed_number)
      returning e.id)
    select freed_number from employees
    where company_id = ${companyId} and freed_number is not null and id not in (select id from returned)
    order by freed_number`.execute(tx)
  return rows.map((row) => row.freed_number)
}
