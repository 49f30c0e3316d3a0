import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { EarlierEmployment } from '../../../database/tables/employments.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'

/** An employment that has ended, with the reason from its final pay. */
export type EndedEmployment = EarlierEmployment & { reason: string | null }

/** The final pay of the latest recorded termination, with its reason. */
export async function findFinalPay(
  query: Queryable,
  employeeId: number,
): Promise<{ pay_id: number; reason: string | null } | undefined> {
  return query
    .selectFrom('terminations')
    .select(['pay_id', REASON.as('reason')])
    .where('employee_id', '=', employeeId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
const REASON = sql<string | null>`terminations.request->>'reason'`

/** The service start date from an employee's opening balances. */
export async function findOpeningStart(query: Queryable, employeeId: number): Promise<CivilDate | null> {
  const row = await query
    .selectFrom('opening_balances')
    .select('service_start_date')
    .where('employee_id', '=', employeeId)
    .executeTakeFirst()
  return row?.service_start_date ?? null
}

/** The balances in hours that may end with an employment, and their columns. */
const HOURS = {
  holiday: 'holiday_hours',
  lsl: 'lsl_hours',
  rdo: 'rdo_hours',
  toil: 'toil_hours',
} as const

/** Sets a leave balance to zero. The movement belongs to the final pay. */
export async function endBalance(
  tx: Tx,
  { id, customer_id, ...employee }: Employee,
  finalPayId: number,
  balance: keyof typeof HOURS,
): Promise<void> {
  const column = HOURS[balance]
  await sql`
    insert into leave_movements (pay_id, employee_id, customer_id, balance, kind, amount)
    values (${finalPayId}, ${id}, ${customer_id}, ${balance}, 'accrued', -(${employee[column]}::numeric))
    on conflict (pay_id, balance, kind) do update set amount = leave_movements.amount + excluded.amount`.execute(
    tx,
  )
  await sql`update employees set ${sql.ref(column)} = 0 where id = ${id}`.execute(tx)
}

/** Sets the sick leave balance to zero. The movement belongs to the final pay. */
export async function endSickLeave(
  tx: Tx,
  { id, customer_id, sick_hours, sick_days, sick_leave_hours }: Employee,
  finalPayId: number,
): Promise<void> {
  await sql`
    insert into leave_movements (pay_id, employee_id, customer_id, balance, kind, amount)
    select ${finalPayId}, ${id}, ${customer_id}, balance, 'accrued', -amount
    from (values (${sick_days === null ? 'sick' : 'sick_days'}, ${sick_days ?? sick_hours}::numeric),
      ('sick_leave_hours', ${sick_leave_hours}::numeric)) held (balance, amount)
    where amount <> 0 or balance <> 'sick_leave_hours'
    on conflict (pay_id, balance, kind) do update set amount = leave_movements.amount + excluded.amount`.execute(
    tx,
  )
  await sql`update employees set sick_hours = 0, sick_days = case when sick_days is not null then 0 end,
    sick_leave_hours = 0 where id = ${id}`.execute(tx)
}

export async function insertEmployment(tx: Tx, row: Omit<EarlierEmployment, 'id'>): Promise<void> {
  await tx.insertInto('employments').values(row).execute()
}

/** Lists the employments before the current one, oldest first. */
export async function listEarlierEmployments(
  query: Queryable,
  employeeId: number,
): Promise<EndedEmployment[]> {
  return query
    .selectFrom('employments')
    .leftJoin('terminations', 'terminations.pay_id', 'employments.final_pay_id')
    .selectAll('employments')
    .select(REASON.as('reason'))
    .where('employments.employee_id', '=', employeeId)
    .orderBy('start_date')
    .orderBy('employments.id')
    .execute()
}

/** Deletes the employment that a final pay ended and returns it, or undefined if there is none. */
export async function undoEnd(tx: Tx, finalPayId: number): Promise<EarlierEmployment | undefined> {
  const undone = await tx
    .deleteFrom('employments')
    .where('final_pay_id', '=', finalPayId)
    .returningAll()
    .executeTakeFirst()
  return undone
}

/**
 * Moves the start of the next employment back to the start of the undone one. False when the next one is the current
 * employment.
 */
export async function joinNext(tx: Tx, undone: EarlierEmployment): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update employments set start_date = ${undone.start_date}
    where id = (select id from employments where employee_id = ${undone.employee_id} and start_date >= ${undone.end_date}
      order by start_date, id limit 1)
    returning id`.execute(tx)
  return rows.length > 0
}
