import { sql } from 'kysely'
import type { Queryable } from '../../../../database/connect.ts'
import type { PayRunRow } from '../../../../database/tables/pays.ts'
import { addDays, type CivilDate, civilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, decimal, sum, ZERO } from '../../../../kernel/values/money.ts'
import { daysOfRow } from '../../../../payroll/leave-days.ts'
import { readWorkDays, workDaysFor } from '../../../../payroll/work-days.ts'
import { averagesOf, fixedPattern } from '../../../../payroll/work-pattern.ts'
import type { PayEmployee } from '../job/pay-employee.ts'

/* Leave of a period that an earlier pay already has: holidays paid in advance, or a row that runs on into the next period. */

/** One day, with the earlier pay that has it. */
export type DayAhead = { date: CivilDate; hours: Decimal; payId: number }

/** A row of leave rarely covers more than three months. */
const LONGEST_ROW_DAYS = 92

type Row = {
  employee_id: number
  pay_id: number
  run_end: CivilDate
  date: CivilDate
  hours: string
}

type Week = Pick<
  PayEmployee,
  'id' | 'nz_work_pattern' | 'nz_work_days' | 'standard_days_per_week' | 'standard_hours_per_day'
>

/** The days of the run's period that pays of earlier periods have, by employee. Only employees with such days are in the map. */
export async function loadLeaveAhead(
  query: Queryable,
  run: Pick<PayRunRow, 'start_date' | 'end_date'>,
  employees: readonly Week[],
): Promise<Map<number, DayAhead[]>> {
  const rows = await readRows(
    query,
    run,
    employees.map(({ id }) => id),
  )
  const byId = new Map(employees.map((employee) => [employee.id, employee]))
  const found = new Map<number, DayAhead[]>()
  for (const [id, own] of Map.groupBy(rows, (row) => row.employee_id)) {
    const employee = byId.get(id)
    const days = employee ? daysAhead(own, employee, run) : []
    if (days.length > 0) found.set(id, days)
  }
  return found
}

async function readRows(
  query: Queryable,
  run: Pick<PayRunRow, 'start_date' | 'end_date'>,
  employeeIds: readonly number[],
): Promise<Row[]> {
  if (employeeIds.length === 0) return []
  const from = addDays(civilDate(run.start_date), -LONGEST_ROW_DAYS)
  const { rows } = await sql<Row>`
    select pays.employee_id, pays.id as pay_id, before.end_date as run_end,
      line.details ->> 'date' as date, line.details ->> 'hours' as hours
    from pays join pay_runs before on before.id = pays.pay_run_id
    join pay_lines line on line.pay_id = pays.id and line.kind = 'leave'
    where pays.employee_id = any(${employeeIds}::int[]) and pays.processed_date >= ${from}::date
      and not pays.is_workers_comp and before.end_date < ${run.start_date}::date
      and line.details ->> 'date' between ${from} and ${run.end_date}::text
      and line.details ->> 'leave_type' !~ 'CASHED|EXCHANGED'
    order by pays.employee_id, date, line.id`.execute(query)
  return rows
}

/** The days of rows after their own period, and inside this one. A row with negative hours takes back another. */
function daysAhead(
  rows: readonly Row[],
  employee: Week,
  run: Pick<PayRunRow, 'start_date' | 'end_date'>,
): DayAhead[] {
  const week = weekOf(employee)
  const byDay = new Map<CivilDate, DayAhead>()
  for (const row of rows) {
    const hours = decimal(row.hours)
    for (const day of daysOfRow({ date: civilDate(row.date), hours: hours.abs() }, () => week)) {
      if (day.date <= row.run_end || day.date < run.start_date || day.date > run.end_date) continue
      const before = byDay.get(day.date)
      const added = hours.lt(ZERO) ? day.hours.times('-1') : day.hours
      byDay.set(day.date, {
        date: day.date,
        hours: (before?.hours ?? ZERO).plus(added),
        payId: before?.payId ?? row.pay_id,
      })
    }
  }
  return [...byDay.values()].filter(({ hours }) => hours.gt(ZERO)).sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** The hours of a leave row without those of later periods. */
export function hoursInPeriod(
  row: { date?: string | null; hours: string },
  employee: Week,
  run: Pick<PayRunRow, 'end_date'>,
): Decimal {
  const hours = decimal(row.hours)
  if (!row.date || hours.lte(ZERO)) return hours
  const week = weekOf(employee)
  const later = daysOfRow({ date: civilDate(row.date), hours }, () => week).filter(
    ({ date }) => date > run.end_date,
  )
  return hours.minus(sum(later.map((day) => day.hours)))
}

function weekOf(employee: Week) {
  const pattern = fixedPattern(employee.nz_work_pattern)
  const perWeek = decimal(String(employee.standard_days_per_week))
  return {
    pattern,
    workDays: pattern ?? (employee.nz_work_days ? readWorkDays(employee.nz_work_days) : workDaysFor(perWeek)),
    hoursPerDay: pattern ? averagesOf(pattern).hoursPerDay : decimal(employee.standard_hours_per_day),
  }
}
