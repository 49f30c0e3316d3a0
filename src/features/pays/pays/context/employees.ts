import { type RawBuilder, sql } from 'kysely'
import { acquireLock, acquireLockAndRead } from '../../../../database/company-lock.ts'
import type { Queryable, Tx } from '../../../../database/connect.ts'
import { isId } from '../../../../database/ids.ts'
import type { PayRunRow } from '../../../../database/tables/pays.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { termsTimeline } from '../../../../payroll/terms.ts'
import { changeOf } from '../../../employees/employees/index.ts'
import { EMPLOYEE_COLUMNS, type PayEmployee } from '../job/pay-employee.ts'
import { ofCalendar, regularPay } from './skipped.ts'
import type { LoadedEmployee } from './terms.ts'

/* Everything a call needs to know, read for all its employees at once: the number of queries never grows with the pays. */

/** A text, for putting eighty names together one by one takes longer than reading one employee. */
const SELECT = sql.raw(`select ${EMPLOYEE_COLUMNS.join(', ')}, start_date,
  (select service_start_date from opening_balances where employee_id = employees.id) as opening_start,
  (select json_agg(json_build_object('effective_from', effective_from, 'entered_on', entered_on, 'fields', fields,
      'before', before) order by created_at, id) from employee_terms
    where employee_id = employees.id and status <> 'refused' and fields::text <> '{}') as terms,
  exists (select from pays where employee_id = employees.id and unpaid_leave_weeks > 0) as has_unpaid_leave,
  (select json_agg(earlier order by start_date, id) from employments earlier where employee_id = employees.id) as earlier
  from employees`)

/** All pay writes of a company acquire one lock, so that balances, year to date and period so far hold under concurrency. */
export async function lockCompanyPays(tx: Tx, companyId: number): Promise<void> {
  await acquireLock(tx, PAYS_LOCK, companyId)
}

/** The same for a call that reads something first under the lock: the server goes from one to the other without waiting for us. */
export function lockCompanyPaysAndRead<T>(tx: Tx, companyId: number, read: () => Promise<T>): Promise<T> {
  return acquireLockAndRead(tx, PAYS_LOCK, companyId, read)
}
const PAYS_LOCK = 30

/** The company's employees with these ids, deleted ones too. */
export function loadEmployeesById(
  tx: Tx,
  companyId: number,
  ids: readonly number[],
): Promise<LoadedEmployee[]> {
  return read(tx, sql`company_id = ${companyId} and id = any(${ids.filter(isId)}::int[])`)
}

/** The company's employees with these numbers, deleted ones too. */
export function loadEmployeesByNumber(
  tx: Tx,
  companyId: number,
  numbers: readonly string[],
): Promise<LoadedEmployee[]> {
  return read(tx, sql`company_id = ${companyId} and number = any(${numbers}::text[])`)
}

/** Who gets a pay when a run is drafted: active pay recipients of the calendar who have no regular pay in the run yet. */
export function loadDraftRecipients(tx: Tx, run: PayRunRow): Promise<LoadedEmployee[]> {
  return read(
    tx,
    sql`${ofCalendar(run)} and active_pay_recipient and not is_terminated and start_date <= ${run.end_date}
      and ${regularPay(run)} is null
    order by id`,
  )
}

/** About the number of pays that a draft has. */
export async function countRecipients(query: Queryable, companyId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from employees
    where company_id = ${companyId} and active_pay_recipient and not is_terminated and not is_deleted`.execute(
    query,
  )
  return rows[0]?.count ?? 0
}

type Row = PayEmployee &
  Pick<LoadedEmployee, 'earlier'> & {
    opening_start: CivilDate | null
    terms: readonly Parameters<typeof changeOf>[0][] | null
  }

async function read(tx: Tx, which: RawBuilder<unknown>): Promise<LoadedEmployee[]> {
  const { rows } = await sql<Row>`${SELECT} where ${which}`.execute(tx)
  return rows.map((row) => {
    const { terms, earlier, opening_start: openingStart } = row
    // Service before the start date counts where opening figures say so.
    if (!earlier && openingStart !== null) row.start_date = openingStart
    return { today: row, timeline: terms && termsTimeline(terms.map(changeOf)), earlier, openingStart }
  })
}
