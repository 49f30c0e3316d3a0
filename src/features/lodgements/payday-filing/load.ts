import { type Selectable, sql } from 'kysely'
import { newZealand } from '../../../countries/nz/index.ts'
import { type Queryable, settleAll, type Tx } from '../../../database/connect.ts'
import { REPORTED } from '../../../database/reported-pays.ts'
import type { PaydayDetailsTable, PaydayLinesTable } from '../../../database/tables/reporting.ts'
import { ofTenantClock } from '../../../database/tenant-clock-filter.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { PayPeriod } from '../../../payroll/pay-periods.ts'
import { isExpected, isHeld, REFUSED } from '../lodgements/index.ts'

/** The pays of one employee in one run under one tax code, added up: a line of the employment information. */
export type LineRow = {
  pay_date: CivilDate
  employee_id: number
  pay_run_id: number
  tax_code: string
  period_start: string
  period_end: string
  pay_period: PayPeriod
  hours: string
  gross: string
  not_liable: string
  is_low_rate: boolean
  paye: string
  child_support: string
  child_support_code: string | null
  student_loan: string
  slcir: string
  slbor: string
  kiwisaver: string
  kiwisaver_employer_net: string
  esct: string
  donation_credit: string
  ess: string
  pay_ids: number[]
}

/**
 * The lines of these pays on their paydays. A pay moved to another payday counts there, if that payday is
 * selected. Tax is calculated on at least zero, so a negative pay has a filed gross of zero; its own gross is
 * used instead.
 */
export async function loadLines(
  tx: Tx,
  wanted: readonly { payDate: CivilDate; payIds: readonly number[] }[],
): Promise<LineRow[]> {
  const pairs = wanted.flatMap(({ payDate, payIds }) => payIds.map((id) => ({ id, payDate })))
  const { rows } = await sql<LineRow>`
    select pays.processed_date as pay_date, pays.employee_id, pays.pay_run_id, pays.tax_code,
      run.start_date as period_start, run.end_date as period_end, run.pay_period,
      sum(hours_paid) as hours, sum(case when pays.gross < 0 and filed_gross = 0 then pays.gross else filed_gross end) as gross, sum(not_liable_for_acc) as not_liable,
      bool_or(low_rate_indicator) as is_low_rate, sum(paye) as paye, sum(child_support) as child_support,
      max(child_support_code) as child_support_code, sum(nz_student_loan) as student_loan,
      sum(student_loan_cir) as slcir, sum(student_loan_bor) as slbor, sum(kiwisaver_employee) as kiwisaver,
      sum(kiwisaver_employer - kiwisaver_esct) as kiwisaver_employer_net,
      sum(kiwisaver_esct + coalesce(complying_fund_esct, 0) + coalesce(sacrificed_super_esct, 0)) as esct,
      sum(payroll_giving_credit) as donation_credit, sum(filed_ess) as ess,
      array_agg(pays.id order by pays.id) as pay_ids
    from unnest(${pairs.map(({ id }) => id)}::int[], ${pairs.map(({ payDate }) => payDate)}::date[])
      as wanted (pay_id, pay_date)
    join pays on pays.id = wanted.pay_id and pays.processed_date = wanted.pay_date
    join pay_runs run on run.id = pays.pay_run_id
    where pays.status = 'processed'
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4`.execute(tx)
  return rows
}

/** A line as Inland Revenue holds it. */
export type FiledLine = {
  submission_id: number
  employee_id: number
  pay_run_id: number
  tax_code: string
  pay_date: CivilDate
  /** Encrypted; null when the line was removed. */
  line: string | null
  pay_ids: number[]
  /** The employer's former number that the line was filed under; null for the current one. */
  identity_id: number | null
}

/** Joins the lines of a filing with the employee's outcome, as `line`. */
const OUTCOME = sql`join lodged_lines line on line.submission_id = filed.submission_id and line.employee_id = filed.employee_id`

/**
 * The latest version of each line of these paydays, a range of paydays or a run. Lines are as Inland Revenue
 * holds them, or with `isExpected` as it will once all pending messages are accepted.
 */
