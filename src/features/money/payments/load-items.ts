import { sql } from 'kysely'
import { further, given } from '../../../database/conditions.ts'
import type { Queryable } from '../../../database/connect.ts'
import type { PaymentKind } from '../../../database/tables/payments.ts'
import { formatName } from '../../../http/view.ts'
import { type Decimal, decimal, ZERO } from '../../../kernel/values/money.ts'
import { isPaidWithTax } from './paid-with-tax-queries.ts'

/** The amount one pay owes to one party: the amount owed by the current pay, less the amount sent, is open. */
export type Item = {
  payId: number
  employeeId: number
  name: string
  runId: number
  payDate: string
  kind: Exclude<PaymentKind, 'super'>
  /** Empty for net pay; for a payee, its id and the reference: `3|CASE 17`. */
  party: string
  owed: Decimal
  /** In active files and settlements. */
  sent: Decimal
  /** The part of `sent` that is in files not yet marked as settled. */
  inFile: Decimal
  open: Decimal
  /** The destination: the pay's own snapshot, or the one it was redirected to; null when the pay was deleted. */
  snapshotId: number | null
  /** A credit of this item was returned, and the item has not been redirected since. */
  returned: { on: string; reason: string } | null
  /** The date the employee died, if the money belongs to the estate and was not redirected there. */
  diedOn: string | null
}

export type ItemFilter = {
  runIds?: readonly number[] | undefined
  payIds?: readonly number[] | undefined
  employeeId?: number | undefined
  fromDate?: string | undefined
  toDate?: string | undefined
}

type Row = {
  pay_id: number
  employee_id: number
  first_name: string | null
  last_name: string | null
  pay_run_id: number
  pay_date: string
  kind: Item['kind']
  party: string
  owed: string
  sent: string
  in_file: string
  snapshot_id: number | null
  returned_on: string | null
  return_reason: string | null
  died_on: string | null
}

/**
 * The company's items with amounts owed and sent, oldest first. Includes deleted pays that were paid. Lines
 * for payees are read for each pay (`offset 0`): with a plain join, the planner scans the lines of all
 * employers.
 */
