import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { EarlierEmployment } from '../../../database/tables/employments.ts'
import { type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import { employmentOn } from '../../../payroll/employments.ts'
import { allEmploymentsOf } from '../../employees/employees/index.ts'

/** An employment that ended before the current one, with the cessation code from its final pay. */
type Ended = EarlierEmployment & { cessation: string | null }

/** Employments before the current one, in order. */
export async function loadEndedEmployments(
  tx: Tx,
  employeeIds: readonly number[],
): Promise<ReadonlyMap<number, Ended[]>> {
  const { rows } = await sql<Ended>`
    select employments.*, ended.result->>'cessation_type_code' as cessation
    from employments left join terminations ended on ended.pay_id = employments.final_pay_id
    where employments.employee_id = any(${employeeIds}::int[])
    order by employments.employee_id, employments.start_date, employments.id`.execute(tx)
  return Map.groupBy(rows, (row) => row.employee_id)
}

export type ReportedEmployment = {
  startDate: string
  ended: { date: string; code: string | null } | null
}

/**
 * The employment that an event reports: the one that its date falls in. For example, an employee finalised
 * for last year and rehired this year has left in last year's event. If service continued, the employment
 * began with the first one and did not end in between.
 */
export function employmentAt(
  employee: Employee,
  earlier: readonly Ended[],
  day: CivilDate,
  lastCode: string | null,
): ReportedEmployment {
  const all = allEmploymentsOf(employee, earlier, null)
  const own = employmentOn(all, day)
  const place = own ? all.indexOf(own) : -1
  const next = all[place + 1]
  const startDate = own?.serviceStart ?? civilDate(employee.start_date)
  if (!own?.end || next?.isContinuous) return { startDate, ended: null }
  return { startDate, ended: { date: own.end, code: next ? (earlier[place]?.cessation ?? null) : lastCode } }
}
