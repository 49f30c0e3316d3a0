import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { Country } from '../../../payroll/words.ts'

type Ended = { jurisdiction: Country; final_pay_id: number | null; service_start_date: string | null }

/** What an employment that ended has left behind. */
export async function findEnded(tx: Tx, { id, company_id }: Employee): Promise<Ended | undefined> {
  const { rows } = await sql<Ended>`
    select jurisdiction, (select max(pay_id) from terminations where employee_id = ${id}) as final_pay_id,
      (select service_start_date from opening_balances where employee_id = ${id}) as service_start_date
    from companies where id = ${company_id}`.execute(tx)
  return rows[0]
}

/** Takes the sick leave out of the balance; the movement belongs to the final pay. */
export async function endSickLeave(
  tx: Tx,
  { id, customer_id, sick_hours }: Employee,
  finalPayId: number,
): Promise<void> {
  await sql`
    insert into leave_movements (pay_id, employee_id, customer_id, balance, kind, amount)
    values (${finalPayId}, ${id}, ${customer_id}, 'sick', 'accrued', -${sick_hours}::numeric)
    on conflict (pay_id, balance, kind) do update set amount = leave_movements.amount + excluded.amount`.execute(
    tx,
  )
  await sql`update employees set sick_hours = 0 where id = ${id}`.execute(tx)
}

export async function forgetServiceStart(tx: Tx, employeeId: number): Promise<void> {
  await sql`update opening_balances set service_start_date = null where employee_id = ${employeeId}`.execute(
    tx,
  )
}
