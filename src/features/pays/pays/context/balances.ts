import { sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'
import type { Employee } from '../../../../database/tables/employees.ts'
import type { LeaveBalance } from '../../../../payroll/result.ts'

/** The balances that pays move, and the employee's column that keeps the running total of each. */
export const BALANCES = {
  holiday: 'holiday_hours',
  sick: 'sick_hours',
  lsl: 'lsl_hours',
  rdo: 'rdo_hours',
  toil: 'toil_hours',
  annual_holidays_weeks: 'annual_holidays_weeks',
  alt_holiday_days: 'alt_holiday_days',
  sick_days: 'sick_days',
} as const satisfies Record<LeaveBalance, string>

type Balances = Pick<Employee, (typeof BALANCES)[keyof typeof BALANCES]>

/** The leave that these pays were made on: the balances of today, without what later pays moved. Their own moves are cleared. */
export async function loadBalancesBefore(tx: Tx, payIds: readonly number[]): Promise<Map<number, Balances>> {
  if (payIds.length === 0) return new Map()
  const before = Object.entries(BALANCES).map(
    ([balance, column]) =>
      `employee.${column} - coalesce(sum(move.amount) filter (where move.balance = '${balance}'), 0) as ${column}`,
  )
  const { rows } = await sql<Balances & { id: number }>`
    select pays.id, ${sql.raw(before.join(', '))}
    from pays
    join employees employee on employee.id = pays.employee_id
    left join pays later on later.employee_id = pays.employee_id and later.status = 'processed'
      and (later.processed_date, later.id) > (pays.processed_date, pays.id)
    left join leave_movements move on move.pay_id = later.id
    where pays.id = any(${payIds}::int[])
    group by pays.id, employee.id`.execute(tx)
  return new Map(rows.map(({ id, ...balances }) => [id, balances]))
}

/** The employee's leave balances as one text, to tell whether any of them moved. */
export async function balancesOf(tx: Tx, employeeId: number): Promise<string | undefined> {
  const { rows } = await sql<{ balances: string }>`
    select concat_ws('|', holiday_hours, sick_hours, lsl_hours, rdo_hours, toil_hours, annual_holidays_weeks,
      alt_holiday_days) as balances
    from employees where id = ${employeeId}`.execute(tx)
  return rows[0]?.balances
}
