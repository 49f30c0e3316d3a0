import { type RawBuilder, type Selectable, sql } from 'kysely'
import { allCountries } from '../../../countries/index.ts'
import type { Database, Queryable, Tx } from '../../../database/connect.ts'
import { NEEDS_UPDATE, REPORTED } from '../../../database/reported-pays.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { PaydaysTable } from '../../../database/tables/reporting.ts'
import { transactionHooks } from '../../../database/transaction-hooks.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { PayPeriod } from '../../../payroll/pay-periods.ts'
import { TAKEN, UNDER_FORMER } from '../lodgements/index.ts'

/** An employee named in an obligation. */
export type NamedEmployee = { id: number; name: string }

/** The pays of one payday, their reporting status and the amounts owed for them. */
export type PaydayRow = Omit<Selectable<PaydaysTable>, 'missing' | 'changed' | 'super'> & {
  /** Employees whose pays are not lodged. */
  missing: NamedEmployee[]
  /** Employees whose lodged pays differ from the authority's figures. */
  changed: NamedEmployee[]
  /** Super owed to funds by due date, and the employees whose super is open. */
  super: (Selectable<PaydaysTable>['super'][number] & { employees: NamedEmployee[] })[]
}

const NAMED_MOST = 100

/**
 * Every payday of the company, oldest first, from the cached totals. Only paydays that changed since are
 * added up again, outside the transaction hooks: the transaction of the request writes the audit entry, not this one.
 */
export async function loadPaydays(database: Database, company: Company): Promise<PaydayRow[]> {
  const rows = await transactionHooks.exit(() => readPaydays(database, company))
  const names = await loadNames(database.query, [
    ...new Set(
      rows.flatMap((row) => [
        ...row.missing,
        ...row.changed,
        ...row.super.flatMap((due) => (due.employee_ids ?? []).slice(0, NAMED_MOST)),
      ]),
    ),
  ])
  const named = (ids: readonly number[]) => ids.slice(0, NAMED_MOST).flatMap((id) => names.get(id) ?? [])
  return rows.map((row) => ({
    ...row,
    missing: named(row.missing),
    changed: named(row.changed),
    super: row.super.map((due) => ({ ...due, employees: named(due.employee_ids ?? []) })),
  }))
}

type OfCompany = Pick<Company, 'id' | 'customer_id'>

type Marked = { company_id: number; pay_date: CivilDate }

async function addUpMarked(tx: Tx, companies: readonly Pick<Company, 'id'>[]): Promise<void> {
  // Marks that are not committed yet stay for the next reader. Two concurrent readers wait for each other here, and lock in the
  // same order.
  const { rows } = await sql<Marked>`
    with marked as (select id from payday_changes where company_id = any(${companies.map(({ id }) => id)}::int[]) order by id for update)
    delete from payday_changes where id in (select id from marked) returning company_id, pay_date`.execute(tx)
  const once = new Map(rows.map((row) => [`${row.company_id} ${row.pay_date}`, row]))
  if (once.size > 0) await addUp(tx, [...once.values()])
}

/** Adds up the changed paydays of these companies. */
export async function addUpCompanies(
  database: Database,
  companies: readonly Pick<Company, 'id'>[],
): Promise<void> {
  if (companies.length > 0) await database.transaction((tx) => addUpMarked(tx, companies))
}

/** Companies with changed paydays, by id. */
export async function listCompaniesWithMarks(
  query: Queryable,
  after: number,
  most: number,
): Promise<OfCompany[]> {
  const { rows } = await sql<OfCompany>`
    select distinct company_id as id, customer_id from payday_changes where company_id > ${after}
    order by 1 limit ${most}`.execute(query)
  return rows
}

function readPaydays(database: Database, company: Company): Promise<Selectable<PaydaysTable>[]> {
  return database.transaction(async (tx) => {
    await addUpMarked(tx, [company])
    return tx
      .selectFrom('paydays')
      .selectAll()
      .where('company_id', '=', company.id)
      .orderBy('pay_date')
      .execute()
  })
}

/** Several marks of one payday mean the same as one, so only the last is kept. */
export async function forgetRepeatedMarks({ database }: { database: Database }): Promise<void> {
  await sql`
    with repeated as (
      select mark.id from payday_changes mark
      where exists (select from payday_changes later
        where later.company_id = mark.company_id and later.pay_date = mark.pay_date and later.id > mark.id)
      order by mark.id for update skip locked)
    delete from payday_changes where id in (select id from repeated)`.execute(database.query)
}

const PARTS = sql.join(
  ['paye', 'child_support', 'student_loan', 'kiwisaver', 'esct'].map(
    (name) =>
      sql`${sql.lit(name)}, coalesce(sum(${sql.ref(`${name}_part`)}) filter (where is_reported), 0)::text`,
  ),
)

