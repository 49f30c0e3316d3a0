import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { EmployeeChange } from '../../../database/tables/employee-changes.ts'
import { ofTenantClock } from '../../../database/tenant-clock-filter.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'

export type NewChange = Omit<EmployeeChange, 'id'>

/** Writes down changes that carry their date. */
export async function insertChanges(tx: Tx, changes: readonly NewChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    insert into employee_changes (customer_id, company_id, employee_id, effective_from, fields, before, status,
      created_at, applied_at)
    select * from json_to_recordset(${JSON.stringify(changes)}::json) as c (customer_id int, company_id int,
      employee_id int, effective_from date, fields json, before json, status text, created_at timestamptz,
      applied_at timestamptz)`.execute(tx)
}

/** The changes of an employee, latest date first. */
export function listChanges(query: Queryable, employeeId: number): Promise<EmployeeChange[]> {
  return query
    .selectFrom('employee_changes')
    .selectAll()
    .where('employee_id', '=', employeeId)
    .orderBy('effective_from', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Changes whose day has come, in their order. */
export function listDueChanges(
  query: Queryable,
  today: CivilDate,
  sandboxId: number | null,
): Promise<EmployeeChange[]> {
  return query
    .selectFrom('employee_changes')
    .selectAll()
    .where('status', '=', 'scheduled')
    .where('effective_from', '<=', today)
    .where(ofTenantClock('employee_changes.customer_id', sandboxId))
    .orderBy('effective_from')
    .orderBy('id')
    .limit(500)
    .execute()
}

/** One change that still waits, held. */
export async function lockScheduled(tx: Tx, id: number): Promise<EmployeeChange | undefined> {
  if (!isId(id)) return undefined
  return tx
    .selectFrom('employee_changes')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'scheduled')
    .forUpdate()
    .executeTakeFirst()
}

export async function closeChange(
  tx: Tx,
  id: number,
  change: { status: 'applied' | 'refused'; before: string | null; applied_at: Date },
): Promise<void> {
  await tx.updateTable('employee_changes').set(change).where('id', '=', id).execute()
}

export async function deleteChange(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('employee_changes').where('id', '=', id).execute()
}

/** Drafts of an employee that were made before a change which holds for their period, by the change. */
export async function listStaleDrafts(
  query: Queryable,
  employeeId: number,
): Promise<{ change_id: number; pay_id: number }[]> {
  const { rows } = await sql<{ change_id: number; pay_id: number }>`
    select change.id as change_id, pays.id as pay_id
    from employee_changes change
    join pays on pays.employee_id = change.employee_id and pays.status = 'pending'
      and pays.updated_at < change.applied_at
    join pay_runs run on run.id = pays.pay_run_id and run.end_date >= change.effective_from
    where change.employee_id = ${employeeId} and change.status = 'applied'
    order by pays.id`.execute(query)
  return rows
}

export type PaidLine = {
  change_id: number
  start_date: CivilDate
  end_date: CivilDate
  kind: 'hours' | 'leave'
  details: {
    units?: string
    value?: string
    hours?: string
    multiplier?: string | null
    date?: string | null
    leave_type?: string
  }
}

/**
 * Hours and leave of an employee that were paid at an old rate though a later one held already, by the change; rates of their
 * own are left alone.
 */
export async function listUnderpaid(query: Queryable, employeeId: number): Promise<PaidLine[]> {
  const { rows } = await sql<PaidLine>`
    select change.id as change_id, run.start_date, run.end_date, line.kind, line.details
    from employee_changes change
    join pays on pays.employee_id = change.employee_id and pays.status = 'processed' and not pays.is_workers_comp
      and pays.rate_per_hour = (change.before->>'pay_rate_per_hour')::numeric
    join pay_runs run on run.id = pays.pay_run_id and run.end_date >= change.effective_from
    join pay_lines line on line.pay_id = pays.id and line.kind in ('hours', 'leave')
      and line.details->>'has_own_rate' = 'false' and line.details->>'rate_reference' is null
      and line.details->>'rate_description' is null
    where change.employee_id = ${employeeId} and change.status = 'applied'
      and change.fields->>'pay_rate_per_hour' is not null
    order by run.end_date, line.id`.execute(query)
  return rows
}

/** The descriptions of an employee's back payments, of drafts too. */
export async function listBackPayments(query: Queryable, employeeId: number): Promise<Set<string>> {
  const { rows } = await sql<{ description: string }>`
    select distinct line.description from pays join pay_lines line on line.pay_id = pays.id
    where pays.employee_id = ${employeeId} and line.kind = 'back-payment'`.execute(query)
  return new Set(rows.map((row) => row.description))
}