export async function loadItems(query: Queryable, companyId: number, filter: ItemFilter): Promise<Item[]> {
  const wanted = (table: string, date: string, pay: string) => {
    const column = (name: string) => sql.ref(`${table}.${name}`)
    return further([
      given(filter.runIds, (ids) => sql`${column('pay_run_id')} = any(${ids}::int[])`),
      given(filter.payIds, (ids) => sql`${column(pay)} = any(${ids}::int[])`),
      given(filter.employeeId, (id) => sql`${column('employee_id')} = ${id}::int`),
      given(filter.fromDate, (day) => sql`${column(date)} >= ${day}::date`),
      given(filter.toDate, (day) => sql`${column(date)} <= ${day}::date`),
    ])
  }
  const { rows } = await sql<Row>`
    with chosen as (
      select id, employee_id, pay_run_id, processed_date, net, snapshot_id, is_termination from pays
      where company_id = ${companyId} and status = 'processed' ${wanted('pays', 'processed_date', 'id')}
    ), owed as (
      select id as pay_id, employee_id, pay_run_id, processed_date as pay_date, 'net' as kind, '' as party, net as owed,
        snapshot_id, is_termination, null::timestamptz as row_redirected_at from chosen
      union all
      select chosen.id, employee_id, pay_run_id, processed_date, 'payee',
        coalesce(redirect.payee_id::text || '|' || coalesce(redirect.payee_reference, ''),
          (line.details ->> 'payee_id') || '|' || coalesce(line.details ->> 'payee_reference', '')), sum(line.amount), snapshot_id, false,
        max(redirect.created_at)
      from chosen cross join lateral (
        select amount, description, details from pay_lines own where own.pay_id = chosen.id and own.kind = 'deduction' offset 0) line
      left join payee_redirects redirect on redirect.pay_id = chosen.id and redirect.description = line.description
      where exists (select from payees where company_id = ${companyId})
        and (redirect.payee_id is not null or line.details ->> 'payee_id' is not null)
        and not ${isPaidWithTax(companyId)}
      group by chosen.id, employee_id, pay_run_id, processed_date, snapshot_id, 6
    ), sent as (
      select line.pay_id, min(line.employee_id) as employee_id, min(line.pay_run_id) as pay_run_id,
        min(line.pay_date) as pay_date, line.kind, party, sum(line.amount) as sent,
        coalesce(sum(line.amount) filter (where file.status = 'made'), 0) as in_file
      from payment_lines line left join payment_files file on file.id = line.payment_file_id
      where line.company_id = ${companyId} and is_living and kind <> 'super' ${wanted('line', 'pay_date', 'pay_id')}
      group by line.pay_id, line.kind, party
    ), returned as (
      select distinct on (pay_id, kind, party) pay_id, kind, party, returned_on, return_reason, returned_at from payment_lines line
      where line.company_id = ${companyId} and returned_on is not null and kind <> 'super' ${wanted('line', 'pay_date', 'pay_id')}
      order by pay_id, kind, party, id desc
    )
    select pay_id, coalesce(owed.employee_id, sent.employee_id) as employee_id, first_name, last_name,
      coalesce(owed.pay_run_id, sent.pay_run_id) as pay_run_id, coalesce(owed.pay_date, sent.pay_date) as pay_date,
      kind, party, coalesce(owed, 0) as owed, coalesce(sent, 0) as sent, coalesce(in_file, 0) as in_file,
      coalesce(redirect.snapshot_id, owed.snapshot_id) as snapshot_id,
      case when greatest(redirect.created_at, (select payee.changed_at from payees payee
        where payee.id = nullif(split_part(party, '|', 1), '')::int)) >= returned_at
        or owed.row_redirected_at > returned_at then null else returned_on end as returned_on,
      return_reason,
      case when kind = 'net' and redirect.pay_id is null and (owed.pay_date > deceased_on or is_termination) then deceased_on end as died_on
    from owed full join sent using (pay_id, kind, party)
    left join employees on employees.id = coalesce(owed.employee_id, sent.employee_id)
    left join payment_redirects redirect using (pay_id, kind)
    left join returned using (pay_id, kind, party)
    order by pay_date, pay_id, kind, party`.execute(query)
  return rows.map(itemOf)
}

function itemOf(row: Row): Item {
  const [owed, sent] = [decimal(row.owed), decimal(row.sent)]
  return {
    payId: row.pay_id,
    employeeId: row.employee_id,
    name: formatName({ first_name: row.first_name ?? '', last_name: row.last_name ?? '' }),
    runId: row.pay_run_id,
    payDate: row.pay_date,
    kind: row.kind,
    party: row.party,
    owed,
    sent,
    inFile: decimal(row.in_file),
    open: owed.minus(sent),
    snapshotId: row.snapshot_id,
    diedOn: row.died_on,
    returned: row.returned_on === null ? null : { on: row.returned_on, reason: row.return_reason ?? '' },
  }
}

export const ITEM_STATUSES = ['open', 'to-recover', 'in-file', 'settled'] as const
export type ItemStatus = (typeof ITEM_STATUSES)[number]

/** Money that was sent and is no longer owed. It never reduces another payment automatically. */
export const isToRecover = (item: Pick<Item, 'open' | 'sent'>) => item.open.lt(ZERO) && item.sent.gt(ZERO)

export function statusOf(item: Item): ItemStatus {
  if (isToRecover(item)) return 'to-recover'
  if (!item.open.eq(ZERO)) return 'open'
  return item.inFile.eq(ZERO) ? 'settled' : 'in-file'
}

/** The payee and reference of a payee item. */
export function partyOf(party: string): { payeeId: number; reference: string | null } {
  const [id = '', ...reference] = party.split('|')
  return { payeeId: Number(id), reference: reference.join('|') || null }
}
