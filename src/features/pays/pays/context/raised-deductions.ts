import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../../database/connect.ts'

/** A person's deductions for a payee and reference in a run that are more than those of the run before that had any. */
export type RaisedDeduction = {
  employee_id: number
  first_name: string
  last_name: string
  payee: string
  reference: string | null
  amount: string
  before: string
}

/** The raised deductions of these runs. `payIds` restricts them to the people with these pays. */
export async function listRaisedDeductions(
  query: Queryable | Tx,
  companyId: number,
  runIds: readonly number[],
  payIds: readonly number[] | null = null,
): Promise<RaisedDeduction[]> {
  const { rows } = await sql<RaisedDeduction>`
    with own as (
      select p.employee_id, p.pay_run_id, (line.details ->> 'payee_id')::int as payee_id, line.details ->> 'payee_reference' as reference,
        sum(line.amount) as amount, min(p.id) as first_pay
      from pays p join pay_lines line on line.pay_id = p.id and line.kind = 'deduction' and line.details ->> 'payee_id' is not null
      where p.company_id = ${companyId} and p.pay_run_id = any(${runIds}::int[])
        and (${payIds}::int[] is null or p.employee_id in (select employee_id from pays where id = any(${payIds}::int[])))
      group by 1, 2, 3, 4)
    select e.id as employee_id, e.first_name, e.last_name, payee.name as payee, own.reference, own.amount::text, last.amount::text as before
    from own join employees e on e.id = own.employee_id join payees payee on payee.id = own.payee_id
    cross join lateral (
      select sum(line.amount) as amount from pays p join pay_lines line on line.pay_id = p.id and line.kind = 'deduction'
      where p.employee_id = own.employee_id and p.pay_run_id <> own.pay_run_id and p.status = 'processed' and p.id < own.first_pay
        and (line.details ->> 'payee_id')::int = own.payee_id and line.details ->> 'payee_reference' is not distinct from own.reference
      group by p.pay_run_id order by max(p.processed_date) desc, p.pay_run_id desc limit 1) last
    where own.amount > last.amount
    order by own.amount - last.amount desc, e.id, payee.id, own.reference`.execute(query)
  return rows
}
