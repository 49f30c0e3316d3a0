import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { AuditChange } from '../../../database/tables/operations.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'

export type Happened = {
  id: number
  at: Date
  action: string
  target: string
  user_name: string | null
  changes: readonly AuditChange[] | null
  employee_id: number | null
  employee_name: string | null
  pay_run_id: number | null
  run_end_date: CivilDate | null
}

/**
 * Actions in a company since a date, newest first. Operations in `previewed` are included only if they
 * changed or created something.
 */
export async function listHappened(
  query: Queryable,
  company: Pick<Company, 'id' | 'customer_id'>,
  asked: {
    since: Date
    actions: readonly string[]
    previewed: readonly string[]
    before?: number
    limit: number
  },
): Promise<Happened[]> {
  const earlier =
    asked.before === undefined
      ? sql``
      : sql`and (a.at, a.id) < (select at, id from audit_log where id = ${asked.before} and customer_id = ${company.customer_id})`
  const { rows } = await sql<Happened>`
    select a.id, a.at, a.action, a.target, u.name as user_name, a.changes, e.id as employee_id,
      e.first_name || ' ' || e.last_name as employee_name, run.id as pay_run_id, run.end_date as run_end_date
    from audit_log a left join users u on u.id = a.user_id
    left join employees e on e.company_id = ${company.id}
      and e.id = substring(a.target from '/(?:employees|payees)/([0-9]{1,9})')::integer
    left join pay_runs run on run.company_id = ${company.id}
      and run.id = substring(a.target from '/pay-runs/([0-9]{1,9})')::integer
    where a.customer_id = ${company.customer_id} and a.at >= ${asked.since} and a.outcome < 300 and a.outcome <> 202
      and a.action = any(${asked.actions}::text[])
      and (a.target ~ ${`^/api/(company|super-payments|single-touch|payday-filing)/${company.id}(/|$)`}
        or a.target ~ '^/api/employees/' and e.id is not null)
      and (a.action <> all(${asked.previewed}::text[]) or a.outcome in (201, 204)
        or a.changes is not null and a.changes::text <> '[]') ${earlier}
    order by a.at desc, a.id desc limit ${asked.limit}`.execute(query)
  return rows
}
