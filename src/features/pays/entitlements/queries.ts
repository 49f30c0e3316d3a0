import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { decimal } from '../../../kernel/values/money.ts'
import type { LeaveType } from '../../../payroll/words.ts'

/**
 * Hours of family and domestic violence leave by day. Hours paid by a previous system count on the day of the opening
 * balances.
 */
export async function loadViolenceLeave(query: Queryable, employeeId: number, leaveType: LeaveType | null) {
  const { rows } = await sql<{ day: CivilDate; hours: string }>`
    select (line.details ->> 'date')::date as day, line.details ->> 'hours' as hours
    from pays join pay_lines line on line.pay_id = pays.id
    where pays.employee_id = ${employeeId} and pays.status = 'processed' and line.kind = 'leave'
      and line.details ->> 'leave_type' = ${leaveType}
    union all
    select as_at, content -> 'totals' ->> 'family_violence_leave_hours' from opening_balances
    where employee_id = ${employeeId} and content -> 'totals' ->> 'family_violence_leave_hours' is not null`.execute(
    query,
  )
  return rows.map(({ day, hours }) => ({ day, hours: decimal(hours) }))
}
