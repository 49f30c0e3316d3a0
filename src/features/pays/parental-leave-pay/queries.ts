import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { ParentalLeaveInstalment } from '../../../database/tables/parental-leave.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { LeaveType } from '../../../payroll/words.ts'

/** The instalments received for an employee, oldest first. */
export function listInstalments(query: Queryable, employeeId: number): Promise<ParentalLeaveInstalment[]> {
  return query
    .selectFrom('parental_leave_instalments')
    .selectAll()
    .where('employee_id', '=', employeeId)
    .orderBy('received_on')
    .orderBy('id')
    .execute()
}

export type PaidOn = { pay_id: number; pay_date: CivilDate; hours: string; amount: string }

/** The amounts passed on in processed pays, oldest first. */
export async function listPaidOn(
  query: Queryable,
  employeeId: number,
  leaveType: LeaveType,
): Promise<PaidOn[]> {
  const { rows } = await sql<PaidOn>`
    select pays.id as pay_id, pays.processed_date as pay_date, sum((line.details ->> 'hours')::numeric)::text as hours,
      sum(line.amount)::text as amount
    from pays join pay_lines line on line.pay_id = pays.id
    where pays.employee_id = ${employeeId} and pays.status = 'processed' and line.kind = 'leave'
      and line.details ->> 'leave_type' = ${leaveType}
    group by pays.id, pays.processed_date order by pays.processed_date, pays.id`.execute(query)
  return rows
}

export async function insertInstalment(
  tx: Tx,
  employee: Employee,
  instalment: { received_on: CivilDate; amount: string; reference: string | null; created_at: Date },
): Promise<void> {
  const { customer_id, company_id, id: employee_id } = employee
  await tx
    .insertInto('parental_leave_instalments')
    .values({ ...instalment, customer_id, company_id, employee_id })
    .execute()
}

/** Deletes and returns an instalment. Returns undefined if the employee has none with this id. */
export async function deleteInstalment(
  tx: Tx,
  employeeId: number,
  id: number,
): Promise<ParentalLeaveInstalment | undefined> {
  if (!isId(id)) return undefined
  return tx
    .deleteFrom('parental_leave_instalments')
    .where('employee_id', '=', employeeId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
