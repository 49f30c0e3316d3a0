import { sql } from 'kysely'
import type { Queryable } from '../../../../database/connect.ts'
import type { PayRunRow } from '../../../../database/tables/pays.ts'
import { formatName } from '../../../../http/view.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'

type RunOfCalendar = Pick<
  PayRunRow,
  'id' | 'company_id' | 'pay_period' | 'pay_calendar_id' | 'start_date' | 'end_date'
>

/** The employees on the calendar of a run. */
export const ofCalendar = (run: RunOfCalendar) =>
  sql`company_id = ${run.company_id} and pay_period = ${run.pay_period}
    and pay_calendar_id is not distinct from ${run.pay_calendar_id}::int and not is_deleted`

const isRegular = sql`not is_workers_comp and (status = 'pending' or not is_termination and (
  select true from pay_lines where pay_id = pays.id and kind in ('hours', 'leave') limit 1))`

/**
 * The employee's pay in a run that covers the period's wages. A draft always does, whatever its lines. A processed pay
 * does if it has hours or leave. Workers compensation and the final pay of an earlier employment do not.
 */
export const regularPay = (run: Pick<PayRunRow, 'id'>) =>
  sql<number | null>`(select min(pays.id) from pays
    where pays.employee_id = employees.id and pay_run_id = ${run.id} and ${isRegular})`

/** The regular pays of all employees in the run, in one pass. */
const regularPays = (run: Pick<PayRunRow, 'id'>) =>
  sql`select employee_id, min(id) as pay_id from pays where pay_run_id = ${run.id} and ${isRegular} group by employee_id`

/** An employee of the calendar without a draft, and the reason. */
export type Skipped = { employee_id: number; format_name: string; reason: string }

type Candidate = {
  id: number
  first_name: string
  last_name: string
  active_pay_recipient: boolean
  start_date: CivilDate | null
  termination_date: CivilDate | null
  regular_pay_id: number | null
}

/**
 * Lists the employees who are left out when the run is drafted. Employees who left before the period are not
 * expected. With `isDrafted`, employees with a regular pay are in the run and are not listed.
 */
export async function listSkipped(
  query: Queryable,
  run: RunOfCalendar,
  { isDrafted }: { isDrafted: boolean },
): Promise<Skipped[]> {
  const { rows } = await sql<Candidate>`
    select id, first_name, last_name, active_pay_recipient, start_date,
      case when is_terminated then coalesce(termination_date, start_date) end as termination_date,
      regular.pay_id as regular_pay_id
    from employees left join (${regularPays(run)}) regular on regular.employee_id = employees.id
    where ${ofCalendar(run)} and (not is_terminated or termination_date >= ${run.start_date})
    order by name_key(last_name), name_key(first_name), id`.execute(query)
  return rows.flatMap((employee) => {
    if (isDrafted && employee.regular_pay_id !== null) return []
    const reason = reasonToSkip(employee, run, isDrafted)
    return reason === null ? [] : { employee_id: employee.id, format_name: formatName(employee), reason }
  })
}

function reasonToSkip(employee: Candidate, run: RunOfCalendar, isDrafted: boolean): string | null {
  const { termination_date: ended, start_date: start } = employee
  if (ended !== null) return `The employment ended on ${ended}.`
  if (employee.regular_pay_id !== null)
    return `Pay ${employee.regular_pay_id} of this run already covers the period.`
  if (!employee.active_pay_recipient) return 'Not an active pay recipient.'
  if (start !== null && start > run.end_date)
    return `Starts on ${start}, after the period ends on ${run.end_date}.`
  return isDrafted ? 'No regular pay in this run yet: draft the run again to add one.' : null
}
