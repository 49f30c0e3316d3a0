import type { Employee } from '../../../database/tables/employees.ts'
import type { EarlierEmployment } from '../../../database/tables/employments.ts'
import { addDays, civilDate } from '../../../kernel/values/dates.ts'
import { allEmploymentsOf } from '../../employees/employees/index.ts'
import { keyOf } from './lines.ts'
import type { LineRow, ReportedDates } from './load.ts'
import type { Payday } from './planned.ts'

/* The start date that Inland Revenue gets for a person. Usually it is the start date of the record. */

/** `transferred`: the first day under the employer's current number of someone who was filed under an earlier one. */
export function startFor(
  employee: Employee,
  earlier: readonly EarlierEmployment[],
  reported: ReportedDates | undefined,
  transferred: string | undefined,
): Employee['start_date'] {
  const { start_date: recorded, is_terminated: hasLeft, termination_date: left } = employee
  const finish = reported?.finish_date ?? null
  // The start that was reported for this record stays, unless a finish was reported after it and reversed.
  if (reported?.recorded_start === recorded && (finish === null || hasLeft))
    return hasLeft && left !== null && left < reported.start_date ? recorded : reported.start_date
  // A finish that was filed and is no longer true: the person starts again on the next day.
  if (finish !== null && !hasLeft && recorded <= finish) return addDays(civilDate(finish), 1)
  const current = allEmploymentsOf(employee, earlier, null).at(-1)
  // If service continued and no finish was reported, there is no new start.
  const own = current?.isContinuous && finish === null ? current.serviceStart : recorded
  return !reported && transferred !== undefined && own < transferred ? transferred : own
}

/**
 * The first day of the first pay period that this call files under the current number, for people who were last filed
 * under an earlier one. `formerly` has their last payday there.
 */
export function transferredOn(
  paydays: readonly Payday[],
  rows: readonly LineRow[],
  formerly: ReadonlyMap<number, string>,
): Map<number, string> {
  if (formerly.size === 0) return new Map()
  const filed = new Set(
    paydays.flatMap((payday) => payday.filed.map((line) => `${payday.payDate}/${keyOf(line)}`)),
  )
  const first = new Map<number, string>()
  for (const row of rows) {
    if (!formerly.has(row.employee_id) || filed.has(`${row.pay_date}/${keyOf(row)}`)) continue
    const known = first.get(row.employee_id)
    if (known === undefined || row.period_start < known) first.set(row.employee_id, row.period_start)
  }
  return first
}
