import { type Selectable, sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { OfficePaymentsTable } from '../../../database/tables/reporting.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { isHeld } from '../lodgements/index.ts'

export type OfficePayment = Selectable<OfficePaymentsTable>

/** The payments of these companies to their tax offices, in the order they were recorded. */
export function loadOfficePayments(
  query: Queryable,
  companyIds: readonly number[],
): Promise<OfficePayment[]> {
  return query
    .selectFrom('office_payments')
    .selectAll()
    .where('company_id', '=', sql<number>`any(${companyIds}::int[])`)
    .where('cancelled_at', 'is', null)
    .orderBy('id')
    .execute()
}

export async function insertOfficePayments(
  tx: Tx,
  rows: readonly Omit<OfficePayment, 'id' | 'cancelled_at' | 'is_for_any_number'>[],
): Promise<OfficePayment[]> {
  const stored = await tx.insertInto('office_payments').values(rows).returningAll().execute()
  return stored.toSorted((a, b) => a.id - b.id)
}

/** Marks a payment as not made. Returns false when there is none with this id. */
export async function cancelOfficePayment(
  query: Queryable,
  companyId: number,
  id: number,
  now: Date,
): Promise<boolean> {
  if (!isId(id)) return false
  const cancelled = await query
    .updateTable('office_payments')
    .set({ cancelled_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('cancelled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return cancelled !== undefined
}

/** `identity_id`: the former numbers of the employer that the adjustment was filed under; null for the current ones. */
export type PriorPaye = {
  company_id: number
  identity_id: number | null
  pay_date: CivilDate
  amount: string
}

/**
 * Adjustments of earlier periods' PAYE in the lines that Inland Revenue holds, by payday and number. What was filed under
 * a wrong number is owed under the right one.
 */
export async function loadPriorPaye(
  query: Queryable,
  companyIds: readonly number[],
  authority: string,
): Promise<PriorPaye[]> {
  const { rows } = await sql<PriorPaye>`
    select company_id, identity_id, pay_date, sum(prior_paye) as amount from (
      select distinct on (filed.employee_id, filed.pay_run_id, filed.tax_code, filed.pay_date, line.identity_id) filed.*,
        line.company_id, former.id as identity_id
      from payday_lines filed
      join lodged_lines line on line.submission_id = filed.submission_id and line.employee_id = filed.employee_id
      left join former_identities former on former.id = line.identity_id and not former.is_wrong
      where line.company_id = any(${companyIds}::int[]) and line.authority = ${authority} and ${isHeld('line')}
        and (filed.employee_id, filed.pay_run_id) in (
          select adjusted.employee_id, adjusted.pay_run_id from payday_lines adjusted
          join submissions event on event.id = adjusted.submission_id
          where adjusted.prior_paye <> 0 and event.company_id = any(${companyIds}::int[]))
      order by filed.employee_id, filed.pay_run_id, filed.tax_code, filed.pay_date, line.identity_id, filed.submission_id desc) last
    where line is not null group by 1, 2, 3 having sum(prior_paye) <> 0`.execute(query)
  return rows
}
