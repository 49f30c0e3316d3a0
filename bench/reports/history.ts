import type { Pool } from 'pg'
import { columnsOf } from '../columns.ts'

/**
 * Multiplies the one processed pay of a company into a long history of the given size. Each person has a weekly pay with the same
 * lines, lodged and with super sent. SQL writes the rows directly, because paying each person would take hours.
 */
export async function multiplyHistory(
  pool: Pool,
  companyId: number,
  size: { people: number; weeks: number; lastPayDate: string },
): Promise<void> {
  const columns = (table: string, without: readonly string[]) => columnsOf(pool, table, without)
  const list = (names: readonly string[], from: string, changed: Record<string, string> = {}) =>
    names.map((name) => changed[name] ?? `${from}.${name}`).join(', ')
  const [{ rows: found }, people, pays, lines, moves] = await Promise.all([
    pool.query('select id, employee_id from pays where company_id = $1 limit 1', [companyId]),
    columns('employees', ['id']),
    columns('pays', ['id']),
    columns('pay_lines', ['id']),
    columns('leave_movements', []),
  ])
  const { id: payId, employee_id: employeeId } = found[0]
  await pool.query(`create temp table made_people (id int, place int)`)
  await pool.query(`
    with made as (
      insert into employees (${people.join()})
      select ${list(people, 'source', { number: "'H' || place", last_name: "source.last_name || ' ' || place" })}
      from employees source cross join generate_series(1, ${size.people}) place where source.id = ${employeeId} returning id)
    insert into made_people select id, row_number() over () from made`)
  await pool.query(`
    insert into pay_runs (customer_id, company_id, pay_period, start_date, end_date, created_at)
    select (select customer_id from companies where id = ${companyId}), ${companyId}, 'WEEKLY', day - 6, day, now()
    from generate_series(0, ${size.weeks - 1}) week cross join lateral (select date '${size.lastPayDate}' - 7 * week as day) made
    on conflict do nothing`)
  await pool.query(`
    insert into pays (${pays.join()})
    select ${list(pays, 'source', {
      employee_id: 'person.id',
      pay_run_id: 'run.id',
      processed_date: 'run.end_date',
      super_due_date: 'run.end_date + 11',
      status: "'processed'",
    })}
    from pays source cross join made_people person
    cross join pay_runs run where source.id = ${payId} and run.company_id = ${companyId}
      and run.end_date > date '${size.lastPayDate}' - 7 * ${size.weeks} order by run.end_date, person.id`)
  const mine = `pays.company_id = ${companyId} and pays.id <> ${payId}`
  await pool.query(`
    insert into pay_lines (${lines.join()})
    select ${list(lines, 'source', { pay_id: 'pays.id' })} from pay_lines source cross join pays
    where source.pay_id = ${payId} and ${mine}`)
  await pool.query(`
    insert into leave_movements (${moves.join()})
    select ${list(moves, 'source', { pay_id: 'pays.id', employee_id: 'pays.employee_id' })}
    from leave_movements source cross join pays where source.pay_id = ${payId} and ${mine}`)
  await pool.query('drop table made_people')
  await lodge(pool, companyId)
  await pool.query(
    'vacuum analyze pays, pay_lines, leave_movements, employees, submission_pays, payment_lines',
  )
}

/** Marks all paydays except the last two as lodged, with their super paid. */
async function lodge(pool: Pool, companyId: number): Promise<void> {
  await pool.query(`
    insert into submissions (customer_id, company_id, authority, kind, status, pay_date, year, due_date, transaction_id, message_id,
      pay_count, payee_count, totals, document, content, payload_hash, next_attempt_at, created_by, created_at, transport)
    select distinct (select customer_id from companies where id = ${companyId}), ${companyId}, 'ATO', 'submit', 'accepted', processed_date, extract(year from processed_date)::int,
      processed_date, gen_random_uuid()::text, gen_random_uuid(), 1, 1, '{}'::jsonb, '', '', ''::bytea, now(), 1, now(),
      'simulator'
    from (select distinct processed_date from pays where company_id = ${companyId}
      order by 1 desc offset 2) paydays`)
  await pool.query(`
    insert into submission_pays (customer_id, submission_id, pay_id, employee_id, counts)
    select event.customer_id, event.id, pays.id, pays.employee_id, true from pays join submissions event
      on event.company_id = pays.company_id and event.pay_date = pays.processed_date where pays.company_id = ${companyId}`)
  await pool.query(`
    with settled as (
      insert into settlements (customer_id, company_id, method, settled_on, created_by, created_at)
      values ((select customer_id from companies where id = ${companyId}), ${companyId}, 'transfer', current_date, 1, now()) returning id)
    insert into payment_lines (customer_id, company_id, pay_id, employee_id, pay_run_id, pay_date, kind, amount, settlement_id)
    select pays.customer_id, pays.company_id, pays.id, pays.employee_id, pays.pay_run_id, pays.processed_date, 'super', pays.super, settled.id
    from pays cross join settled join submission_pays link on link.pay_id = pays.id
    where pays.company_id = ${companyId} and pays.super <> 0`)
}
