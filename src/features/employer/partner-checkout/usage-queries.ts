import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'

export type Account = { customer_id: number; legal_name: string; cell: string }

/** The partner's own account, then its clients by name. */
export async function listAccounts(query: Queryable, partnerId: number): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select c.id as customer_id, coalesce(pc.legal_name, c.name) as legal_name, c.cell from customers c
    left join partner_clients pc on pc.customer_id = c.id and pc.partner_id = ${partnerId}
    where c.id = ${partnerId} or pc.partner_id is not null
    order by c.id <> ${partnerId}, lower(coalesce(pc.legal_name, c.name)), c.id`.execute(query)
  return rows
}

export type Counted = {
  customer_id: number
  month: string
  companies: number
  people_paid: number
  lodgements: number
  payslips: number
}
type Span = { from: CivilDate; to: CivilDate }

/** The monthly usage of these customers, who must share a cell. */
export async function countUsage(
  query: Queryable,
  customerIds: readonly number[],
  { from, to }: Span,
): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    with paid as (
      select c.customer_id, to_char(p.processed_date, 'YYYY-MM') as month, count(distinct c.id)::int as companies,
        count(distinct p.employee_id)::int as people_paid, count(*)::int as payslips
      from companies c join pays p on p.company_id = c.id
      where c.customer_id = any(${customerIds}::int[]) and p.status = 'processed'
        and p.processed_date between ${from} and ${to}
      group by 1, 2),
    lodged as (
      select c.customer_id, to_char(s.pay_date, 'YYYY-MM') as month, count(*)::int as lodgements
      from companies c join submissions s on s.company_id = c.id
      where c.customer_id = any(${customerIds}::int[]) and s.status in ('accepted', 'partial', 'lodged-by-hand')
        and s.pay_date between ${from} and ${to}
      group by 1, 2)
    select customer_id, month, coalesce(companies, 0) as companies, coalesce(people_paid, 0) as people_paid,
      coalesce(lodgements, 0) as lodgements, coalesce(payslips, 0) as payslips
    from paid full join lodged using (customer_id, month)`.execute(query)
  return rows
}

/** Resellers who have not been sent the usage of this month. Sandboxes have none. */
export async function listUnreported(
  query: Queryable,
  month: CivilDate,
  after: number,
  most: number,
): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select id from customers where is_reseller and id > ${after}
      and not exists (select from sandboxes where sandboxes.customer_id = customers.id)
      and not exists (select from usage_reports done where done.customer_id = customers.id and done.month = ${month})
    order by id limit ${most}`.execute(query)
  return rows
}

/** Records that the month was reported. Returns false when another process has already recorded it. */
export async function markReported(tx: Tx, partnerId: number, month: CivilDate, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into usage_reports (customer_id, month, recorded_at) values (${partnerId}, ${month}, ${now})
    on conflict do nothing returning customer_id`.execute(tx)
  return rows.length > 0
}
