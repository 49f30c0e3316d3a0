import type { Pool } from 'pg'
import { columnsOf } from '../columns.ts'

type Size = { companies: number; people: number }

/**
 * Multiplies one company with one employee and one processed pay into a bureau of the given size. Each person is paid once. SQL
 * writes the rows directly, because the API would take an hour. Encrypted numbers are not copied: they can only be decrypted in
 * the row they were encrypted for.
 */
export async function multiplyCompanies(
  pool: Pool,
  companyId: number,
  { companies, people }: Size,
): Promise<void> {
  const columns = (table: string, without: readonly string[]) => columnsOf(pool, table, without)
  const list = (names: readonly string[], changed: Record<string, string>) =>
    names.map((name) => changed[name] ?? `source.${name}`).join(', ')
  const firm = await columns('companies', ['id'])
  const person = await columns('employees', ['id', 'tax_file_number', 'snapshot_id'])
  const pay = await columns('pays', ['id', 'snapshot_id'])
  const line = await columns('pay_lines', ['id'])
  const { rows } = await pool.query('select id, employee_id from pays where company_id = $1 limit 1', [
    companyId,
  ])
  const { id: payId, employee_id: employeeId } = rows[0]

  await pool.query('create temp table made_firms (id int)')
  await pool.query(`
    with made as (
      insert into companies (${firm.join()})
      select ${list(firm, { legal_name: "'Client ' || lpad(place::text, 4, '0') || ' Pty Ltd'" })}
      from companies source cross join generate_series(1, ${companies}) place where source.id = ${companyId} returning id)
    insert into made_firms select id from made`)
  await pool.query(`
    insert into employees (${person.join()})
    select ${list(person, {
      company_id: 'made_firms.id',
      number: "'B' || made_firms.id || '-' || place",
      last_name: "source.last_name || ' ' || place",
    })}
    from employees source cross join made_firms cross join generate_series(1, ${people}) place
    where source.id = ${employeeId}`)
  await pool.query(`
    insert into pay_runs (customer_id, company_id, pay_period, start_date, end_date, created_at)
    select run.customer_id, made_firms.id, run.pay_period, run.start_date, run.end_date, run.created_at
    from pay_runs run cross join made_firms where run.company_id = ${companyId}`)
  await pool.query(`
    insert into pays (${pay.join()})
    select ${list(pay, { company_id: 'employees.company_id', employee_id: 'employees.id', pay_run_id: 'run.id' })}
    from pays source cross join made_firms
    join employees on employees.company_id = made_firms.id
    join pay_runs run on run.company_id = made_firms.id
    where source.id = ${payId}`)
  await pool.query(`
    insert into pay_lines (${line.join()})
    select ${list(line, { pay_id: 'pays.id' })} from pay_lines source
    cross join pays join made_firms on made_firms.id = pays.company_id where source.pay_id = ${payId}`)
  await pool.query('drop table made_firms')
  await pool.query('vacuum analyze companies, employees, pay_runs, pays, pay_lines')
}
