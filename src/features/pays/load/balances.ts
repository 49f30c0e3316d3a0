import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'

/** The employee's leave balances as one text, to tell whether any of them moved. */
export async function balancesOf(tx: Tx, employeeId: number): Promise<string | undefined> {
  const { rows } = await sql<{ balances: string }>`
    select concat_ws('|', holiday_hours, sick_hours, lsl_hours, rdo_hours, toil_hours, annual_holidays_weeks,
      alt_holiday_days) as balances
    from employees where id = ${employeeId}`.execute(tx)
  return rows[0]?.balances
}