export async function loadFiled(
  tx: Tx,
  companyId: number,
  where: { dates: readonly string[]; from: string | null; to: string | null; runId: number | null },
  options: { isExpected?: boolean } = {},
): Promise<FiledLine[]> {
  const { rows } = await sql<FiledLine>`
    select distinct on (filed.employee_id, filed.pay_run_id, filed.tax_code, filed.pay_date, line.identity_id) filed.*, line.identity_id
    from payday_lines filed ${OUTCOME}
    where line.company_id = ${companyId} and line.authority = ${newZealand.authority.code}
      and ${options.isExpected ? isExpected('line') : isHeld('line')}
      and (filed.pay_date = any(${where.dates}::date[]) or filed.pay_date between ${where.from}::date and ${where.to}::date
        or filed.pay_run_id = ${where.runId}::int)
    order by filed.employee_id, filed.pay_run_id, filed.tax_code, filed.pay_date, line.identity_id, filed.submission_id desc`.execute(
    tx,
  )
  return rows
}

/** A line of a message that was refused, with the message's employee details. */
export type RefusedLine = FiledLine & {
  line: string
  employee: string
  message_id: string
  /** Compressed and encrypted. */
  details: string | null
  /** Filed under a number of the employer that was wrong. */
  is_wrong: boolean
}

/**
 * Lines of these paydays whose message was refused or failed with another one, where no later message about
 * the employee's payday can still be accepted. Lines under a wrong number of the employer are among them until
 * the employee's payday is filed under the right one. A message that a user withdrew is left out, unless it is sent
 * again (`resentId`). Oldest first.
 */
export async function loadRefused(
  tx: Tx,
  companyId: number,
  dates: readonly string[],
  resentId: number | null,
): Promise<RefusedLine[]> {
  const { rows } = await sql<RefusedLine>`
    select filed.*, line.identity_id, first_name || ' ' || last_name as employee, event.message_id, event.details,
      former.id is not null as is_wrong
    from payday_lines filed ${OUTCOME} join submissions event on event.id = filed.submission_id
    left join former_identities former on former.id = event.identity_id and former.is_wrong
      and line.outcome in ('created', 'sent', 'accepted')
    join employees on employees.id = filed.employee_id
    where line.company_id = ${companyId} and line.authority = ${newZealand.authority.code}
      and filed.pay_date = any(${dates}::date[]) and filed.line is not null
      and (former.id is not null or line.outcome = 'rejected' or line.outcome = 'withdrawn' and (event.failed_with_id is not null or event.id = ${resentId}::int))
      and not exists (
        select from payday_lines later join lodged_lines told
          on told.submission_id = later.submission_id and told.employee_id = later.employee_id
        left join former_identities wrong on wrong.id = told.identity_id and wrong.is_wrong
        where later.employee_id = filed.employee_id and later.pay_date = filed.pay_date
          and (later.submission_id > filed.submission_id or former.id is not null)
          and (former.id is null or wrong.id is null)
          and told.outcome in ('created', 'sent', 'accepted'))
    order by filed.submission_id, filed.employee_id, filed.pay_run_id, filed.tax_code`.execute(tx)
  return rows
}

/**
 * The last line on a return for each employee, with the name and number it was filed under. Amendments are
 * skipped because they repeat filed details. Lines under a wrong number of the employer are amended to nil.
 */
export async function loadLastReturned(
  tx: Tx,
  employeeIds: readonly number[],
): Promise<(FiledLine & { line: string })[]> {
  const { rows } = await sql<FiledLine & { line: string }>`
    select distinct on (filed.employee_id) filed.*, line.identity_id
    from payday_lines filed ${OUTCOME}
    where filed.employee_id = any(${employeeIds}::int[]) and filed.line is not null and line.kind = 'submit'
      and ${isExpected('line')}
      and not exists (select from former_identities former where former.id = line.identity_id and former.is_wrong)
    order by filed.employee_id, filed.submission_id desc`.execute(tx)
  return rows
}

/** The current figures of a pay, and those reported to Inland Revenue. */
export type PayHashes = { id: number; figures_hash: string | null; told_hash: string | null }

