import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { australia } from '../../../countries/au/index.ts'
import type { IncomeType } from '../../../countries/au/law/input/tax-treatment.ts'
import { addUpDeductions } from '../../../countries/au/law/reporting/reported-year.ts'
import { readReporting } from '../../../countries/au/law/reporting/stored-reporting.ts'
import type { Agent, PeriodTotals } from '../../../countries/au/stp/facts.ts'
import { type Queryable, settleAll, type Tx } from '../../../database/connect.ts'
import { customerOf } from '../../../database/customer-of.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { StpAgent } from '../../../database/tables/reporting.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { sumTexts } from '../../../kernel/values/money.ts'
import { loadHoldings, REFUSED } from '../lodgements/index.ts'

/** W1, W2 and child support of these pays. */
export async function loadTotals(tx: Tx, payIds: readonly number[]): Promise<PeriodTotals> {
  const { rows } = await sql<{ taxable_gross: string; tax: string; reporting: unknown }>`
    select taxable_gross, tax, reporting from pays where id = any(${payIds}::int[])`.execute(tx)
  const reporting = rows.map((row) => readReporting(row.reporting))
  const deductions = addUpDeductions(reporting)
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

/**
 * Reported details of a person beyond the employee record: why they left, a country, and an income type that
 * was set.
 */
export type PayeeExtras = {
  cessation: string | null
  nationality: string | null
  incomeType: IncomeType | null
}

export async function loadExtras(tx: Tx, employeeIds: readonly number[]): Promise<Map<number, PayeeExtras>> {
  const { rows } = await sql<PayeeExtras & { employee_id: number }>`
    select employees.id as employee_id, payee.country_of_nationality as nationality,
      payee.income_type as "incomeType",
      (select ended.result->>'cessation_type_code' from terminations ended
        where ended.employee_id = employees.id order by ended.id desc limit 1) as cessation
    from employees left join stp_payees payee on payee.employee_id = employees.id
    where employees.id = any(${employeeIds}::int[])`.execute(tx)
  return new Map(rows.map((row) => [row.employee_id, row]))
}

/** The payroll system's own id for a company, created when it is first needed. */
export async function systemIdOf(tx: Tx, companyId: number, newId: () => string): Promise<string> {
  const customerId = await customerOf(tx, 'companies', companyId)
  const [, { bms_id }] = await settleAll([
    tx
      .insertInto('stp_systems')
      .values({ customer_id: customerId, company_id: companyId, bms_id: newId() })
      .onConflict((on) => on.column('company_id').doNothing())
      .execute(),
    tx
      .selectFrom('stp_systems')
      .select('bms_id')
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow(),
  ])
  return bms_id
}

export type YearPay = { id: number; employee_id: number; is_lodged: boolean }

/** The processed pays of the year that are reported through Single Touch Payroll. */
export async function loadYearPays(
  tx: Tx,
  companyId: number,
  year: { start: CivilDate; end: CivilDate },
): Promise<YearPay[]> {
  const { rows } = await sql<YearPay>`
    select pays.id, pays.employee_id,
      exists (select 1 from submission_pays link where link.pay_id = pays.id and link.counts) as is_lodged
    from pays join employees on employees.id = pays.employee_id
    left join snapshots remembered on remembered.id = pays.snapshot_id
    where pays.company_id = ${companyId}
      and not coalesce(remembered.is_super_only_contractor, employees.is_super_only_contractor)
      and pays.status = 'processed'
      and pays.processed_date between ${year.start} and ${year.end}
    order by pays.id`.execute(tx)
  return rows
}

/** The declarer: the signed-in user's e-mail address. */
export async function declarerOf(query: Queryable, userId: number): Promise<string> {
  const user = await query.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  return user?.email ?? 'payroll'
}

export type PayeeSettings = { country_of_nationality: string | null; income_type: IncomeType | null }

export async function findPayeeSettings(query: Queryable, employeeId: number): Promise<PayeeSettings> {
  const row = await query
    .selectFrom('stp_payees')
    .select(['country_of_nationality', 'income_type'])
    .where('employee_id', '=', employeeId)
    .executeTakeFirst()
  return row ?? { country_of_nationality: null, income_type: null }
}

/** Sets the given details of a payee. The next pay stores them; earlier pays do not change. */
export async function storePayeeSettings(
  tx: Tx,
  employeeId: Employee['id'],
  settings: PayeeSettings,
  now: Date,
): Promise<void> {
  const values = { ...settings, updated_at: now }
  await tx
    .insertInto('stp_payees')
    .values({
      customer_id: await customerOf(tx, 'employees', employeeId),
      employee_id: employeeId,
      ...values,
    })
    .onConflict((on) => on.column('employee_id').doUpdateSet(values))
    .execute()
  await tx.updateTable('employees').set({ snapshot_id: null }).where('id', '=', employeeId).execute()
}

/** Whether a pay event of the year is lodged or pending. */
export async function hasLodged(
  tx: Tx,
  companyId: number,
  year: number,
  identityId: number | null,
): Promise<boolean> {
  const row = await tx
    .selectFrom('submissions')
    .select('id')
    .where('company_id', '=', companyId)
    .where('authority', '=', australia.authority.code)
    .where('year', '=', year)
    .where('identity_id', identityId === null ? 'is' : '=', identityId)
    .where('kind', 'in', ['submit', 'full-file-replacement'])
    .where('status', 'not in', REFUSED)
    .executeTakeFirst()
  return row !== undefined
}

/** A later event that was not refused. */
export async function findLaterEvent(tx: Tx, companyId: number, id: number): Promise<number | null> {
  const later = await tx
    .selectFrom('submissions')
    .select('id')
    .where('company_id', '=', companyId)
    .where('authority', '=', australia.authority.code)
    .where('id', '>', id)
    .where('status', 'not in', REFUSED)
    .executeTakeFirst()
  return later?.id ?? null
}

/** The pays that an event lodged and that still exist, and all employees it reported. */
export async function loadReplacedPays(tx: Tx, submissionId: number) {
  const { rows: pays } = await sql<{ id: number; employee_id: number }>`
    select pays.id, pays.employee_id from submission_pays link join pays on pays.id = link.pay_id
    where link.submission_id = ${submissionId} and link.counts and pays.status = 'processed' order by pays.id`.execute(
    tx,
  )
  const { rows: payees } = await sql<{ employee_id: number }>`
    select distinct employee_id from submission_payees where submission_id = ${submissionId} and not is_rejected`.execute(
    tx,
  )
  return { pays, employeeIds: payees.map((payee) => payee.employee_id) }
}

export async function findSystem(query: Queryable, companyId: number) {
  return query
    .selectFrom('stp_systems')
    .select(['bms_id', 'ssid', 'agent'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
}

/**
 * The ids under which the tax office has these employees in a year, for the next payroll system. Only
 * reported employees are included.
 */
export async function loadReportedAs(
  query: Queryable,
  companyId: number,
  employeeIds: readonly number[],
  year: number,
): Promise<Map<number, { previous_payroll_id: string; previous_bms_id: string }>> {
  const bmsId = (await findSystem(query, companyId))?.bms_id
  if (!bmsId) return new Map()
  const held = await loadHoldings(
    query,
    companyId,
    { authority: 'ATO', year },
    { employeeIds, isExpected: true },
  )
  return new Map(
    [...held.values()].map(({ employee_id: id }) => [
      id,
      { previous_payroll_id: payrollIdOf(id), previous_bms_id: bmsId },
    ]),
  )
}

/** The payroll id that an employee is reported under. */
export const payrollIdOf = (employeeId: number) => String(employeeId)

/** The registered agent who lodges for the company. */
export async function agentOf(query: Queryable, companyId: number): Promise<Omit<Agent, 'declarer'> | null> {
  const agent = (await findSystem(query, companyId))?.agent
  if (!agent) return null
  const { abn, agent_number, name, email_address: email, phone } = agent
  return { abn, agentNumber: agent_number, name, email, phone }
}

/** Sets the ids the company lodges under, and its agent. An omitted agent stays unchanged. */
export async function storeSender(
  tx: Tx,
  companyId: number,
  sender: { ssid: string | null; agent?: StpAgent | null },
): Promise<void> {
  const { ssid, agent } = sender
  await systemIdOf(tx, companyId, randomUUID)
  await tx
    .updateTable('stp_systems')
    .set({ ssid, ...(agent === undefined ? {} : { agent: agent && JSON.stringify(agent) }) })
    .where('company_id', '=', companyId)
    .execute()
}
