import { type Insertable, sql, type Updateable } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { customerOf } from '../../../database/customer-of.ts'
import { isId } from '../../../database/ids.ts'
import type { CompanyAllowance, CompanyAllowancesTable } from '../../../database/tables/allowances.ts'

export type AllowanceRow = CompanyAllowance & { employee_ids: number[] }

// Deleted employees stay attached but are not shown, so that restoring them also restores the allowance.
const attachedIds = sql<number[]>`array(
  select link.employee_id from company_allowance_employees link
  join employees on employees.id = link.employee_id and not employees.is_deleted
  where link.allowance_id = company_allowances.id order by link.employee_id)`.as('employee_ids')

/** The company's allowances by description, with the ids of the attached employees. */
export function listAllowances(query: Queryable, companyId: number): Promise<AllowanceRow[]> {
  return query
    .selectFrom('company_allowances')
    .selectAll()
    .select(attachedIds)
    .where('company_id', '=', companyId)
    .orderBy(sql`lower(description)`)
    .orderBy('id')
    .execute()
}

/** Finds an allowance of this company. Another company's allowance is not found. */
export async function findAllowance(
  query: Queryable,
  companyId: number,
  allowanceId: number,
  options: { lock?: boolean } = {},
): Promise<AllowanceRow | undefined> {
  if (!isId(allowanceId)) return undefined
  let select = query
    .selectFrom('company_allowances')
    .selectAll()
    .select(attachedIds)
    .where('company_id', '=', companyId)
    .where('id', '=', allowanceId)
  if (options.lock) select = select.forUpdate()
  return select.executeTakeFirst()
}

export async function insertAllowance(tx: Tx, row: Insertable<CompanyAllowancesTable>): Promise<number> {
  const { id } = await tx
    .insertInto('company_allowances')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateAllowance(
  tx: Tx,
  allowanceId: number,
  change: Updateable<CompanyAllowancesTable>,
): Promise<void> {
  await tx.updateTable('company_allowances').set(change).where('id', '=', allowanceId).execute()
}

/** Deletes the allowance with its attachments and its claim on the description. */
export async function deleteAllowance(tx: Tx, allowanceId: number): Promise<void> {
  await tx.deleteFrom('company_allowances').where('id', '=', allowanceId).execute()
}

/** Replaces the set of attached employees. */
export async function attachEmployees(
  tx: Tx,
  allowanceId: number,
  employeeIds: readonly number[],
): Promise<void> {
  await sql`delete from company_allowance_employees
    where allowance_id = ${allowanceId} and employee_id <> all(${employeeIds}::int[])`.execute(tx)
  const customerId = await customerOf(tx, 'company_allowances', allowanceId)
  await sql`insert into company_allowance_employees (customer_id, allowance_id, employee_id)
    select ${customerId}::int, ${allowanceId}::int, unnest(${employeeIds}::int[]) on conflict do nothing`.execute(
    tx,
  )
}

/** Renames this allowance's lines on pays. Other lines do not change. */
export async function renamePayLines(tx: Tx, allowanceId: number, description: string): Promise<void> {
  await tx
    .updateTable('pay_lines')
    .set({ description })
    .where('template_id', '=', allowanceId)
    .where('kind', '=', 'allowance')
    .execute()
}
