import { sql } from 'kysely'
import { further, given } from '../../../../database/conditions.ts'
import type { Queryable, Tx } from '../../../../database/connect.ts'
import { isId } from '../../../../database/ids.ts'
import type { PayRunRow } from '../../../../database/tables/pays.ts'
import { isCivilDate } from '../../../../kernel/values/dates.ts'
import type { ListedPay } from './pays.ts'

/** Totals over a set of pays. */
export type RunTotals = {
  employee_count: number
  gross: string
  tax: string
  net: string
  super: string
  kiwisaver_employee: string
  kiwisaver_employer: string
}

/** A run with the totals of its pays, overall and by payment date. */
export type RunWithTotals = PayRunRow &
  RunTotals & {
    pay_count: number
    pending_count: number
    payment_dates: (RunTotals & { pay_date: string })[]
  }

const TOTALS = sql.raw(`
  count(distinct employee_id)::int as employee_count, coalesce(sum(gross), 0)::text as gross,
  coalesce(sum(tax), 0)::text as tax, coalesce(sum(net), 0)::text as net, coalesce(sum(super), 0)::text as super,
  coalesce(sum(kiwisaver_employee), 0)::text as kiwisaver_employee,
  coalesce(sum(kiwisaver_employer), 0)::text as kiwisaver_employer`)

/** The company's runs with their totals, by end date. */
export async function listRuns(
  query: Queryable,
  companyId: number,
  filter: { from_date?: string; to_date?: string; id?: number },
): Promise<RunWithTotals[]> {
  if (filter.id !== undefined && !isId(filter.id)) return []
  const dated = (date: string | undefined) => (date && isCivilDate(date) ? date : undefined)
  const wanted = further([
    given(filter.id, (id) => sql`run.id = ${id}::int`),
    given(dated(filter.from_date), (from) => sql`run.end_date >= ${from}::date`),
    given(dated(filter.to_date), (to) => sql`run.end_date <= ${to}::date`),
  ])
  const { rows } = await sql<RunWithTotals>`
    select run.*, total.*,
      (select coalesce(json_agg(date), '[]') from (
        select processed_date as pay_date, ${TOTALS} from pays
        where pay_run_id = run.id group by processed_date order by processed_date) date) as payment_dates
    from pay_runs run cross join lateral (
      -- All of it lies in the index pays_run: the rows themselves are thirty times as long.
      select count(*)::int as pay_count, (count(*) filter (where pays.status = 'pending'))::int as pending_count, ${TOTALS}
      from pays where pays.pay_run_id = run.id) total
    where run.company_id = ${companyId} ${wanted}
    order by run.end_date, run.id`.execute(query)
  return rows
}

/** The pending pays of a run. */
export async function listPendingIds(tx: Tx, runId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('pays')
    .select('id')
    .where('pay_run_id', '=', runId)
    .where('status', '=', 'pending')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Counts the pending pays of a run. A run of another company has none. */
export async function countPending(query: Queryable, companyId: number, runId: number): Promise<number> {
  if (!isId(runId)) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pays
    where pay_run_id = ${runId} and company_id = ${companyId} and status = 'pending'`.execute(query)
  return rows[0]?.count ?? 0
}

/** The pays of a run, in the order they were created. */
export function listRunPays(query: Queryable, runId: number): Promise<ListedPay[]> {
  return query.selectFrom('pays').select('id').where('pay_run_id', '=', runId).orderBy('id').execute()
}

/** The ids among these of employees with a draft in the run of the period ending on this day. */
export async function loadPendingIn(
  tx: Tx,
  employeeIds: readonly number[],
  periodEnd: string,
): Promise<Set<number>> {
  const { rows } = await sql<{ employee_id: number }>`
    select employee_id from pays join pay_runs run on run.id = pays.pay_run_id
    where employee_id = any(${employeeIds}::int[]) and status = 'pending' and run.end_date = ${periodEnd}`.execute(
    tx,
  )
  return new Set(rows.map((row) => row.employee_id))
}