/** Australian paydays have only the child support among their parts, and only where some was deducted. */
const PARTS_OF = sql`case when sum(deducted) filter (where is_reported) is not null then jsonb_build_object(${PARTS})
        when sum(child_support_part) filter (where is_reported) <> 0
          then jsonb_build_object('child_support', (sum(child_support_part) filter (where is_reported))::text)
        else '{}'::jsonb end`

async function addUp(tx: Tx, marked: readonly Marked[]): Promise<void> {
  const days = sql`unnest(${marked.map((row) => row.company_id)}::int[], ${marked.map((row) => row.pay_date)}::date[])`
  await sql`
    delete from paydays using ${days} marked (company_id, pay_date)
    where paydays.company_id = marked.company_id and paydays.pay_date = marked.pay_date`.execute(tx)
  // Read and then written: Citus 13 fails on a select with such functions inside an insert.
  const rows = await sumPaydays(tx, days, [...new Set(marked.map((row) => row.company_id))])
  if (rows.length === 0) return
  await sql`
    insert into paydays (company_id, customer_id, pay_date, pays, done, under_way, missing, changed, changed_on, submission_id, tax,
      deducted, paye_and_esct, super, parts, by_number)
    select company_id, customer_id, pay_date, pays, done, under_way, missing, changed, changed_on, submission_id, tax, deducted,
      paye_and_esct, super, parts, by_number
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (company_id integer, customer_id integer, pay_date date, pays integer, done integer, under_way integer,
      missing integer[], changed integer[], changed_on date, submission_id integer, tax numeric, deducted numeric,
      paye_and_esct numeric, super jsonb, parts jsonb, by_number jsonb)
    on conflict (company_id, pay_date) do update set pays = excluded.pays, done = excluded.done, under_way = excluded.under_way,
      missing = excluded.missing, changed = excluded.changed, changed_on = excluded.changed_on, submission_id = excluded.submission_id,
      tax = excluded.tax, deducted = excluded.deducted, paye_and_esct = excluded.paye_and_esct, super = excluded.super,
      parts = excluded.parts, by_number = excluded.by_number`.execute(tx)
}

