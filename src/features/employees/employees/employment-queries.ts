import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { EarlierEmployment } from '../../../database/tables/employments.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { Country } from '../../../payroll/words.ts'

type Ended = { jurisdiction: Country; final_pay_id: number | null; service_start_date: CivilDate | null }

/** What the employment that ended last has left: its country, its final pay, and an earlier start of service out of opening figures. */
export async function findEnded(tx: Tx, { id, company_id }: Employee): Promise<Ended | undefined> {
  const { rows } = await sql<Ended>`
    select jurisdiction, (select max(pay_id) from terminations where employee_id = ${id}) as final_pay_id,
      (select service_start_date from opening_balances where employee_id = ${id}) as service_start_date
    from companies where id = ${company_id}`.execute(tx)
  return rows[0]
}

/** The start of service that the opening figures of an employee name. */
export async function findOpeningStart(query: Queryable, employeeId: number): Promise<string | null> {
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

/** The employments that ended before the one each employee has now, in their order. */
export async function loadEarlierEmployments(
  query: Queryable,
  employeeIds: readonly number[],
): Promise<Map<number, EarlierEmployment[]>> {
  const { rows } = await sql<EarlierEmployment>`
    select * from employments where employee_id = any(${employeeIds}::int[]) order by employee_id, start_date, id`.execute(
    query,
  )
  return Map.groupBy(rows, (row) => row.employee_id)
}

/** The earlier employments of one employee with the reason for each end. */
export async function listEarlierEmployments(query: Queryable, employeeId: number) {
  return query
    .selectFrom('employments')
    .leftJoin('terminations', 'terminations.pay_id', 'employments.final_pay_id')
    .select(['start_date', 'end_date', 'service_start_date', 'is_continued', 'final_pay_id'])
    .select(sql<string | null>`terminations.request->>'reason'`.as('reason'))
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
    update employments set start_date = ${undone.start_date}, service_start_date = ${undone.service_start_date}
    where id = (select id from employments where employee_id = ${undone.employee_id} and start_date >= ${undone.end_date}
      order by start_date, id limit 1)
    returning id`.execute(tx)
  return rows.length > 0
}
