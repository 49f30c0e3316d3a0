import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { ofTenantClock } from '../../../database/tenant-clock-filter.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import { withOpening } from '../opening-balances/index.ts'

export type StoredTermination = {
  result: Record<string, unknown>
  pay_id: number
  company_id: number
  status: 'pending' | 'processed'
  end_date: string
  processed_date: string
}

/** The employee's latest termination with its pay. It remains after a reinstatement. */
export async function findTermination(
  query: Queryable,
  employeeId: number,
): Promise<StoredTermination | undefined> {
  return query
    .selectFrom('terminations')
    .innerJoin('pays', 'pays.id', 'terminations.pay_id')
    .innerJoin('pay_runs', 'pay_runs.id', 'pays.pay_run_id')
    .select([
      'terminations.result',
      'terminations.pay_id',
      'terminations.company_id',
      'pays.status',
      'pays.processed_date',
      'pay_runs.end_date',
    ])
    .where('terminations.employee_id', '=', employeeId)
    .orderBy('terminations.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The leave that a pay paid out. Empty while the pay is pending. */
export async function listPaidOut(
  query: Queryable,
  payId: number,
): Promise<{ balance: string; amount: string }[]> {
  return query
    .selectFrom('leave_movements')
    .select(['balance', 'amount'])
    .where('pay_id', '=', payId)
    .where('kind', '=', 'paid-out')
    .orderBy('balance')
    .execute()
}

export type YearSums = {
  gross: string
  tax: string
  net: string
  super: string
  student_loan: string
  kiwisaver_employee: string
  kiwisaver_employer: string
}

/** Sums the employee's pays between two days, including a pending final pay. */
export async function sumYear(
  query: Queryable,
  employeeId: number,
  from: CivilDate,
  to: CivilDate,
): Promise<YearSums> {
  const { rows } = await sql<YearSums>`
    select coalesce(sum(gross), 0) as gross, coalesce(sum(tax), 0) as tax, coalesce(sum(net), 0) as net,
      coalesce(sum(super), 0) as super,
      coalesce(sum(coalesce(nz_student_loan, 0) + coalesce(student_loan_cir, 0) + coalesce(student_loan_bor, 0)), 0)
        as student_loan,
      coalesce(sum(kiwisaver_employee), 0) as kiwisaver_employee,
      coalesce(sum(kiwisaver_employer), 0) as kiwisaver_employer
    from pays
    where employee_id = ${employeeId} and processed_date >= ${from}::date and processed_date <= ${to}::date
      and (status = 'processed' or is_termination)`.execute(query)
  return withOpening(query, employeeId, { from, to }, present(rows[0]))
}

export type DueTermination = { id: number; company_id: number }

/** Final pays that are due. */
export async function listDue(
  query: Queryable,
  today: CivilDate,
  sandboxId: number | null,
): Promise<DueTermination[]> {
  return query
    .selectFrom('pays')
    .innerJoin('companies', 'companies.id', 'pays.company_id')
    .select(['pays.id', 'pays.company_id'])
    .where('pays.is_termination', '=', true)
    .where('pays.status', '=', 'pending')
    .where('pays.processed_date', '<=', today)
    .where('companies.deleted_at', 'is', null)
    .where(ofTenantClock('companies.customer_id', sandboxId))
    .orderBy('pays.processed_date')
    .orderBy('pays.id')
    .execute()
}

/** Whether a pay is still pending. Checked again under the company's pay lock. */
export async function isPending(tx: Tx, payId: number): Promise<boolean> {
  const pay = await tx.selectFrom('pays').select('status').where('id', '=', payId).executeTakeFirst()
  return pay?.status === 'pending'
}
