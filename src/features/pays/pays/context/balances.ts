import { sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { LeaveBalance } from '../../../../payroll/result.ts'
import { BALANCES, type Balances, type LeaveMoved } from '../job/leave-balances.ts'

/**
 * The leave balances that these pays were based on: today's balances less the movements of these and later pays. The
 * movements of a pay that is being recalculated have already been cleared.
 */
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
      and (later.processed_date, later.id) >= (pays.processed_date, pays.id)
    left join leave_movements move on move.pay_id = later.id
    where pays.id = any(${payIds}::int[])
    group by pays.id, employee.id`.execute(tx)
  return new Map(rows.map(({ id, ...balances }) => [id, balances]))
}

/** The stored leave movements of these pays. */
export async function loadMoved(tx: Tx, payIds: readonly number[]): Promise<Map<number, LeaveMoved>> {
  const { rows } = await sql<{ pay_id: number; balance: LeaveBalance; amount: string }>`
    select pay_id, balance, sum(amount)::text as amount from leave_movements
    where pay_id = any(${payIds}::int[]) group by pay_id, balance`.execute(tx)
  const byPay = Map.groupBy(rows, (row) => row.pay_id)
  return new Map(
    [...byPay].map(([id, own]) => [
      id,
      Object.fromEntries(own.map(({ balance, amount }) => [balance, decimal(amount)])),
    ]),
  )
}

/** The employee's leave balances as one text, to detect whether any of them changed. */
export async function balancesOf(tx: Tx, employeeId: number): Promise<string | undefined> {
  const { rows } = await sql<{ balances: string }>`
    select concat_ws('|', holiday_hours, sick_hours, lsl_hours, rdo_hours, toil_hours, annual_holidays_weeks,
      alt_holiday_days, annual_leave_hours, sick_leave_hours, alt_leave_hours) as balances
    from employees where id = ${employeeId}`.execute(tx)
  return rows[0]?.balances
}
