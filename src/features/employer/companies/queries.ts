import { type Insertable, sql, type Updateable } from 'kysely'
import { type CompanyScope, isInScope } from '../../../database/company-scope.ts'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { CompaniesTable, Company } from '../../../database/tables/companies.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import type { PayPeriod } from '../../../payroll/pay-periods.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import { openIrdNumber, sealNumbers } from './numbers.ts'

/** Finds a company that is not deleted. The caller's access check decides whose it is. */
export async function findCompany(
  query: Queryable,
  cipher: FieldCipher,
  companyId: number,
): Promise<Company | undefined> {
  const company = await findCompanyEvenDeleted(query, cipher, companyId)
  return company?.deleted_at === null ? company : undefined
}

/** Finds a company, deleted or not, for the route that restores it. */
export async function findCompanyEvenDeleted(
  query: Queryable,
  cipher: FieldCipher,
  companyId: number,
): Promise<Company | undefined> {
  if (!isId(companyId)) return undefined
  // Raw SQL, because nearly every request runs this query and building it would cost as much as sending it.
  const { rows } = await sql<Company>`select * from companies where id = ${companyId}`.execute(query)
  return rows[0] && openIrdNumber(cipher, rows[0])
}

export type CompanyWithNames = Company & { names: EmployeeName[] }

/** Finds a company with its employees' names in one statement, for the route that shows only these. */
export async function findCompanyWithNames(
  query: Queryable,
  cipher: FieldCipher,
  companyId: number,
): Promise<CompanyWithNames | undefined> {
  if (!isId(companyId)) return undefined
  const { rows } = await sql<CompanyWithNames>`
    select companies.*, ${NAMES} as names from companies
    where id = ${companyId} and deleted_at is null`.execute(query)
  return rows[0] && openIrdNumber(cipher, rows[0])
}

const NAMES = sql`coalesce((
  select json_agg(json_build_object('id', id, 'company_id', company_id, 'number', number, 'first_name', first_name,
    'last_name', last_name, 'is_terminated', is_terminated) order by name_key(last_name), name_key(first_name), id)
  from employees where company_id = companies.id and not is_deleted), '[]')`

/** Companies per chunk. Each comes with its employees, so a chunk has some thousand names at most. */
const COMPANIES_PER_PART = 50

/** Yields the companies in scope that are not deleted, oldest first. Each chunk is one short statement. */
export async function* listCompanies(
  query: Queryable,
  cipher: FieldCipher,
  scope: CompanyScope,
): AsyncGenerator<CompanyWithNames[]> {
  let after = 0
  for (;;) {
    const { rows } = await sql<CompanyWithNames>`
      select companies.*, ${NAMES} as names from companies
      where ${isInScope(scope, 'companies', 'id')} and deleted_at is null and id > ${after}
      order by id limit ${COMPANIES_PER_PART}`.execute(query)
    yield rows.map((row) => openIrdNumber(cipher, row))
    after = rows.at(-1)?.id ?? after
    if (rows.length < COMPANIES_PER_PART) return
  }
}

/** The account's other companies that pay from a bank account. */
export function listOtherPayers(tx: Tx, { id, customer_id }: Pick<Company, 'id' | 'customer_id'>) {
  return tx
    .selectFrom('companies')
    .select(['id', 'customer_id', 'jurisdiction', 'legal_name', 'bank_bsb', 'bank_account_number'])
    .where('customer_id', '=', customer_id)
    .where('id', '<>', id)
    .where('bank_account_number', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Reads a company again and locks it, so that concurrent changes run one after the other. */
export async function lockCompany(
  tx: Tx,
  cipher: FieldCipher,
  companyId: number,
): Promise<Company | undefined> {
  const row = await tx
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', companyId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row && openIrdNumber(cipher, row)
}

/** Reserves the id first, because the numbers are encrypted for that row id. */
async function takeCompanyId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval('companies_id_seq')::integer as id`.execute(tx)
  return present(rows[0]).id
}

export async function insertCompany(
  tx: Tx,
  cipher: FieldCipher,
  fields: Insertable<CompaniesTable>,
): Promise<Company> {
  const id = await takeCompanyId(tx)
  const row = { ...sealNumbers(cipher, id, fields), id }
  const stored = await tx.insertInto('companies').values(row).returningAll().executeTakeFirstOrThrow()
  return openIrdNumber(cipher, stored)
}

export async function updateCompany(
  tx: Tx,
  cipher: FieldCipher,
  companyId: number,
  change: Updateable<CompaniesTable>,
): Promise<Company> {
  const stored = await tx
    .updateTable('companies')
    .set(sealNumbers(cipher, companyId, change))
    .where('id', '=', companyId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return openIrdNumber(cipher, stored)
}

/** Sets the company that opens first in the customer's web app. Initially it is the first one created. */
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

/** A deleted company cannot be the default. */
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

/** The names of these companies' employees who are not deleted, by last and first name. */
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

/** The ids among these of company employees who are not deleted. Locked until the transaction ends. */
export async function lockEmployeesOf(tx: Tx, companyId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from employees
    where id = any(${ids.filter(isId)}) and company_id = ${companyId} and not is_deleted
    order by id for share`.execute(tx)
  return rows.map((row) => row.id)
}

/** The end of the latest weekly and fortnightly period with a pay. */
export async function lastPeriods(
  tx: Tx,
  companyId: number,
): Promise<{ pay_period: PayPeriod; end_date: string }[]> {
  const { rows } = await sql<{ pay_period: PayPeriod; end_date: string }>`
    select run.pay_period, max(run.end_date) as end_date from pay_runs run
    where run.company_id = ${companyId} and run.pay_period in ('WEEKLY', 'FORTNIGHTLY', 'FOUR_WEEKLY')
      and exists (select from pays where pays.pay_run_id = run.id)
    group by run.pay_period order by run.pay_period`.execute(tx)
  return rows
}

/** Frees the employee numbers of a deleted company for reuse. The employees keep them as `freed_number`. */
export async function freeNumbers(tx: Tx, companyId: number): Promise<void> {
  await sql`update employees set freed_number = number, number = null
    where company_id = ${companyId} and number is not null`.execute(tx)
}

/** Whether the company has any pay, including drafts. */
export async function companyHasPays(query: Queryable, companyId: number): Promise<boolean> {
  const pay = await query
    .selectFrom('pays')
    .select('id')
    .where('company_id', '=', companyId)
    .limit(1)
    .executeTakeFirst()
  return pay !== undefined
}

/** Whether anything was lodged for a payday from this day on, or is in progress. */
export async function hasLodgedSince(query: Queryable, companyId: number, from: CivilDate): Promise<boolean> {
  const lodged = await query
    .selectFrom('submissions')
    .select('id')
    .where('company_id', '=', companyId)
    .where('pay_date', '>=', from)
    .where('status', 'not in', ['rejected', 'withdrawn'])
    .limit(1)
    .executeTakeFirst()
  return lodged !== undefined
}

/** Counts the pending pays of these employees. */
export async function countDrafts(tx: Tx, employeeIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pays
    where employee_id = any(${employeeIds}::int[]) and status = 'pending'`.execute(tx)
  return rows[0]?.count ?? 0
}