export async function loadHashes(tx: Tx, payIds: readonly number[]): Promise<Map<number, PayHashes>> {
  const { rows } = await sql<PayHashes>`
    select pays.id, figures_hash, reported.told_hash from pays ${REPORTED}
    where pays.id = any(${payIds}::int[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The filing that reported the employer as finished, if any. */
export async function hasFinalReturn(tx: Tx, companyId: number): Promise<number | null> {
  const row = await tx
    .selectFrom('submissions')
    .select('id')
    .where('company_id', '=', companyId)
    .where('authority', '=', newZealand.authority.code)
    .where('is_final', '=', true)
    .where('status', 'not in', REFUSED)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function insertFiled(
  tx: Tx,
  lines: readonly Selectable<PaydayLinesTable>[],
  reported: readonly (ReportedDates & Pick<PaydayDetailsTable, 'customer_id' | 'submission_id'>)[],
): Promise<void> {
  const keepLines = sql`insert into payday_lines
    select * from json_populate_recordset(null::payday_lines, ${JSON.stringify(lines)}::json)`
  const storeReported = sql`insert into payday_details
    select * from json_populate_recordset(null::payday_details, ${JSON.stringify(reported)}::json)`
  await settleAll([
    lines.length > 0 && keepLines.execute(tx),
    reported.length > 0 && storeReported.execute(tx),
  ])
}

export type ReportedDates = {
  employee_id: number
  start_date: string
  finish_date: string | null
  /** The start date of the record at the time. */
  recorded_start: string | null
}

/** The start and finish dates of these employees that were reported under the employer's current number. */
export async function loadReported(
  tx: Tx,
  employeeIds: readonly number[],
): Promise<Map<number, ReportedDates>> {
  const { rows } = await sql<ReportedDates>`
    select distinct on (reported.employee_id) reported.employee_id, reported.start_date, reported.finish_date, reported.recorded_start
    from payday_details reported
    join lodged_lines line on line.submission_id = reported.submission_id and line.employee_id = reported.employee_id
    where reported.employee_id = any(${employeeIds}::int[]) and line.identity_id is null and ${isExpected('line')}
    order by reported.employee_id, reported.submission_id desc`.execute(tx)
  return new Map(rows.map((row) => [row.employee_id, row]))
}

/** The signed-in user, who is the contact when the company names none. */
export async function loadUser(query: Queryable, userId: number): Promise<{ name: string; email: string }> {
  const user = await query
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return user ?? { name: '', email: '' }
}

type OwnLine = Pick<FiledLine, 'submission_id' | 'employee_id' | 'pay_run_id' | 'tax_code'> & { line: string }

export async function loadLinesOf(tx: Tx, employeeIds: readonly number[]): Promise<OwnLine[]> {
  const { rows } = await sql<OwnLine>`
    select submission_id, employee_id, pay_run_id, tax_code, line from payday_lines
    where employee_id = any(${employeeIds}::int[]) and line is not null`.execute(tx)
  return rows
}

export async function replaceLines(tx: Tx, lines: readonly OwnLine[]): Promise<void> {
  await sql`
    update payday_lines old set line = fresh.line
    from json_to_recordset(${JSON.stringify(lines)}::json)
      as fresh(submission_id int, employee_id int, pay_run_id int, tax_code text, line text)
    where old.submission_id = fresh.submission_id and old.employee_id = fresh.employee_id
      and old.pay_run_id = fresh.pay_run_id and old.tax_code = fresh.tax_code`.execute(tx)
}

/** A filing that was withdrawn because the filing it was built on failed, and its pays to plan again. */
export type Withdrawn = {
  id: number
  company_id: number
  created_by: number
  is_final: boolean
  pay_ids: number[]
}

export async function loadWithdrawn(
  query: Queryable,
  sandboxId: number | null,
  after: number,
): Promise<Withdrawn[]> {
  const { rows } = await sql<Withdrawn>`
    select due.id, due.company_id, due.created_by, due.is_final, array(
      select link.pay_id from submission_pays link join pays on pays.id = link.pay_id and pays.status = 'processed'
      where link.submission_id = due.id and (
        exists (select from submission_pays lodged where lodged.pay_id = link.pay_id and lodged.counts)
        or not exists (select from submission_pays base where base.pay_id = link.pay_id and base.submission_id = due.failed_with_id))
      order by 1) as pay_ids
    from submissions due
    where due.failed_with_id is not null and due.planned_again_at is null and due.authority = ${newZealand.authority.code}
      and due.id > ${after} and ${ofTenantClock('due.customer_id', sandboxId)}
    order by due.id limit 100`.execute(query)
  return rows
}

export async function markPlannedAgain(query: Queryable, submissionId: number, now: Date): Promise<void> {
  await query
    .updateTable('submissions')
    .set({ planned_again_at: now })
    .where('id', '=', submissionId)
    .execute()
}
