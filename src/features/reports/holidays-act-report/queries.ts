import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'

export type PayOfEmployee = { id: number; employee_id: number }

/**
 * The processed pays of a span, oldest first for each employee. Pays without leave rows are needed too,
 * because an unpaid public holiday has no row.
 */
export async function listPaysOf(
  query: Queryable,
  companyId: number,
  span: { from: string; to: string; employeeId?: number },
  limit: number,
): Promise<PayOfEmployee[]> {
  const { rows } = await sql<PayOfEmployee>`
    select pays.id, pays.employee_id from pays
    where pays.company_id = ${companyId} and pays.status = 'processed'
      and pays.processed_date between ${span.from} and ${span.to}
      and (${span.employeeId ?? null}::bigint is null or pays.employee_id = ${span.employeeId ?? null}::bigint)
    order by pays.employee_id, pays.processed_date, pays.id
    limit ${limit}`.execute(query)
  return rows
}

/** The periods of these pays of the company. */
export function listPeriodsOf(query: Queryable, companyId: number, payIds: readonly number[]) {
  if (payIds.length === 0) return Promise.resolve([])
  return query
    .selectFrom('pays')
    .innerJoin('pay_runs', 'pay_runs.id', 'pays.pay_run_id')
    .select(['pays.id', 'pay_runs.start_date', 'pay_runs.end_date'])
    .where('pays.company_id', '=', companyId)
    .where('pays.id', 'in', [...payIds])
    .execute()
}

/** Employees of the company by id, including those who left. */
export function listEmployeesOf(query: Queryable, companyId: number, ids: readonly number[]) {
  if (ids.length === 0) return Promise.resolve([])
  return query
    .selectFrom('employees')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('is_deleted', '=', false)
    .where('id', 'in', [...ids])
    .execute()
}
