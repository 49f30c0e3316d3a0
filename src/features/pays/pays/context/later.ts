import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { WHOLE_HISTORY_DAYS } from '../../../../payroll/history.ts'

/** A processed pay with the fields that place it in the sequence of its employee's pays. */
export type PlacedPay = { id: number; employeeId: number; payDate: CivilDate }
export type LaterPay = { id: number; employee_id: number }

/**
 * The processed pays that may depend on these pays, in order and without them: those after the first of them for each employee, and
 * earlier ones that are taxed with the period of one of them. These are pays of the period that were entered later, and pays with
 * leave in advance for the period.
 */
export async function laterPays(tx: Tx, pays: readonly PlacedPay[]): Promise<LaterPay[]> {
  if (pays.length === 0) return []
  const { rows } = await sql<LaterPay>`
    with changed as (
      select c.*, own.start_date, own.end_date
      from unnest(${pays.map((pay) => pay.id)}::int[], ${pays.map((pay) => pay.employeeId)}::int[],
        ${pays.map((pay) => pay.payDate)}::date[]) as c (id, employee_id, day)
      join pays on pays.id = c.id join pay_runs own on own.id = pays.pay_run_id)
    select pays.id, pays.employee_id
    from (select distinct on (employee_id) * from changed order by employee_id, day, id) first
    join (select employee_id, max(day) as day from changed group by employee_id) last using (employee_id)
    join pays on pays.employee_id = first.employee_id and pays.status = 'processed'
      and pays.processed_date <= last.day + ${WHOLE_HISTORY_DAYS}::integer
    join pay_runs run on run.id = pays.pay_run_id
    where pays.id not in (select id from changed)
      and ((pays.processed_date, pays.id) > (first.day, first.id) or exists (
        select from changed where changed.employee_id = pays.employee_id
          and (run.start_date <= changed.end_date and run.end_date >= changed.start_date
            or strpos(pays.advances, changed.end_date::text) > 0)))
    order by pays.employee_id, pays.processed_date, pays.id`.execute(tx)
  return rows
}

/** The processed pays of these employees paid after the day given for each, in order. */
export async function paysAfter(
  tx: Tx,
  days: readonly { employeeId: number; day: CivilDate }[],
): Promise<LaterPay[]> {
  const { rows } = await sql<LaterPay>`
    select pays.id, pays.employee_id
    from unnest(${days.map((each) => each.employeeId)}::int[], ${days.map((each) => each.day)}::date[])
      as w (employee_id, day)
    join pays on pays.employee_id = w.employee_id and pays.status = 'processed'
      and pays.processed_date > w.day and pays.processed_date <= w.day + ${WHOLE_HISTORY_DAYS}::integer
    order by pays.employee_id, processed_date, pays.id`.execute(tx)
  return rows
}

/** The processed pays to which terms from a day apply, by payment date or period end. */
export async function paysWithin(
  tx: Tx,
  changes: readonly { employeeId: number; from: CivilDate }[],
): Promise<number[]> {
  if (changes.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select pays.id
    from (select employee_id, min(day) as day
      from unnest(${changes.map((change) => change.employeeId)}::int[], ${changes.map((change) => change.from)}::date[])
        as c (employee_id, day) group by employee_id) change
    join pays on pays.employee_id = change.employee_id and pays.status = 'processed'
    join pay_runs run on run.id = pays.pay_run_id
    where pays.processed_date >= change.day or run.end_date >= change.day
    order by pays.employee_id, pays.processed_date, pays.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The processed pays that belong to days after an end, and those made after its final pay. */
export async function paysAfterEnd(
  tx: Tx,
  { employeeId, from, payId }: { employeeId: number; from: CivilDate; payId: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select pays.id
    from pays join pay_runs run on run.id = pays.pay_run_id
    where pays.employee_id = ${employeeId} and pays.status = 'processed'
      and (pays.processed_date >= ${from} or run.end_date >= ${from} or pays.id > ${payId})
    order by pays.processed_date, pays.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Whether an employee's terms were changed after a pay was made. Checks the processed pays since a day. */
export const hasOldTerms = (
  employeeId: RawBuilder<unknown>,
  day: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`exists (
  select from pays join employee_terms terms on terms.employee_id = pays.employee_id
    and terms.created_at >= pays.created_at and terms.status <> 'refused'
  where pays.employee_id = ${employeeId} and pays.status = 'processed' and pays.processed_date >= ${day})`

/** As `paysWithin`, for employees whose terms were changed after one of these pays was made. */
export async function paysWithOldTerms(
  tx: Tx,
  days: readonly { employeeId: number; from: CivilDate }[],
): Promise<number[]> {
  if (days.length === 0) return []
  const { rows } = await sql<{ employee_id: number }>`
    select distinct w.employee_id
    from unnest(${days.map((each) => each.employeeId)}::int[], ${days.map((each) => each.from)}::date[])
      as w (employee_id, day)
    where ${hasOldTerms(sql.ref('w.employee_id'), sql.ref('w.day'))}`.execute(tx)
  const stale = new Set(rows.map(({ employee_id }) => employee_id))
  return paysWithin(
    tx,
    days.filter(({ employeeId }) => stale.has(employeeId)),
  )
}
