import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'

export type Person = {
  company_id: number
  employee_number: string | null
  employee: string
  employee_id: number
  employment_status: string
  /** The first day on this employment status. */
  since: CivilDate
  given_on: CivilDate | null
  /** The current employees of the company. */
  employees: number
}

/**
 * Current employees with the day from which they have their employment status: the last dated change to it, otherwise the start of
 * the employment.
 */
export async function listPeople(
  query: Queryable,
  companyIds: readonly number[],
  statuses: readonly string[],
): Promise<Person[]> {
  if (companyIds.length === 0) return []
  const { rows } = await sql<Person>`
    select e.company_id, e.number as employee_number, e.first_name || ' ' || e.last_name as employee, e.id as employee_id,
      greatest(e.start_date, changed.since) as since, e.casual_statement_given_on as given_on, e.employment_status, size.employees
    from employees e
    join (
      select company_id, count(*)::int as employees from employees
      where company_id = any(${companyIds}::int[]) and not is_deleted and not is_terminated group by company_id
    ) size on size.company_id = e.company_id
    left join lateral (
      select max(t.effective_from) as since from employee_terms t
      where t.employee_id = e.id and t.status = 'applied' and t.fields ->> 'employment_status' = e.employment_status
        and t.before ->> 'employment_status' is distinct from e.employment_status and t.origin = 'entered') changed on true
    where e.company_id = any(${companyIds}::int[]) and e.employment_status = any(${statuses}::text[])
      and not e.is_deleted and not e.is_terminated
    order by e.last_name, e.first_name, e.id`.execute(query)
  return rows
}
