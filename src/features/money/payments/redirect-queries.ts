import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { PayeeRedirectsTable } from '../../../database/tables/payments.ts'

/** A deduction row of a pay, and the amount of it already sent. */
export type DeductionRow = {
  pay_id: number
  employee_id: number
  name: string
  sent: string
  pay_date: string
  amount: string
  /** The classes of the rows with this description. */
  classes: (string | null)[]
  /** The payee of the row and the reference, as in an item: `3|CASE 17`. Null when it names no payee. */
  party: string | null
  /** Whether the payee returned the amount and its account has not changed since. */
  is_returned: boolean
}

/**
 * The deduction rows of these pays with this description. The amount sent is looked up under the row's
 * current payee.
 */
export async function loadDeductionRows(
  query: Queryable,
  companyId: number,
  payIds: readonly number[],
  description: string,
): Promise<DeductionRow[]> {
  const { rows } = await sql<DeductionRow>`
    select pays.id as pay_id, pays.employee_id, first_name || ' ' || last_name as name,
      processed_date as pay_date, sum(line.amount)::text as amount,
      array_agg(distinct line.details ->> 'classification') as classes, coalesce((
      select sum(sent.amount) from payment_lines sent
      where sent.pay_id = pays.id and sent.company_id = ${companyId} and sent.kind = 'payee' and sent.is_living
        and sent.party = any(array_agg(coalesce(redirect.payee_id::text || '|' || coalesce(redirect.payee_reference, ''),
          (line.details ->> 'payee_id') || '|' || coalesce(line.details ->> 'payee_reference', ''))))), 0)::text as sent,
      max(coalesce(redirect.payee_id::text || '|' || coalesce(redirect.payee_reference, ''),
        (line.details ->> 'payee_id') || '|' || coalesce(line.details ->> 'payee_reference', ''))) as party,
      bool_or(exists (
        select from payment_lines back
        left join payees payee on payee.id = nullif(split_part(back.party, '|', 1), '')::int
        where back.pay_id = pays.id and back.company_id = ${companyId} and back.kind = 'payee' and back.returned_on is not null
          and back.party = coalesce(redirect.payee_id::text || '|' || coalesce(redirect.payee_reference, ''),
            (line.details ->> 'payee_id') || '|' || coalesce(line.details ->> 'payee_reference', ''))
          and back.returned_at >= greatest(redirect.created_at, payee.changed_at, '-infinity'::timestamptz))) as is_returned
    from pays join pay_lines line on line.pay_id = pays.id and line.kind = 'deduction' and line.description = ${description}
    join employees on employees.id = pays.employee_id
    left join payee_redirects redirect on redirect.pay_id = pays.id and redirect.description = line.description
    where pays.company_id = ${companyId} and pays.id = any(${payIds}::int[]) and pays.status = 'processed'
    group by pays.id, first_name, last_name`.execute(query)
  return rows
}

/** Stores the redirect of a row. The last redirect counts. */
export async function storePayeeRedirect(tx: Tx, row: PayeeRedirectsTable): Promise<void> {
  await tx
    .insertInto('payee_redirects')
    .values(row)
    .onConflict((on) =>
      on.columns(['pay_id', 'description']).doUpdateSet((next) => ({
        payee_id: next.ref('excluded.payee_id'),
        payee_reference: next.ref('excluded.payee_reference'),
        reason: next.ref('excluded.reason'),
        created_by: next.ref('excluded.created_by'),
        created_at: next.ref('excluded.created_at'),
      })),
    )
    .execute()
  // Child support that goes to a payee is not also owed to the office.
  await sql`
    insert into payday_changes (company_id, customer_id, pay_date)
    select company_id, customer_id, processed_date from pays where id = ${row.pay_id}`.execute(tx)
}

export type RedirectedPay = {
  id: number
  employee_id: number
  name: string
  /** The employee's current snapshot. */
  snapshot_id: number | null
  /** The snapshot where the pay goes now. */
  placed_id: number | null
  /** Super of the pay that no fund has and no file contains. */
  open_super: string
  /** Whether the account or fund that now gets the pay has returned some of it. */
  is_returned: boolean
}

/** The pays, including those that were deleted after they were sent. */
export async function loadRedirectedPays(
  query: Queryable,
  companyId: number,
  payIds: readonly number[],
  kind: 'net' | 'super',
): Promise<RedirectedPay[]> {
  const { rows } = await sql<RedirectedPay>`
    with own as (
      select id, employee_id, snapshot_id, super from pays where company_id = ${companyId} and id = any(${payIds}::int[])
      union all
      select distinct pay_id, employee_id, null::int, null::numeric from payment_lines line
      where company_id = ${companyId} and pay_id = any(${payIds}::int[])
        and not exists (select from pays where pays.id = line.pay_id))
    select own.id, own.employee_id, first_name || ' ' || last_name as name, employees.snapshot_id,
      coalesce(redirect.snapshot_id, own.snapshot_id) as placed_id,
      coalesce(own.super, 0) - coalesce((select sum(amount) from payment_lines sent where sent.pay_id = own.id
        and sent.company_id = ${companyId} and sent.kind = 'super' and sent.is_living), 0) as open_super,
      exists (select from payment_lines back where back.pay_id = own.id and back.company_id = ${companyId}
        and back.kind = ${kind} and back.returned_on is not null
        and back.returned_at >= coalesce(redirect.created_at, '-infinity')) as is_returned
    from own join employees on employees.id = own.employee_id
    left join payment_redirects redirect on redirect.pay_id = own.id and redirect.kind = ${kind}
    order by own.id`.execute(query)
  return rows
}
