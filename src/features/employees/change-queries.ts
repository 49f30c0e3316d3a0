import { sql } from 'kysely'
import type { Queryable, Tx } from '../../database/connect.ts'
import { isId } from '../../database/ids.ts'
import { ofClock } from '../../database/of-clock.ts'
import type { EmployeeChange } from '../../database/tables/employee-changes.ts'
import type { CivilDate } from '../../payroll/dates.ts'

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
    .where(ofClock('employee_changes.customer_id', sandboxId))
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

/** Drafts of the employee that were made before a change which holds for their period. */
export async function listStaleDrafts(query: Queryable, change: EmployeeChange): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select pays.id from pays join pay_runs run on run.id = pays.pay_run_id
    where pays.employee_id = ${change.employee_id} and pays.status = 'pending'
      and run.end_date >= ${change.effective_from} and pays.updated_at < ${change.applied_at}
    order by pays.id`.execute(query)
  return rows.map((row) => row.id)
}

export type PaidLine = {
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

/** Hours and leave that were paid at an old rate though a later one held already; rates of their own are left alone. */
export async function listUnderpaid(
  query: Queryable,
  change: EmployeeChange,
  oldRate: string,
): Promise<PaidLine[]> {
  const { rows } = await sql<PaidLine>`
    select run.start_date, run.end_date, line.kind, line.details
    from pays join pay_runs run on run.id = pays.pay_run_id
    join pay_lines line on line.pay_id = pays.id and line.kind in ('hours', 'leave')
    where pays.employee_id = ${change.employee_id} and pays.status = 'processed' and not pays.is_workers_comp
      and run.end_date >= ${change.effective_from} and pays.rate_per_hour = ${oldRate}::numeric
      and line.details->>'has_own_rate' = 'false' and line.details->>'rate_reference' is null
      and line.details->>'rate_description' is null
    order by run.end_date, line.id`.execute(query)
  return rows
}

/** Whether a back payment of this description was paid to the employee. */
export async function hasBackPayment(
  query: Queryable,
  employeeId: number,
  description: string,
): Promise<boolean> {
  const { rows } = await sql<{ is_paid: boolean }>`
    select exists (select from pay_lines line join pays on pays.id = line.pay_id
      where pays.employee_id = ${employeeId} and line.kind = 'back-payment' and line.description = ${description})
      as is_paid`.execute(query)
  return rows[0]?.is_paid ?? false
}
