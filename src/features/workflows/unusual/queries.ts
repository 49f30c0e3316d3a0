import { sql } from 'kysely'
import { countryOf } from '../../../countries/index.ts'
import { cellOfCustomer } from '../../../database/cell-of-customer.ts'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { currentCell } from '../../../database/current-cell.ts'
import type { PayRunRow } from '../../../database/tables/pays.ts'
import { findTenantClock } from '../../../database/tenant-clock-filter.ts'
import { dayIn } from '../../../kernel/clock.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'

export type RunNet = {
  employee_id: number
  first_name: string
  last_name: string
  net: string
  /** When employment ended, if that was before the run's period and the run has more than a final pay. */
  ended_on: CivilDate | null
}

/** Each person's net in the run. */
export async function loadRunNets(query: Queryable, run: PayRunRow): Promise<RunNet[]> {
  const { rows } = await sql<RunNet>`
    select pays.employee_id, first_name, last_name, sum(net) as net,
      case when is_terminated and termination_date < ${run.start_date} and not bool_and(is_termination)
        then termination_date end as ended_on
    from pays join employees on employees.id = pays.employee_id
    where pays.company_id = ${run.company_id} and pay_run_id = ${run.id}
    group by pays.employee_id, employees.id
    order by name_key(last_name), name_key(first_name), employee_id`.execute(query)
  return rows
}

