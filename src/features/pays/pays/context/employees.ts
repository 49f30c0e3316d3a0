import { type RawBuilder, sql } from 'kysely'
import { acquireLock, acquireLockAndRead } from '../../../../database/company-lock.ts'
import type { Queryable, Tx } from '../../../../database/connect.ts'
import { isId } from '../../../../database/ids.ts'
import type { Employee } from '../../../../database/tables/employees.ts'
import type { PayRunRow } from '../../../../database/tables/pays.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { timelinesOf } from '../../../employees/employees/index.ts'
import { EMPLOYEE_COLUMNS, type PayEmployee } from '../job/pay-employee.ts'
import { hasOldTerms } from './later.ts'
import { ofCalendar, regularPay } from './skipped.ts'
import type { LoadedEmployee } from './terms.ts'

/* Loads the data of a call for all its employees at once. The number of queries does not grow with the number of pays. */

/** Raw SQL, because building eighty column names one by one takes longer than reading one employee. */
const SELECT = sql.raw(`select ${EMPLOYEE_COLUMNS.join(', ')}, start_date, term_timelines,
  (select service_start_date from opening_balances where employee_id = employees.id) as opening_start,
  exists (select from opening_balances where employee_id = employees.id) as has_opening,
  exists (select from employments where employee_id = employees.id) as has_earlier,
  (select coalesce(max(id), 0) from employee_terms where employee_id = employees.id) as last_terms_id,
  exists (select from pays where employee_id = employees.id and unpaid_leave_weeks > 0) as has_unpaid_leave,
  (select case when bool_and(began.since is not null) then min(began.since) end
    from employee_super_funds fund left join super_fund_starts began
      on began.employee_id = fund.employee_id and began.fund = coalesce(fund.usi, fund.abn)
    where fund.employee_id = employees.id) as new_fund_since,
  (select json_agg(earlier order by start_date, id) from employments earlier where employee_id = employees.id) as earlier`)

/** All pay writes of a company take the same lock, which keeps balances, year-to-date and period figures consistent. */
export async function lockCompanyPays(tx: Tx, companyId: number): Promise<void> {
  await acquireLock(tx, PAYS_LOCK, companyId)
}

/** Takes the lock and pipelines the first reads with it. */
export function lockCompanyPaysAndRead<T>(tx: Tx, companyId: number, read: () => Promise<T>): Promise<T> {
  return acquireLockAndRead(tx, PAYS_LOCK, companyId, read)
}
const PAYS_LOCK = 30

/** The company's employees with these ids, including deleted ones. For a new pay, `payDate` is its payment date. */
export function loadEmployeesById(
  tx: Tx,
  companyId: number,
  ids: readonly number[],
  payDate: CivilDate | null = null,
): Promise<LoadedEmployee[]> {
  return read(tx, sql`company_id = ${companyId} and id = any(${ids.filter(isId)}::int[])`, payDate)
}

/** The company's employees with these numbers, including deleted ones. */
export function loadEmployeesByNumber(
  tx: Tx,
  companyId: number,
  numbers: readonly string[],
  payDate: CivilDate,
): Promise<LoadedEmployee[]> {
  return read(tx, sql`company_id = ${companyId} and number = any(${numbers}::text[])`, payDate)
}

/**
 * The employees who get a pay when a run is drafted: active pay recipients of the calendar without a regular pay in the
 * run.
 */
export function loadDraftRecipients(tx: Tx, run: PayRunRow): Promise<LoadedEmployee[]> {
  return read(
    tx,
    sql`${ofCalendar(run)} and active_pay_recipient and not is_terminated and start_date <= ${run.end_date}
      and ${regularPay(run)} is null
    order by id`,
  )
}

/** The approximate number of pays in a draft. */
export async function countRecipients(query: Queryable, companyId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from employees
    where company_id = ${companyId} and active_pay_recipient and not is_terminated and not is_deleted`.execute(
    query,
  )
  return rows[0]?.count ?? 0
}

type Row = PayEmployee &
  Pick<LoadedEmployee, 'earlier'> &
  Pick<Employee, 'term_timelines'> & { opening_start: CivilDate | null; has_old_terms: boolean }

async function read(
  tx: Tx,
  which: RawBuilder<unknown>,
  payDate: CivilDate | null = null,
): Promise<LoadedEmployee[]> {
  const { rows } =
    await sql<Row>`${SELECT}, ${payDate === null ? sql`false` : hadOldTerms(payDate)} as has_old_terms
    from employees where ${which}`.execute(tx)
  return rows.map((row) => {
    const { term_timelines, earlier, opening_start: openingStart, has_old_terms } = row
    // Service before the start date counts if the opening balances say so.
    if (!earlier && openingStart !== null) row.start_date = openingStart
    const timeline = term_timelines && timelinesOf(term_timelines)
    return { today: row, timeline, earlier, openingStart, hasOldTerms: has_old_terms }
  })
}

/** Reads an employee's pays only if the terms have ever changed. */
const hadOldTerms = (payDate: CivilDate) => sql`case when term_timelines is null then false
  else ${hasOldTerms(sql.ref('employees.id'), sql`${payDate}::date`)} end`
