import { sql } from 'kysely'
import { CHANGED_AFTER_DRAFT } from '../../../database/changed-drafts.ts'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import { NEEDS_UPDATE, REPORTED } from '../../../database/reported-pays.ts'
import type { PayRunRow, PayStatus, RunMarksTable } from '../../../database/tables/pays.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'

export async function findRun(
  query: Queryable,
  companyId: number,
  runId: number,
): Promise<PayRunRow | undefined> {
  if (!isId(runId)) return undefined
  return query
    .selectFrom('pay_runs')
    .selectAll()
    .where('id', '=', runId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
}

/** Employees to be paid in the next run of their calendar, with the names for authorities. */
export function listActiveRecipients(query: Queryable, companyId: number) {
  return query
    .selectFrom('employees')
    .select(['id', 'reporting_first_name', 'reporting_last_name'])
    .where('company_id', '=', companyId)
    .where('active_pay_recipient', '=', true)
    .where('is_terminated', '=', false)
    .where('is_deleted', '=', false)
    .orderBy('id')
    .execute()
}

/** The last earlier run of the same cycle that has a processed pay. */
export async function findPrevious(
  query: Queryable,
  run: PayRunRow,
): Promise<{ id: number; end_date: CivilDate } | undefined> {
  const { rows } = await sql<{ id: number; end_date: CivilDate }>`
    select id, end_date from pay_runs before
    where company_id = ${run.company_id} and pay_period = ${run.pay_period} and end_date < ${run.end_date}
      and pay_calendar_id is not distinct from ${run.pay_calendar_id}::int
      and exists (select from pays where pay_run_id = before.id and status = 'processed')
    order by end_date desc limit 1`.execute(query)
  return rows[0]
}

/** The employees with a final pay in the run. */
export async function listEnded(query: Queryable, runId: number): Promise<number[]> {
  const rows = await query
    .selectFrom('pays')
    .select('employee_id')
    .where('pay_run_id', '=', runId)
    .where('is_termination', '=', true)
    .execute()
  return rows.map((row) => row.employee_id)
}

/** The totals of a run's pays with this status. */
export function loadNets(query: Queryable, runId: number, status: PayStatus) {
  return query
    .selectFrom('pays')
    .select(['id', 'employee_id', 'gross', 'net'])
    .where('pay_run_id', '=', runId)
    .where('status', '=', status)
    .execute()
}

/** Drafts of a run whose employee's pay rate changed after they were calculated. */
export async function loadEarlierRates(query: Queryable, runId: number) {
  const { rows } = await sql<{ employee_id: number; before: string | null; after: string | null }>`
    select pays.employee_id, earlier.rate as before, e.pay_rate_per_hour as after
    from pays join pay_runs run on run.id = pays.pay_run_id join employees e on e.id = pays.employee_id
    join lateral (
      select field ->> 'before' as rate from employee_history h, jsonb_array_elements(h.changes) field
      where h.employee_id = pays.employee_id and h.at >= pays.updated_at and field ->> 'field' = 'pay_rate_per_hour'
      order by h.id limit 1
    ) earlier on true
    where pays.pay_run_id = ${runId}
      and exists (select from employee_terms change where change.employee_id = pays.employee_id and ${CHANGED_AFTER_DRAFT})
      and earlier.rate::numeric is distinct from e.pay_rate_per_hour`.execute(query)
  return rows
}

/** One employee's totals in one of two runs. */
export type PersonRow = {
  pay_run_id: number
  employee_id: number
  first_name: string
  last_name: string
  department: string | null
  is_employed: boolean
  is_new: boolean
  pay_ids: number[]
  is_pending: boolean
  hours: string
  leave_hours: string
  gross: string
  tax: string
  super: string
  net: string
  snapshot_id: number | null
  is_leave_below_zero: boolean
}

/** The people of two runs with their sums. Each person has one row for each run. */
export async function loadPeople(
  query: Queryable,
  companyId: number,
  run: PayRunRow,
  previousId: number | null,
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    with chosen as (
      select * from pays where company_id = ${companyId}
        and (pay_run_id = ${run.id} or pay_run_id = ${previousId}::int and status = 'processed')
    ), worked as (
      select chosen.id,
        sum((details ->> 'value')::numeric) filter (where line.kind = 'hours' and details ->> 'units' = 'hours') as hours,
        sum((details ->> 'hours')::numeric) filter (where line.kind = 'leave') as leave_hours
      from chosen join pay_lines line on line.pay_id = chosen.id and line.kind in ('hours', 'leave') group by chosen.id
    )
    select pay_run_id, employee_id, first_name, last_name, coalesce(max(pay_department), department) as department,
      not is_terminated and not is_deleted and active_pay_recipient as is_employed,
      pay_run_id = ${run.id} and not exists (
        select from pays earlier join pay_runs before on before.id = earlier.pay_run_id
        where earlier.employee_id = chosen.employee_id and earlier.status = 'processed'
          and before.end_date < ${run.end_date}) as is_new,
      array_agg(chosen.id order by chosen.id) as pay_ids, bool_or(status = 'pending') as is_pending,
      coalesce(sum(worked.hours), 0) as hours, coalesce(sum(worked.leave_hours), 0) as leave_hours,
      sum(gross) as gross, sum(tax) as tax, sum(coalesce(super, kiwisaver_employer, 0)) as super, sum(net) as net,
      max(chosen.snapshot_id) as snapshot_id,
      bool_or(exists (select from json_array_elements(leave_balances) balance
        where (balance ->> 'hours')::numeric < 0)) as is_leave_below_zero
    from chosen join employees on employees.id = chosen.employee_id left join worked on worked.id = chosen.id
    group by pay_run_id, employee_id, employees.id
    order by name_key(last_name), name_key(first_name), employee_id`.execute(query)
  return rows
}

/** The pays of a run with the status of their reports and payslips. */
export type StagePay = {
  id: number
  status: string
  is_reported: boolean
  stp_status: string | null
  /** The message that lodges it has no answer yet. */
  is_under_way: boolean
  stp_timestamp: Date | null
  stp_needs_update: boolean
  mailed_at: Date | null
  processed_at: Date
}

export async function loadStagePays(query: Queryable, companyId: number, runId: number): Promise<StagePay[]> {
  const { rows } = await sql<StagePay>`
    select pays.id, pays.status, reported.stp_status, reported.stp_timestamp, ${NEEDS_UPDATE} as stp_needs_update,
      pays.updated_at as processed_at,
      exists (select from submission_pays link join submissions event on event.id = link.submission_id
        where link.pay_id = pays.id and link.counts and event.status in ('queued', 'sent')) as is_under_way,
      not coalesce(remembered.is_super_only_contractor, employees.is_super_only_contractor)
        as is_reported,
      (select min(mailed.created_at) from payslip_mails mailed join outbox on outbox.id = mailed.mail_id
        where mailed.pay_id = pays.id and mailed.created_at >= pays.updated_at and outbox.state <> 'failed') as mailed_at
    from pays join employees on employees.id = pays.employee_id
    left join snapshots remembered on remembered.id = pays.snapshot_id
    ${REPORTED}
    where pays.company_id = ${companyId} and pays.pay_run_id = ${runId} order by pays.id`.execute(query)
  return rows
}

export type JournalState = { has_accounts: boolean; journalled_at: Date | null }

/** When the journal of a run was created, and whether the company uses journals at all. */
export async function loadJournalState(
  query: Queryable,
  companyId: number,
  runId: number,
): Promise<JournalState> {
  const { rows } = await sql<JournalState>`
    select exists (select from journal_accounts where company_id = ${companyId}) as has_accounts,
      (select max(created_at) from journals made where made.company_id = ${companyId} and pay_run_id = ${runId}
        and reverses_id is null and not exists (select from journals back where back.reverses_id = made.id)) as journalled_at`.execute(
    query,
  )
  return rows[0] ?? { has_accounts: false, journalled_at: null }
}

/** A hash of all figures of a run. */
export async function hashFigures(query: Queryable, companyId: number, runId: number): Promise<string> {
  const { rows } = await sql<{ figures: string }>`
    select coalesce(md5(string_agg(concat_ws(' ', id, gross, tax, net, super), ',' order by id)), '') as figures
    from pays where company_id = ${companyId} and pay_run_id = ${runId}`.execute(query)
  return rows[0]?.figures ?? ''
}

export type Mark = Pick<RunMarksTable, 'stage' | 'figures' | 'marked_at'> & { name: string | null }

export function loadMarks(query: Queryable, companyId: number, runId: number): Promise<Mark[]> {
  return query
    .selectFrom('run_marks')
    .leftJoin('users', 'users.id', 'run_marks.user_id')
    .select(['run_marks.stage', 'run_marks.figures', 'run_marks.marked_at', 'users.name'])
    .where('run_marks.company_id', '=', companyId)
    .where('run_marks.pay_run_id', '=', runId)
    .execute()
}

export async function saveMark(tx: Tx, mark: RunMarksTable): Promise<void> {
  await tx
    .insertInto('run_marks')
    .values(mark)
    .onConflict((on) =>
      on.columns(['pay_run_id', 'stage']).doUpdateSet({
        user_id: mark.user_id,
        figures: mark.figures,
        marked_at: mark.marked_at,
      }),
    )
    .execute()
}

export async function deleteMark(tx: Tx, runId: number, stage: RunMarksTable['stage']): Promise<void> {
  await tx.deleteFrom('run_marks').where('pay_run_id', '=', runId).where('stage', '=', stage).execute()
}

/**
 * A person in a run, by name. For a person with several pays, the first pay, and the warnings of all drafts. A final pay is
 * processed before anyone checks the run, so its warnings stay.
 */
export type RunPerson = {
  employee_id: number
  pay_id: number
  first_name: string
  last_name: string
  payslip_address: string | null
  /** The number of their pays in the run. */
  pay_count: number
  employment_status: string
  is_lsl_enabled: boolean
  state: string
  warnings: string[]
}

/** Whether a pay of the run waits to be processed. */
export async function hasDrafts(query: Queryable, runId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from pays where pay_run_id = ${runId} and status = 'pending') as has`.execute(query)
  return rows[0]?.has ?? false
}

export async function loadRunPeople(
  query: Queryable,
  companyId: number,
  runId: number,
): Promise<RunPerson[]> {
  if (!isId(runId)) return []
  const { rows } = await sql<Omit<RunPerson, 'warnings'> & { warnings: string[] | null }>`
    select * from (
      select distinct on (employee_id) employee_id, pays.id as pay_id,
        count(*) over (partition by employee_id)::int as pay_count, first_name, last_name,
        coalesce(payslip_email, email_address) as payslip_address, employment_status, is_lsl_enabled, state,
        (select json_agg(distinct sentence) from pays own, json_array_elements_text(own.warnings) sentence
          where own.pay_run_id = pays.pay_run_id and own.employee_id = pays.employee_id
            and (own.status = 'pending' or own.is_termination)) as warnings
      from pays join employees on employees.id = pays.employee_id
      where pays.company_id = ${companyId} and pay_run_id = ${runId}
      order by employee_id, pays.id) person
    order by name_key(last_name), name_key(first_name), employee_id`.execute(query)
  return rows.map((row) => ({ ...row, warnings: row.warnings ?? [] }))
}

export type EnteredHours = { employee_id: number; hours: string; per_day: string; per_week: string }

/**
 * The hours of a run's drafts by person: hours worked, and leave taken in the period. Leave that is paid out
 * or taken in later periods is excluded.
 */
export async function loadEnteredHours(query: Queryable, run: PayRunRow): Promise<EnteredHours[]> {
  const { rows } = await sql<EnteredHours>`
    select pays.employee_id, standard_hours_per_day::text as per_day, standard_days_per_week::text as per_week,
      sum(case line.kind when 'hours' then (details ->> 'value')::numeric else (details ->> 'hours')::numeric end)::text as hours
    from pays join employees on employees.id = pays.employee_id join pay_lines line on line.pay_id = pays.id
    where pays.company_id = ${run.company_id} and pay_run_id = ${run.id} and pays.status = 'pending'
      and (line.kind = 'hours' and lower(details ->> 'units') = 'hours'
        or line.kind = 'leave' and details ->> 'leave_type' !~ 'CASHED|EXCHANGED'
          and (details ->> 'date')::date between ${run.start_date}::date and ${run.end_date}::date)
    group by pays.employee_id, employees.id`.execute(query)
  return rows
}