/** Employees whom the company currently pays, except these. */
export async function listOthersPaid(query: Queryable, companyId: number, except: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    select id from employees where company_id = ${companyId} and active_pay_recipient and not is_terminated and not is_deleted
      and id <> all(${except}::int[]) order by id`.execute(query)
  return rows.map(({ id }) => id)
}

/** The fields of an employee's history that contain a bank account. */
const ACCOUNT_FIELDS = [
  'bank_accounts',
  'primary_bank_bsb',
  'primary_bank_account_number',
  'secondary_bank_bsb',
  'secondary_bank_account_number',
]

/**
 * Employees whose account was replaced in the days before the pay date, with the time of the last change. The
 * days begin at midnight in the company's time zone. A first account is not a change.
 */
export async function listChangedAccounts(
  query: Queryable,
  run: PayRunRow,
  { days, timeZone, isDraft }: { days: number; timeZone: string; isDraft: boolean },
) {
  const { rows } = await sql<{ employee_id: number; at: Date }>`
    select p.employee_id, max(h.at) as at
    from (select employee_id, min(processed_date) as pay_date, max(updated_at) as last_at, bool_and(status = 'processed') as is_done
      from pays where company_id = ${run.company_id} and pay_run_id = ${run.id} group by employee_id) p
    join employee_history h on h.employee_id = p.employee_id and h.at >= (p.pay_date - ${days}::int)::timestamp at time zone ${timeZone}::text
      and (${isDraft}::boolean or not p.is_done or h.at <= p.last_at)
    cross join lateral jsonb_array_elements(h.changes) change
    where change ->> 'field' = any(${ACCOUNT_FIELDS}::text[]) and change ->> 'before' <> ''
    group by p.employee_id`.execute(query)
  return rows
}

/** The snapshot of each person's last processed pay before the run; null when they had none. */
export async function lastSnapshots(query: Queryable, run: PayRunRow, employeeIds: readonly number[]) {
  const { rows } = await sql<{ employee_id: number; snapshot_id: number | null }>`
    select person.id as employee_id, last.snapshot_id
    from (select employee_id as id, min(id) as first_pay from pays
      where pay_run_id = ${run.id} and employee_id = any(${employeeIds}::int[]) group by employee_id) person
    left join lateral (
      select snapshot_id from pays where employee_id = person.id and pays.id < person.first_pay
        and pay_run_id <> ${run.id} and status = 'processed' and snapshot_id is not null
      order by processed_date desc, pays.id desc limit 1) last on true`.execute(query)
  return rows
}

/** The snapshots of the processed pays of the run, oldest first. */
export async function listSnapshotsOf(query: Queryable, run: PayRunRow) {
  const { rows } = await sql<{ employee_id: number; snapshot_id: number }>`
    select employee_id, snapshot_id from pays
    where company_id = ${run.company_id} and pay_run_id = ${run.id} and status = 'processed' and snapshot_id is not null
    group by 1, 2 order by 1, 2`.execute(query)
  return rows
}

export type EarlierNet = { pay_run_id: number; employee_id: number; net: string }

/** Everyone's net in the last processed runs of the same cycle. */
export async function loadEarlierNets(query: Queryable, run: PayRunRow, runs: number): Promise<EarlierNet[]> {
  const { rows } = await sql<EarlierNet>`
    with earlier as (
      select id from pay_runs before
      where company_id = ${run.company_id} and pay_period = ${run.pay_period} and end_date < ${run.end_date}
        and pay_calendar_id is not distinct from ${run.pay_calendar_id}::int
        and exists (select from pays where pay_run_id = before.id and status = 'processed')
      order by end_date desc limit ${runs})
    select pay_run_id, employee_id, sum(net) as net from pays
    where pay_run_id in (select id from earlier) and status = 'processed' group by 1, 2`.execute(query)
  return rows
}

/**
 * The net pay of each person of the run in the last runs that paid them, in any cycle. Pays of another cycle are scaled
 * to the days of this period, so a separate calendar does not avoid the comparison.
 */
export async function loadOwnNets(query: Queryable, run: PayRunRow, runs: number): Promise<EarlierNet[]> {
  const { rows } = await sql<EarlierNet>`
    select pay_run_id, employee_id, round(net, 2)::text as net from (
      select before.id as pay_run_id, p.employee_id, sum(p.net) * case when before.pay_period = ${run.pay_period} then 1
          else (${run.end_date}::date - ${run.start_date}::date + 1) / (before.end_date - before.start_date + 1)::numeric end as net,
        row_number() over (partition by p.employee_id order by before.end_date desc, before.id desc) as place
      from pays p join pay_runs before on before.id = p.pay_run_id
      where p.company_id = ${run.company_id} and p.status = 'processed' and before.id <> ${run.id}
        and before.end_date <= ${run.end_date} and before.end_date > ${run.end_date}::date - ${DAYS_BACK}::int
        and p.employee_id in (select employee_id from pays where pay_run_id = ${run.id})
      group by before.id, p.employee_id) own
    where place <= ${runs}`.execute(query)
  return rows
}

/** Runs more than a year older are not compared. */
const DAYS_BACK = 400

/** Whether the company has processed a run, in any cycle, that ended before this one begins. */
export async function hasPaidBefore(query: Queryable, run: PayRunRow): Promise<boolean> {
  const { rows } = await sql<{ has_paid: boolean }>`
    select exists (select from pay_runs before where company_id = ${run.company_id} and end_date < ${run.start_date}
      and exists (select from pays where pay_run_id = before.id and status = 'processed')) as has_paid`.execute(
    query,
  )
  return rows[0]?.has_paid === true
}

/** The company's time zone, in which its days begin. */
export async function timeZoneOf(query: Queryable | Tx, companyId: number): Promise<string> {
  const { jurisdiction } = await query
    .selectFrom('companies')
    .select('jurisdiction')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return countryOf(jurisdiction).timeZone
}

/** Runs that changed since they were last checked, by id. */
export async function listChangedRuns(
  query: Queryable,
  after: number,
  most: number,
): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct pay_run_id as id from run_changes where pay_run_id > ${after} order by 1 limit ${most}`.execute(
    query,
  )
  return rows
}

/**
 * Removes the marks of a changed run and returns the run. Undefined for a sandbox, which has no owner to warn, and when
 * another process was faster.
 */
export async function takeChangedRun(tx: Tx, id: number): Promise<PayRunRow | undefined> {
  const isOfClock = await findTenantClock(tx, 'taken.customer_id', null)
  const { rows } = await sql<PayRunRow>`
    with taken as (
      delete from run_changes where id in (select id from run_changes where pay_run_id = ${id} for update skip locked)
      returning pay_run_id, customer_id)
    select * from pay_runs where id in (select pay_run_id from taken where ${isOfClock})`.execute(tx)
  return rows[0]
}

