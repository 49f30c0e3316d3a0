import { sql } from 'kysely'
import type { Queryable, Tx } from '../../database/connect.ts'
import type { Employee } from '../../database/tables/employees.ts'
import { addUpReporting } from '../../payroll/au/reported-year.ts'
import { readReporting } from '../../payroll/au/stored-reporting.ts'
import type { CivilDate } from '../../payroll/dates.ts'
import { sumTexts } from '../../payroll/money.ts'
import type { PeriodTotals } from './facts.ts'

/** W1, W2 and child support of these pays. */
export async function loadTotals(tx: Tx, payIds: readonly number[]): Promise<PeriodTotals> {
  const { rows } = await sql<{ taxable_gross: string; tax: string; reporting: unknown }>`
    select taxable_gross, tax, reporting from pays where id = any(${payIds}::int[])`.execute(tx)
  const reporting = rows.map((row) => readReporting(row.reporting))
  const { deductions } = addUpReporting(reporting)
  return {
    gross: sumTexts([
      ...rows.map((row) => row.taxable_gross),
      ...reporting.flatMap((pay) => pay.etps.map((etp) => etp.taxableComponent)),
    ]),
    withheld: sumTexts(rows.map((row) => row.tax)),
    garnishee: deductions.CHILD_SUPPORT_GARNISHEE,
    childSupport: deductions.CHILD_SUPPORT_DEDUCTION,
  }
}

export type Period = { start: string; end: string }

/** The pay period that each employee's pays cover. */
export async function loadPeriods(tx: Tx, payIds: readonly number[]): Promise<Map<number, Period>> {
  const { rows } = await sql<Period & { employee_id: number }>`
    select pays.employee_id, min(run.start_date) as start, max(run.end_date) as end
    from pays join pay_runs run on run.id = pays.pay_run_id
    where pays.id = any(${payIds}::int[]) group by 1`.execute(tx)
  return new Map(rows.map((row) => [row.employee_id, row]))
}

/** What is reported of a person beside the employee record: why they left, and a working holiday maker's nationality. */
export type PayeeExtras = { cessation: string | null; nationality: string | null }

export async function loadExtras(tx: Tx, employeeIds: readonly number[]): Promise<Map<number, PayeeExtras>> {
  const { rows } = await sql<PayeeExtras & { employee_id: number }>`
    select employees.id as employee_id, payee.country_of_nationality as nationality,
      (select ended.result->>'cessation_type_code' from terminations ended
        where ended.employee_id = employees.id order by ended.id desc limit 1) as cessation
    from employees left join stp_payees payee on payee.employee_id = employees.id
    where employees.id = any(${employeeIds}::int[])`.execute(tx)
  return new Map(rows.map((row) => [row.employee_id, row]))
}

/** The payroll system's own id for a company, made when it is first needed. */
export async function systemIdOf(tx: Tx, companyId: number, newId: () => string): Promise<string> {
  await tx
    .insertInto('stp_systems')
    .values({ company_id: companyId, bms_id: newId() })
    .onConflict((on) => on.column('company_id').doNothing())
    .execute()
  const { bms_id } = await tx
    .selectFrom('stp_systems')
    .select('bms_id')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return bms_id
}

/** The last amounts lodged for each employee in the year, refused and replaced events aside. */
export async function loadLodged(
  tx: Tx,
  companyId: number,
  year: number,
  employeeIds: readonly number[] | null,
): Promise<Map<number, Record<string, string>>> {
  const { rows } = await sql<{ employee_id: number; amounts: Record<string, string> }>`
    select distinct on (payee.employee_id) payee.employee_id, payee.amounts
    from submission_payees payee join submissions event on event.id = payee.submission_id
    where event.company_id = ${companyId} and event.authority = 'ATO' and event.year = ${year}
      and event.status <> 'rejected' and not payee.is_rejected
      and not exists (select 1 from submissions next where next.replaces_id = event.id and next.status <> 'rejected')
      and (${employeeIds}::int[] is null or payee.employee_id = any(${employeeIds}::int[]))
    order by payee.employee_id, event.id desc`.execute(tx)
  return new Map(rows.map((row) => [row.employee_id, row.amounts]))
}

export type YearPay = { id: number; employee_id: number; is_lodged: boolean; stp_needs_update: boolean }

/** The processed pays of the year that Single Touch Payroll is about. */
export async function loadYearPays(
  tx: Tx,
  companyId: number,
  year: { start: CivilDate; end: CivilDate },
): Promise<YearPay[]> {
  const { rows } = await sql<YearPay>`
    select pays.id, pays.employee_id, pays.stp_needs_update,
      exists (select 1 from submission_pays link where link.pay_id = pays.id and link.counts) as is_lodged
    from pays join employees on employees.id = pays.employee_id and not employees.is_super_only_contractor
    where pays.company_id = ${companyId} and pays.status = 'processed'
      and pays.processed_date between ${year.start} and ${year.end}
    order by pays.id`.execute(tx)
  return rows
}

/** Who declares: the signed-in user's e-mail address. */
export async function declarerOf(query: Queryable, userId: number): Promise<string> {
  const user = await query.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  return user?.email ?? 'payroll'
}

export async function setNationality(
  query: Queryable,
  employeeId: Employee['id'],
  country: string | null,
  now: Date,
): Promise<void> {
  await query
    .insertInto('stp_payees')
    .values({ employee_id: employeeId, country_of_nationality: country, updated_at: now })
    .onConflict((on) =>
      on.column('employee_id').doUpdateSet({ country_of_nationality: country, updated_at: now }),
    )
    .execute()
}
