import { sql } from 'kysely'
import type { Queryable } from '../../../../database/connect.ts'
import type { PeriodHours } from '../../../../payroll/history.ts'
import type { HoursDetails } from '../lines/lines.ts'

/** The hours lines of the other processed pays of the run, by employee. */
export async function loadPeriodHours(
  tx: Queryable,
  questions: readonly { employeeId: number; runId: number; selfId: number }[],
): Promise<Map<number, PeriodHours[]>> {
  if (questions.length === 0) return new Map()
  const { rows } = await sql<{ employee_id: number; pay_id: number; details: HoursDetails }>`
    select p.employee_id, line.pay_id, line.details
    from unnest(${questions.map((question) => question.employeeId)}::int[],
        ${questions.map((question) => question.runId)}::int[],
        ${questions.map((question) => question.selfId)}::int[]) as w (employee_id, run_id, self_id)
    join pays p on p.employee_id = w.employee_id and p.pay_run_id = w.run_id and p.id <> w.self_id
    join pay_lines line on line.pay_id = p.id and line.kind = 'hours'
    where p.status = 'processed'`.execute(tx)
  const hours = new Map<number, PeriodHours[]>()
  for (const { employee_id, pay_id, details } of rows)
    hours.set(employee_id, [
      ...(hours.get(employee_id) ?? []),
      { units: details.units, value: details.value, payId: pay_id },
    ])
  return hours
}
