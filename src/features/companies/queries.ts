import { type Insertable, sql, type Updateable } from 'kysely'
import type { Queryable, Tx } from '../../database/connect.ts'
import { isId } from '../../database/ids.ts'
import type { CompaniesTable, Company } from '../../database/tables/companies.ts'

/** A company that is not deleted. Whose it is, the caller's access check decides. */
export async function findCompany(query: Queryable, companyId: number): Promise<Company | undefined> {
  if (!isId(companyId)) return undefined
  return query
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The customer's companies that are not deleted, oldest first. */
export function listCompanies(query: Queryable, customerId: number): Promise<Company[]> {
  return query
    .selectFrom('companies')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Reads a company again and holds it, so that two changes at once follow each other. */
export function lockCompany(tx: Tx, companyId: number): Promise<Company | undefined> {
  return tx
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', companyId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export function insertCompany(tx: Tx, row: Insertable<CompaniesTable>): Promise<Company> {
  return tx.insertInto('companies').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateCompany(
  tx: Tx,
  companyId: number,
  change: Updateable<CompaniesTable>,
): Promise<Company> {
  return tx
    .updateTable('companies')
    .set(change)
    .where('id', '=', companyId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The company a customer's web app opens with: the first one made, until another is chosen. */
export async function setDefaultCompany(
  tx: Tx,
  customerId: number,
  companyId: number,
  options: { onlyIfNone?: boolean } = {},
): Promise<void> {
  let update = tx
    .updateTable('customers')
    .set({ default_company_id: companyId })
    .where('id', '=', customerId)
    .where(sql<boolean>`default_company_id is distinct from ${companyId}`)
  if (options.onlyIfNone) update = update.where('default_company_id', 'is', null)
  await update.execute()
}

/** A deleted company is nobody's default. */
export async function clearDefaultCompany(tx: Tx, companyId: number): Promise<void> {
  await tx
    .updateTable('customers')
    .set({ default_company_id: null })
    .where('default_company_id', '=', companyId)
    .execute()
}

export type EmployeeName = {
  id: number
  company_id: number
  number: string | null
  first_name: string
  last_name: string
  is_terminated: boolean
}

/** Names of the employees of these companies that are not deleted, by last name and first name. */
export async function listEmployeeNames(
  query: Queryable,
  companyIds: readonly number[],
): Promise<EmployeeName[]> {
  const { rows } = await sql<EmployeeName>`
    select id, company_id, number, first_name, last_name, is_terminated
    from employees
    where company_id = any(${companyIds}) and not is_deleted
    order by name_key(last_name), name_key(first_name), id`.execute(query)
  return rows
}

/** Which of these ids are employees of the company that are not deleted; held until the transaction ends. */
export async function lockEmployeesOf(tx: Tx, companyId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from employees
    where id = any(${ids.filter(isId)}) and company_id = ${companyId} and not is_deleted
    order by id for share`.execute(tx)
  return rows.map((row) => row.id)
}

/** Whether any pay of the company exists, drafts included. */
export async function companyHasPays(query: Queryable, companyId: number): Promise<boolean> {
  const pay = await query
    .selectFrom('pays')
    .select('id')
    .where('company_id', '=', companyId)
    .limit(1)
    .executeTakeFirst()
  return pay !== undefined
}
