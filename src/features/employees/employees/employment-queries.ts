import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { EarlierEmployment } from '../../../database/tables/employments.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'

/** An employment that ended, with the reason that its final pay gives. */
export type EndedEmployment = EarlierEmployment & { reason: string | null }

/** The final pay of the termination that was recorded last, with its reason. */
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

/** The start of service that the opening figures of an employee name. */
export async function findOpeningStart(query: Queryable, employeeId: number): Promise<CivilDate | null> {
  const row = await query
    .selectFrom('opening_balances')
    .select('service_start_date')
    .where('employee_id', '=', employeeId)
    .executeTakeFirst()
  return row?.service_start_date ?? null
}

/** Takes the sick leave out of the balance; the movement belongs to the final pay. */
export async function endSickLeave(
  tx: Tx,
  { id, customer_id, sick_hours, sick_days }: Employee,
  finalPayId: number,
): Promise<void> {
  await sql`
    insert into leave_movements (pay_id, employee_id, customer_id, balance, kind, amount)
    values (${finalPayId}, ${id}, ${customer_id}, ${sick_days === null ? 'sick' : 'sick_days'}, 'accrued',
      -${sick_days ?? sick_hours}::numeric)
    on conflict (pay_id, balance, kind) do update set amount = leave_movements.amount + excluded.amount`.execute(
    tx,
  )
  await sql`update employees set sick_hours = 0, sick_days = case when sick_days is not null then 0 end where id = ${id}`.execute(
    tx,
  )
}

export async function insertEmployment(tx: Tx, row: Omit<EarlierEmployment, 'id'>): Promise<void> {
  await tx.insertInto('employments').values(row).execute()
}

/** The employments that ended before the one the employee has now, in their order. */
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

/** The end that a final pay brought is undone: the employment goes on in the one that followed. Its start, or null. */
export async function undoEnd(tx: Tx, finalPayId: number): Promise<EarlierEmployment | undefined> {
  const undone = await tx
    .deleteFrom('employments')
    .where('final_pay_id', '=', finalPayId)
    .returningAll()
    .executeTakeFirst()
  return undone
}

/** Lets an earlier employment begin where the one before it began; false: none follows, so it is the employee's own. */
export async function joinNext(tx: Tx, undone: EarlierEmployment): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update employments set start_date = ${undone.start_date}
    where id = (select id from employments where employee_id = ${undone.employee_id} and start_date >= ${undone.end_date}
      order by start_date, id limit 1)
    returning id`.execute(tx)
  return rows.length > 0
}
