import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'
import type { PaymentKind } from '../../../database/tables/payments.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { WorkItem } from './schema.ts'

type ReturnedItem = Pick<
  WorkItem,
  | 'key'
  | 'kind'
  | 'what'
  | 'status'
  | 'due_date'
  | 'company_id'
  | 'title'
  | 'people'
  | 'amount'
  | 'pay_run_id'
>
type ReturnedRow = {
  company_id: number
  pay_id: number
  kind: PaymentKind
  pay_run_id: number
  returned_on: CivilDate
  reason: string | null
  name: string
  open: string
}

/**
 * Money of these companies that a bank or fund sent back and that is still open: net pay and super by pay. Deductions are
 * listed until something is paid for the pay's deductions again.
 */
export async function returnedItems(query: Queryable, ids: readonly number[]): Promise<ReturnedItem[]> {
  const { rows } = await sql<ReturnedRow>`
    select back.*, first_name || ' ' || last_name as name,
      case when kind = 'payee' then back.amount
        else coalesce(case when kind = 'net' then pays.net else pays.super end, 0) - sent.amount end as open
    from (
      select company_id, pay_id, kind, max(pay_run_id) as pay_run_id, max(employee_id) as employee_id, max(id) as last_id,
        max(returned_on) as returned_on, (array_agg(return_reason order by id desc))[1] as reason, sum(amount) as amount
      from payment_lines where company_id = any(${ids}::int[]) and returned_on is not null group by 1, 2, 3) back
    join employees on employees.id = back.employee_id
    left join pays on pays.id = back.pay_id and pays.status = 'processed'
    cross join lateral (
      select coalesce(sum(line.amount), 0) as amount, max(line.id) as last_id from payment_lines line
      where line.pay_id = back.pay_id and line.kind = back.kind and line.is_living) sent
    where case when kind = 'payee' then sent.last_id is null or sent.last_id < back.last_id
      else coalesce(case when kind = 'net' then pays.net else pays.super end, 0) > sent.amount end
    order by returned_on, pay_id, kind`.execute(query)
  return rows.map((row) => ({
    key: `returned:${row.kind}:${row.pay_id}`,
    kind: 'returned',
    what: row.kind,
    status: 'open',
    due_date: row.returned_on,
    company_id: row.company_id,
    title: `${WHAT[row.kind]} of ${row.name} came back: ${row.reason ?? 'no reason was given'}`,
    people: 1,
    amount: Number(row.open),
    pay_run_id: row.pay_run_id,
  }))
}

const WHAT = { net: 'Pay', payee: 'A deduction', super: 'Super' } as const satisfies Record<
  PaymentKind,
  string
>