export type NewReport = {
  customer_id: number
  company_id: number | null
  rule: string
  about: string
  pay_run_id: number | null
  employee_id: number | null
}

/** Stores the anomalies that have not been reported since `since`, and returns their subjects. */
export async function storeReports(
  tx: Tx,
  reports: readonly NewReport[],
  now: Date,
  since: Date,
): Promise<Set<string>> {
  if (reports.length === 0) return new Set()
  const { rows } = await sql<{ rule: string; about: string }>`
    insert into unusual_reports (customer_id, company_id, rule, about, pay_run_id, employee_id, reported_at)
    select customer_id, company_id, rule, about, pay_run_id, employee_id, ${now}
    from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb)
      as made (customer_id int, company_id int, rule text, about text, pay_run_id int, employee_id int)
    on conflict (customer_id, rule, about) do update set reported_at = excluded.reported_at
      where unusual_reports.reported_at < ${since}
    returning rule, about`.execute(tx)
  return new Set(rows.map(({ rule, about }) => `${rule} ${about}`))
}

export type Owner = { customer_id: number; email: string; name: string }

export async function listOwnersOf(tx: Tx, customerIds: readonly number[]): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select customer_id, email, name from users
    where customer_id = any(${customerIds}::int[]) and role = 'owner' and removed_at is null order by id`.execute(
    tx,
  )
  return rows
}

export type ManyReads = {
  customer_id: number
  user_id: number
  name: string
  client_id: string | null
  people: number
}

/**
 * Users who viewed the numbers of more than `most` people since a time. Opening a file or message counts for
 * everyone in the company.
 */
export async function listManyReads(tx: Tx, since: Date, most: number, everyone: readonly string[]) {
  const { rows } = await sql<ManyReads>`
    with reads as (
      select customer_id, user_id, client_id, seen, action, target from audit_log
      where at > ${since} and outcome < 400 and user_id is not null
        and (seen is not null or action = any(${everyone}::text[]))
        and not exists (select from sandboxes where sandboxes.customer_id = audit_log.customer_id)
        and ${cellOfCustomer('audit_log.customer_id')} = ${currentCell()}
    ), whole as (
      select distinct customer_id, user_id, client_id, substring(target from '^/api/[a-z-]+/([0-9]{1,9})(?:/|$)')::int as company_id
      from reads where seen is null
    ), ranges as (
      select customer_id, user_id, client_id, seen from reads where seen is not null
      union all
      select whole.customer_id, user_id, client_id, range_agg(int4range(e.id, e.id + 1)) from whole
      join employees e on e.company_id = whole.company_id and e.customer_id = whole.customer_id
      group by whole.customer_id, user_id, client_id
    ), counted as (
      select customer_id, user_id, client_id,
        (select sum(upper(part) - lower(part)) from unnest(range_agg(seen)) part)::int as people
      from ranges group by customer_id, user_id, client_id)
    select counted.*, users.name from counted join users on users.id = user_id where people > ${most}`.execute(
    tx,
  )
  return rows
}

export type OpenReport = {
  company_id: number
  rule: string
  pay_run_id: number
  end_date: CivilDate
  /** The day of the first report, in the company's time zone. */
  day: CivilDate
  people: number
}

/** Anomalies reported for the runs of these companies since a time, by run and rule. */
export async function listOpenReports(
  query: Queryable,
  companyIds: readonly number[],
  since: Date,
): Promise<OpenReport[]> {
  const { rows } = await sql<Omit<OpenReport, 'day'> & { jurisdiction: string; reported_at: Date }>`
    select r.company_id, company.jurisdiction, r.rule, r.pay_run_id, run.end_date, min(r.reported_at) as reported_at,
      count(r.employee_id)::int as people
    from unusual_reports r join pay_runs run on run.id = r.pay_run_id join companies company on company.id = r.company_id
    where r.company_id = any(${companyIds}::int[]) and r.reported_at > ${since}
    group by 1, 2, 3, 4, 5`.execute(query)
  return rows.map(({ jurisdiction, reported_at, ...row }) => ({
    ...row,
    day: dayIn(countryOf(jurisdiction).timeZone, reported_at),
  }))
}
