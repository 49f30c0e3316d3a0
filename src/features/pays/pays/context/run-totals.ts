import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'
import type { Service } from '../../../../service.ts'
import { loadRemembered } from '../../snapshots/index.ts'

export type RunTotal = { period_end: string; pays: number; net: string; paid_out: string; figures: string }

/**
 * Columns that may differ although the same amounts are paid: ids, times, and internal data of the calculation. The
 * approval covers everything else in a pay.
 */
const UNCOVERED = [
  'id',
  'customer_id',
  'company_id',
  'pay_run_id',
  'created_at',
  'updated_at',
  'facts',
  'leave_balances',
  'warnings',
  'law_version',
  'figures_hash',
  'snapshot_id',
  'employer_snapshot_id',
]

/** SQL for the amount that the pay `p` pays out. A pay below zero does not offset the others, or it would hide them. */
const PAID_OUT = sql`greatest(p.net, 0) + coalesce((
  select sum(amount) from pay_lines where pay_id = p.id and kind = 'deduction' and details ->> 'payee_id' is not null), 0)`

/** Sums the processed pays of these runs, with a hash of the pays of this call: every figure and every line. */
export async function sumProcessed(
  tx: Tx,
  companyId: number,
  runIds: readonly number[],
  payIds: readonly number[],
): Promise<RunTotal[]> {
  const { rows } = await sql<RunTotal>`
    select r.end_date::text as period_end, count(*)::int as pays, sum(p.net)::text as net, sum(${PAID_OUT})::text as paid_out,
      md5(coalesce(string_agg(content.hash, ',' order by p.employee_id, content.hash)
        filter (where p.id = any(${payIds}::int[])), '')) as figures
    from pays p join pay_runs r on r.id = p.pay_run_id
    left join lateral (
      select md5(concat((to_jsonb(p) - ${UNCOVERED}::text[])::text, string_agg(line.text, ',' order by line.text))) as hash
      from (select jsonb_build_array(kind, description, amount, details)::text as text from pay_lines
        where pay_id = p.id and p.id = any(${payIds}::int[])) line) content on true
    where p.company_id = ${companyId} and p.pay_run_id = any(${runIds}::int[]) and p.status = 'processed'
    group by r.id, r.end_date order by r.id`.execute(tx)
  return rows
}

/**
 * The amount that the company pays out on the dates of these pays, over all its runs. Otherwise several small runs on
 * one day, or a separate calendar, could stay below the amount that needs two people.
 */
export async function sumPaidOut(
  tx: Tx,
  companyId: number,
  runIds: readonly number[],
  payIds: readonly number[],
): Promise<string> {
  const { rows } = await sql<{ paid_out: string }>`
    select coalesce(sum(${PAID_OUT}), 0)::text as paid_out from pays p
    where p.company_id = ${companyId} and p.status = 'processed' and (p.pay_run_id = any(${runIds}::int[])
      or p.processed_date in (select processed_date from pays where id = any(${payIds}::int[])))`.execute(tx)
  return rows[0]?.paid_out ?? '0'
}

/** Where these pays go: the pay method, bank accounts and funds of each snapshot, as a hash. */
export async function hashDestinations(service: Service, tx: Tx, payIds: readonly number[]): Promise<string> {
  const { rows } = await sql<{ snapshot_id: number }>`
    select distinct snapshot_id from pays where id = any(${payIds}::int[]) and snapshot_id is not null`.execute(
    tx,
  )
  const snapshots = await loadRemembered(
    service,
    tx,
    rows.map((row) => row.snapshot_id),
  )
  const places = [...snapshots.values()]
    .map(({ id, pay_method, accounts, funds }) => JSON.stringify([id, pay_method, accounts, funds]))
    .sort()
  return hash('sha256', places.join('\n'), 'base64url')
}

/** The pays among these with a negative net. */
export async function listBelowZero(tx: Tx, payIds: readonly number[]) {
  const { rows } = await sql<{ name: string; net: string }>`
    select e.first_name || ' ' || e.last_name as name, p.net::text as net
    from pays p join employees e on e.id = p.employee_id
    where p.id = any(${payIds}::int[]) and p.net < 0 order by p.net, p.id`.execute(tx)
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

/**
 * The people with these pays, with their amounts in these runs and in their previous run. A pay below zero does not
 * offset another pay.
 */
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
      select sum(greatest(net, 0)) as net, ${retirement} as retirement from pays
      where employee_id = e.id and pay_run_id = any(${runIds}::int[]) and status = 'processed') own
    left join lateral (
      select sum(greatest(net, 0)) as net, ${retirement} as retirement from pays
      where employee_id = e.id and status = 'processed' and pay_run_id = (
        select pay_run_id from pays where employee_id = e.id and status = 'processed' and pay_run_id <> all(${runIds}::int[])
        order by processed_date desc, id desc limit 1)) last on true
    order by e.id`.execute(tx)
  return rows
}

export type NewPlace = {
  employee_id: number
  payee_id: number
  /** Whether the employee has an earlier processed pay. */
  was_paid: boolean
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
    select e.id as employee_id, payee.id as payee_id, e.first_name || ' ' || e.last_name as name, line.description,
      payee.name as payee, line.details ->> 'payee_reference' as reference, sum(line.amount)::text as amount,
      exists (select from pays earlier where earlier.employee_id = e.id and earlier.status = 'processed'
        and earlier.id <> all(${payIds}::int[])) as was_paid
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
    group by e.id, line.description, payee.id, reference order by e.id, payee.id, reference, line.description`.execute(
    tx,
  )
  return rows
}
