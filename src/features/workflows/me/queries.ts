import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { LeaveType } from '../../../payroll/words.ts'

const ROWS_MAX = 500

/** The processed pays of an employee, newest first. */
export function listOwnPays(query: Queryable, employee: { id: number; company_id: number }) {
  return query
    .selectFrom('pays as p')
    .innerJoin('pay_runs as run', 'run.id', 'p.pay_run_id')
    .select(['p.id', 'p.processed_date', 'run.start_date', 'run.end_date', 'p.gross', 'p.tax', 'p.net'])
    .where('p.employee_id', '=', employee.id)
    .where('p.company_id', '=', employee.company_id)
    .where('p.status', '=', 'processed')
    .orderBy('p.processed_date', 'desc')
    .orderBy('p.id', 'desc')
    .limit(ROWS_MAX)
    .execute()
}

/** Whether a processed pay belongs to this employee. */
export async function isOwnPay(
  query: Queryable,
  employee: { id: number; company_id: number },
  payId: number,
): Promise<boolean> {
  const row = await query
    .selectFrom('pays')
    .select('id')
    .where('id', '=', isId(payId) ? payId : 0)
    .where('employee_id', '=', employee.id)
    .where('company_id', '=', employee.company_id)
    .where('status', '=', 'processed')
    .executeTakeFirst()
  return row !== undefined
}

export type LeaveTaken = {
  date: CivilDate
  leave_type: LeaveType
  description: string
  hours: string
  pay_id: number
}

/** Leave on processed pays, latest first. */
export async function listLeaveTaken(query: Queryable, employeeId: number): Promise<LeaveTaken[]> {
  const { rows } = await sql<LeaveTaken>`
    select line.details->>'date' as date, line.details->>'leave_type' as leave_type, line.description,
      line.details->>'hours' as hours, pays.id as pay_id
    from pays join pay_lines line on line.pay_id = pays.id and line.kind = 'leave'
    where pays.employee_id = ${employeeId} and pays.status = 'processed'
    order by 1 desc, line.id desc limit ${sql.lit(ROWS_MAX)}`.execute(query)
  return rows
}

/** The user record of a sign-in. */
export function findOneself(query: Queryable, userId: number) {
  return query
    .selectFrom('users')
    .select(['id', 'customer_id', 'email', 'name'])
    .select(sql<boolean>`totp_secret is not null`.as('has_second_factor'))
    .where('id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
}
