import type { Queryable } from '../../database/connect.ts'
import { isId } from '../../database/ids.ts'

/** A run of the company; one of another company is not found. */
export async function findRun(query: Queryable, companyId: number, runId: number) {
  if (!isId(runId)) return undefined
  return query
    .selectFrom('pay_runs')
    .selectAll()
    .where('id', '=', runId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
}

/** The pays of a run with the employee each is for, by name. */
export function listRunPays(query: Queryable, runId: number) {
  return query
    .selectFrom('pays')
    .innerJoin('employees', 'employees.id', 'pays.employee_id')
    .selectAll('employees')
    .select(['pays.id as pay_id', 'pays.net', 'pays.status', 'pays.processed_date'])
    .where('pay_run_id', '=', runId)
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('pays.id')
    .execute()
}
