import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'

/** Locks a deleted company. Returns false if it is no longer deleted. */
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

/** Gives employees back the numbers that were freed with the company. Returns the numbers that are now used by others. */
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
