import { sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'

export type RunTotal = { period_end: string; pays: number; net: string; paid_out: string; figures: string }

/**
 * Sums the processed pays of these runs, with a hash of the people, amounts and payees paid in this call. `paid_out` counts
 * no pay below zero and adds deductions for payees: otherwise either could keep a large run below a threshold.
 */
export async function sumProcessed(
  tx: Tx,
  companyId: number,
  runIds: readonly number[],
  payIds: readonly number[],
): Promise<RunTotal[]> {
  const { rows } = await sql<RunTotal>`
    select r.end_date::text as period_end, count(*)::int as pays, sum(p.net)::text as net,
      (sum(greatest(p.net, 0)) + coalesce(sum(given.amount), 0))::text as paid_out,
      md5(coalesce(string_agg(concat_ws(':', p.employee_id, p.gross, p.net, p.processed_date, p.super, p.kiwisaver_employer,
          p.complying_fund_employer, given.places), ',' order by p.employee_id, p.net, p.gross)
        filter (where p.id = any(${payIds}::int[])), '')) as figures
    from pays p join pay_runs r on r.id = p.pay_run_id
    left join lateral (
      select sum(amount) as amount, string_agg(concat_ws('|', details ->> 'payee_id', details ->> 'payee_reference', amount), ';'
        order by details ->> 'payee_id', details ->> 'payee_reference', amount) as places
      from pay_lines where pay_id = p.id and kind = 'deduction' and details ->> 'payee_id' is not null) given on true
    where p.company_id = ${companyId} and p.pay_run_id = any(${runIds}::int[]) and p.status = 'processed'
    group by r.id, r.end_date order by r.id`.execute(tx)
  return rows
}

export type Compared = {
  name: string
  net: string
  /** The amount that the employer pays into super or KiwiSaver. */
  retirement: string
  /** The same in the person's last processed run. Null when there was none. */
  net_before: string | null
  retirement_before: string | null
}

/** The people with these pays: what they get in these runs, and what they got in their last run before. */
export async function compareWithLast(
  tx: Tx,
  runIds: readonly number[],
  payIds: readonly number[],
): Promise<Compared[]> {
  const retirement = sql`sum(coalesce(super, 0) + coalesce(kiwisaver_employer, 0) + coalesce(complying_fund_employer, 0))`
  const { rows } = await sql<Compared>`
    select e.first_name || ' ' || e.last_name as name, own.net::text, own.retirement::text,
      last.net::text as net_before, last.retirement::text as retirement_before
    from (select distinct employee_id from pays where id = any(${payIds}::int[])) paid
    join employees e on e.id = paid.employee_id
    cross join lateral (
      select sum(net) as net, ${retirement} as retirement from pays
      where employee_id = e.id and pay_run_id = any(${runIds}::int[]) and status = 'processed') own
    left join lateral (
      select sum(net) as net, ${retirement} as retirement from pays
      where employee_id = e.id and status = 'processed' and pay_run_id = (
        select pay_run_id from pays where employee_id = e.id and status = 'processed' and pay_run_id <> all(${runIds}::int[])
        order by processed_date desc, id desc limit 1)) last on true
    order by e.id`.execute(tx)
  return rows
}

export type NewPlace = {
  name: string
  description: string
  payee: string
  reference: string | null
  amount: string
}

/** Deductions of these pays for a payee and reference that no earlier processed pay of the employee had. */
export async function listNewPlaces(
  tx: Tx,
  companyId: number,
  payIds: readonly number[],
): Promise<NewPlace[]> {
  const { rows } = await sql<NewPlace>`
    select e.first_name || ' ' || e.last_name as name, line.description, payee.name as payee,
      line.details ->> 'payee_reference' as reference, sum(line.amount)::text as amount
    from pays p join pay_lines line on line.pay_id = p.id and line.kind = 'deduction' and line.details ->> 'payee_id' is not null
    join employees e on e.id = p.employee_id
    join payees payee on payee.id = (line.details ->> 'payee_id')::int
    where p.company_id = ${companyId} and p.id = any(${payIds}::int[])
      and exists (select from payees where company_id = ${companyId})
      and not exists (
        select from pays earlier join pay_lines own on own.pay_id = earlier.id and own.kind = 'deduction'
        where earlier.employee_id = p.employee_id and earlier.status = 'processed' and earlier.id <> all(${payIds}::int[])
          and own.details ->> 'payee_id' = line.details ->> 'payee_id'
          and own.details ->> 'payee_reference' is not distinct from line.details ->> 'payee_reference')
    group by e.id, line.description, payee.id, 4 order by e.id, payee.id, 4, line.description`.execute(tx)
  return rows
}