/** Super-only contractors are not reported to the tax office, but they are owed super. */
async function sumPaydays(
  tx: Tx,
  days: RawBuilder<unknown>,
  companyIds: readonly number[],
): Promise<Selectable<PaydaysTable>[]> {
  const zones = {
    codes: allCountries().map(({ code }) => code),
    names: allCountries().map(({ timeZone }) => timeZone),
  }
  const classes = allCountries().flatMap(({ authority }) =>
    authority.furtherPayments.flatMap(({ deductions }) => deductions),
  )
  const { rows } = await sql<Selectable<PaydaysTable>>`
    with chosen as (
      select pays.id, pays.company_id, pays.customer_id, processed_date, pays.updated_at, ${NEEDS_UPDATE} as stp_needs_update, tax, super, super_due_date,
        paye - payroll_giving_credit + child_support + tax_plus_student_loan - tax + kiwisaver_employee + kiwisaver_employer
          + coalesce(complying_fund_esct, 0) + coalesce(sacrificed_super_esct, 0) as deducted,
        paye - payroll_giving_credit as paye_part, coalesce(child_support, support.amount, 0) as child_support_part,
        tax_plus_student_loan - tax as student_loan_part, kiwisaver_employee + kiwisaver_employer - kiwisaver_esct as kiwisaver_part,
        kiwisaver_esct + coalesce(complying_fund_esct, 0) + coalesce(sacrificed_super_esct, 0) as esct_part,
        paye + kiwisaver_esct as paye_and_esct, pays.employee_id,
        not coalesce(remembered.is_super_only_contractor, employees.is_super_only_contractor)
          as is_reported,
        coalesce(paid.amount, 0) as paid, paid.on_day as paid_on
      from ${days} marked (company_id, pay_date)
      join pays on pays.company_id = marked.company_id and pays.processed_date = marked.pay_date and pays.status = 'processed'
      join employees on employees.id = pays.employee_id
      left join snapshots remembered on remembered.id = pays.snapshot_id
      ${REPORTED}
      -- Deductions for another office that no payee is paid for.
      left join lateral (
        select sum(line.amount) as amount from pay_lines line
        left join payee_redirects redirect on redirect.pay_id = line.pay_id and redirect.description = line.description
        where line.pay_id = pays.id and line.kind = 'deduction' and redirect.payee_id is null
          and line.details ->> 'classification' = any(${classes}::text[])
          and line.details ->> 'payee_id' is null) support on true
      left join lateral (
        select sum(line.amount) as amount, max(coalesce(file.received_on, file.paid_on, settlements.settled_on)) as on_day
        from payment_lines line left join super_files file on file.id = line.super_file_id
        left join settlements on settlements.id = line.settlement_id
        where line.pay_id = pays.id and line.kind = 'super' and line.is_living
          and (line.settlement_id is not null or file.paid_on is not null)) paid on true
    ), contributions as materialized (
      select company_id, processed_date, super_due_date as due_date, sum(super) as owed, sum(least(paid, super)) as paid, max(paid_on) as paid_on,
        coalesce(array_agg(distinct employee_id) filter (where paid < super), '{}') as employee_ids from chosen
      where super > 0 and super_due_date is not null group by 1, 2, 3
    ), former_numbers as materialized (
      select distinct on (link.pay_id) link.pay_id, former.id as identity_id from ${UNDER_FORMER}
      where former.company_id = any(${companyIds}::int[]) and link.pay_id in (select id from chosen)
      order by link.pay_id, link.submission_id desc
    ), numbers as materialized (
      select company_id, processed_date, identity_id, coalesce(sum(tax), 0) as tax, coalesce(sum(deducted), 0) as deducted,
        coalesce(sum(paye_and_esct), 0) as paye_and_esct, ${PARTS_OF} as parts
      from chosen left join former_numbers on pay_id = chosen.id
      where is_reported and (company_id, processed_date) in (
        select company_id, processed_date from chosen where id in (select pay_id from former_numbers))
      group by 1, 2, 3
    )
    select chosen.company_id, chosen.customer_id, chosen.processed_date as pay_date, count(*) filter (where is_reported) as pays,
      count(*) filter (where is_reported and event.status = any(${TAKEN}::text[])) as done,
      count(*) filter (where is_reported and event.status in ('queued', 'sent')) as under_way,
      coalesce(array_agg(distinct chosen.employee_id) filter (where is_reported and event.id is null), '{}') as missing,
      coalesce(array_agg(distinct chosen.employee_id) filter (where is_reported and stp_needs_update), '{}') as changed,
      (max(chosen.updated_at) filter (where is_reported and stp_needs_update) at time zone (select
        zones.name from companies join unnest(${zones.codes}::text[], ${zones.names}::text[]) zones (code, name)
          on zones.code = companies.jurisdiction where companies.id = chosen.company_id))::date as changed_on,
      max(event.id) filter (where is_reported) as submission_id, coalesce(sum(tax) filter (where is_reported), 0) as tax,
      coalesce(sum(deducted) filter (where is_reported), 0) as deducted,
      coalesce(sum(paye_and_esct) filter (where is_reported), 0) as paye_and_esct,
      coalesce((select jsonb_agg(jsonb_build_object('due_date', due_date, 'owed', owed::text, 'paid', paid::text, 'paid_on', paid_on,
        'employee_ids', employee_ids) order by due_date)
        from contributions where contributions.company_id = chosen.company_id
          and contributions.processed_date = chosen.processed_date), '[]') as super,
      ${PARTS_OF} as parts,
      coalesce((select jsonb_agg(jsonb_build_object('identity_id', identity_id, 'tax', tax::text, 'deducted', deducted::text,
        'paye_and_esct', paye_and_esct::text, 'parts', parts) order by identity_id)
        from numbers where numbers.company_id = chosen.company_id and numbers.processed_date = chosen.processed_date), '[]') as by_number
    from chosen left join submission_pays link on link.pay_id = chosen.id and link.counts
    left join submissions event on event.id = link.submission_id
    group by chosen.company_id, chosen.customer_id, chosen.processed_date`.execute(tx)
  return rows
}

export async function loadNames(
  query: Queryable,
  ids: readonly number[],
): Promise<Map<number, NamedEmployee>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<NamedEmployee>`
    select id, first_name || ' ' || last_name as name from employees where id = any(${ids}::int[])`.execute(
    query,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A period with a processed pay, and the end of the one before it in its cycle. */
export type PaidPeriodRow = {
  company_id: number
  pay_period: PayPeriod
  end_date: CivilDate
  previous_end: CivilDate
}

/**
 * The paid periods of these companies since a date that end more than one period after the previous paid period. A
 * whole unpaid period may lie in between.
 */
export async function loadPaidPeriods(
  query: Queryable,
  companyIds: readonly number[],
  from: CivilDate,
): Promise<PaidPeriodRow[]> {
  const { rows } = await sql<PaidPeriodRow>`
    select company_id, pay_period, end_date, previous_end from (
      select company_id, pay_period, pay_calendar_id, end_date,
        lag(end_date) over (partition by company_id, pay_calendar_id, pay_period order by end_date) as previous_end
      from pay_runs run where company_id = any(${companyIds}::int[]) and end_date >= ${from}
        and exists (select from pays where pays.pay_run_id = run.id and status = 'processed' and not is_termination)) paid
    where end_date - previous_end > case pay_period when 'WEEKLY' then 7 when 'FORTNIGHTLY' then 14 else 28 end
    order by company_id, pay_calendar_id, pay_period, end_date`.execute(query)
  return rows
}
