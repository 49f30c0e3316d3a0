import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { EmployeeHistory } from '../../../database/tables/employee-history.ts'

/** Inserts history entries in one statement. */
export async function insertHistory(
  tx: Tx,
  rows: readonly (Omit<EmployeeHistory, 'id' | 'identity'> & Partial<Pick<EmployeeHistory, 'identity'>>)[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into employee_history (customer_id, company_id, employee_id, at, user_id, client_id, action, changes, identity)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as h (customer_id int, company_id int,
      employee_id int, at timestamptz, user_id int, client_id text, action text, changes jsonb, identity jsonb)`.execute(
    tx,
  )
}

const SHOWN = 500

/** Reads the latest history entries of an employee, with the user who made each change. */
export function readHistory(query: Queryable, customerId: number, employeeId: number) {
  return query
    .selectFrom('employee_history as h')
    .leftJoin('users as u', 'u.id', 'h.user_id')
    .select([
      'h.id',
      'h.at',
      'u.name as user_name',
      'u.email as user_email',
      'h.client_id',
      'h.action',
      'h.changes',
    ])
    .where('h.customer_id', '=', customerId)
    .where('h.employee_id', '=', employeeId)
    .orderBy('h.id', 'desc')
    .limit(SHOWN)
    .execute()
}

/** Which of these fields of the employee were changed after the last processed pay. None if there is no such pay. */
export async function listChangedSinceLastPay(
  tx: Tx,
  employeeId: number,
  fields: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ field: string }>`
    select distinct change ->> 'field' as field
    from employee_history h cross join lateral jsonb_array_elements(h.changes) change
    where h.employee_id = ${employeeId} and change ->> 'field' = any(${fields}::text[])
      and h.at >= (select max(created_at) from pays where employee_id = ${employeeId} and status = 'processed')`.execute(
    tx,
  )
  return new Set(rows.map(({ field }) => field))
}
