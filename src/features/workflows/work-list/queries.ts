import { type Selectable, sql } from 'kysely'
import { allCountries } from '../../../countries/index.ts'
import { isInScope } from '../../../database/company-scope.ts'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { REPORTED } from '../../../database/reported-pays.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { RequestKind } from '../../../database/tables/employee-requests.ts'
import type { PaydaysTable } from '../../../database/tables/reporting.ts'
import type { WorkNote } from '../../../database/tables/work.ts'
import type { Caller } from '../../../http/caller.ts'
import { isOwnSession } from '../../../http/limits.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { OwedSums } from '../../lodgements/obligations/index.ts'

export type WorkCompany = Pick<
  Company,
  'id' | 'customer_id' | 'legal_name' | 'jurisdiction' | 'pay_cycle_anchor' | 'days_in_arrears'
>

/** Whether the caller sees the work of clients as well. */
export const servesClients = (caller: Caller): boolean =>
  caller.isReseller && !caller.companies && caller.role !== 'reader' && isOwnSession(caller)

/**
 * The companies whose work the caller sees: those in scope. In a reseller's web app, also those of clients
 * whose owner lets the reseller open the account.
 */
export async function workCompanies(query: Queryable, caller: Caller, id?: number): Promise<WorkCompany[]> {
  const clients = servesClients(caller)
    ? sql`or c.customer_id in (select pc.customer_id from partner_clients pc
        join customers client on client.id = pc.customer_id and client.access_ended_at is null
        join users giver on giver.id = pc.handoff_allowed_by and giver.role = 'owner' and giver.removed_at is null
        where pc.partner_id = ${caller.customerId})`
    : sql``
  const one = id === undefined ? sql`` : sql`and c.id = ${id}::int8`
  const { rows } = await sql<WorkCompany>`
    select c.id, c.customer_id, c.legal_name, c.jurisdiction, c.pay_cycle_anchor, c.days_in_arrears from companies c
    where (${isInScope(caller, 'c', 'id')} ${clients}) and c.deleted_at is null ${one}`.execute(query)
  return rows
}

/** Companies among these with changed paydays that are not added up yet. */
export async function companiesBehind(
  query: Queryable,
  ids: readonly number[],
): Promise<Pick<Company, 'id' | 'customer_id'>[]> {
  const { rows } = await sql<Pick<Company, 'id' | 'customer_id'>>`
    select distinct company_id as id, customer_id from payday_changes where company_id = any(${ids}::int[])`.execute(
    query,
  )
  return rows
}

export type OpenPayday = Selectable<PaydaysTable>

/** Paydays that are not lodged, differ from the lodged figures, or have super to pay. */
export async function openPaydays(query: Queryable, ids: readonly number[]): Promise<OpenPayday[]> {
  const { rows } = await sql<OpenPayday>`
    select * from paydays where company_id = any(${ids}::int[])
      and (done < pays or changed_on is not null or exists (
        select from jsonb_array_elements(super) part where (part ->> 'owed')::numeric > (part ->> 'paid')::numeric))`.execute(
    query,
  )
  return rows
}

/** Above this amount withheld, an employer may have to pay the tax office after each payday. */
const BY_PAYDAY_ABOVE = 1_000_000

/**
 * Amounts withheld since a date under each number of the employer: by half month, the shortest period of a small employer,
 * and by payday where so much was withheld that the period may be shorter.
 */
export async function withheldSince(
  query: Queryable,
  ids: readonly number[],
  from: CivilDate,
): Promise<OwedSums[]> {
  const { rows } = await sql<OwedSums>`
    select company_id, identity_id, max(pay_date) as pay_date, sum(tax) as tax, sum(deducted) as deducted,
      sum(paye_and_esct) as paye_and_esct,
      case when sum(support) <> 0 then jsonb_build_object('child_support', sum(support)::text) else '{}'::jsonb end as parts
    from (
      select paydays.company_id, paydays.pay_date, own.*, (own.parts ->> 'child_support')::numeric as support,
        sum(own.tax) over (partition by paydays.company_id, own.identity_id) > ${BY_PAYDAY_ABOVE} as is_large
      from paydays cross join lateral (
        select null::integer as identity_id, paydays.tax, paydays.deducted, paydays.paye_and_esct, paydays.parts
        where paydays.by_number = '[]'
        union all
        select identity_id, tax, deducted, paye_and_esct, parts from jsonb_to_recordset(paydays.by_number)
          number (identity_id integer, tax numeric, deducted numeric, paye_and_esct numeric, parts jsonb)) own
      where paydays.company_id = any(${ids}::int[]) and paydays.pay_date >= ${from} and paydays.pays > 0) owed
    group by company_id, identity_id, date_trunc('month', pay_date), extract(day from pay_date) > 15,
      case when is_large then pay_date end
    order by company_id, 3`.execute(query)
  return rows
}

export type OpenRequest = { id: number; company_id: number; kind: RequestKind; name: string; day: CivilDate }

export async function openRequests(query: Queryable, ids: readonly number[]): Promise<OpenRequest[]> {
  const { rows } = await sql<OpenRequest>`
    select r.id, r.company_id, r.kind, e.first_name || ' ' || e.last_name as name,
      coalesce(r.start_date, r.created_at::date) as day
    from employee_requests r join employees e on e.id = r.employee_id
    where r.company_id = any(${ids}::int[]) and r.state = 'open'`.execute(query)
  return rows
}

export type FailedLodgement = {
  id: number
  company_id: number
  status: string
  pay_date: CivilDate
  due_date: CivilDate
  people: number
}

/** Whether a pay in a refused line (`s`, `payee`) is still to be reported, or its deletion is. */
const hasOpenPay = sql<boolean>`exists (
  select from submission_pays link
  left join pays on pays.id = link.pay_id and pays.status = 'processed'
  ${REPORTED}
  cross join lateral (select exists (select from submission_pays other where other.pay_id = link.pay_id and other.counts) as is_lodged) known
  where link.submission_id = s.id and link.employee_id = payee.employee_id
    and case when pays.id is null then is_lodged and link.gone_at is not null else not is_lodged or reported.told_hash is distinct from pays.figures_hash end)`

/**
 * Messages that the authority refused, fully or in part, unless a later message reports the refused people: for the
 * same income year if the authority keeps year-to-date figures, otherwise for the same payday. A refused pay needs no
 * action if it has since been changed back, moved or deleted.
 */
export async function failedLodgements(query: Queryable, ids: readonly number[], from: CivilDate) {
  const yearly = allCountries().flatMap(({ authority }) => (authority.isYearToDate ? [authority.code] : []))
  const isLater = (event: string) => sql`${sql.ref(`${event}.company_id`)} = s.company_id
    and ${sql.ref(`${event}.authority`)} = s.authority and (${sql.ref(`${event}.pay_date`)} = s.pay_date
      or s.authority = any(${yearly}::text[]) and ${sql.ref(`${event}.year`)} = s.year)`
  const { rows } = await sql<FailedLodgement>`
    select s.id, s.company_id, s.status, s.pay_date, s.due_date, refused.people from submissions s
    cross join lateral (
      select count(distinct payee.employee_id)::int as people from submission_payees payee
      where payee.submission_id = s.id and (payee.is_rejected or s.status = 'rejected')
        and not exists (select from lodged_lines later where later.employee_id = payee.employee_id
          and later.part = payee.part and later.submission_id > s.id and later.outcome <> 'withdrawn' and ${isLater('later')})
        and (${hasOpenPay} or not exists (select from submission_pays link
          where link.submission_id = s.id and link.employee_id = payee.employee_id))
      ) refused
    where s.company_id = any(${ids}::int[]) and s.status in ('rejected', 'partial') and s.pay_date >= ${from}
      and (refused.people > 0 or s.payee_count = 0 and not exists (
        select from submissions later where later.id > s.id and later.status <> 'withdrawn' and ${isLater('later')}))`.execute(
    query,
  )
  return rows
}

export type HeldBackReport = Omit<FailedLodgement, 'status' | 'people'> & {
  names: string[]
  reason: string | null
}

/** Lodged reports that left out people whom the authority still lacks, with their names. */
export async function heldBackReports(query: Queryable, ids: readonly number[], from: CivilDate) {
  const { rows } = await sql<HeldBackReport>`
    select s.id, s.company_id, s.pay_date, s.due_date, array_agg(held ->> 'employee' order by held ->> 'employee') as names,
      min(held -> 'errors' -> 0 ->> 'message') as reason
    from submissions s join paydays p on p.company_id = s.company_id and p.pay_date = s.pay_date and p.missing <> '{}'
    cross join lateral jsonb_array_elements(s.held_back) held
    where s.company_id = any(${ids}::int[]) and s.pay_date >= ${from} and s.status not in ('rejected', 'withdrawn')
      and (held ->> 'employee_id')::int = any(p.missing)
    group by s.id, s.company_id, s.pay_date, s.due_date`.execute(query)
  return rows
}

/** Payslips that could not be delivered by email, by company and pay date. */
export async function failedMails(query: Queryable, ids: readonly number[]) {
  const { rows } = await sql<{ company_id: number; pay_date: CivilDate; people: number }>`
    select m.company_id, p.processed_date as pay_date, count(*)::int as people
    from payslip_mails m join outbox o on o.id = m.mail_id and o.state = 'failed'
    join pays p on p.id = m.pay_id
    where m.company_id = any(${ids}::int[]) group by 1, 2`.execute(query)
  return rows
}

export function notesOf(query: Queryable, customerId: number): Promise<WorkNote[]> {
  return query.selectFrom('work_notes').selectAll().where('customer_id', '=', customerId).execute()
}

/** Users of the account to whom work can be assigned. */
export function officersOf(query: Queryable, customerId: number) {
  return query
    .selectFrom('users')
    .select(['id', 'name'])
    .where('customer_id', '=', customerId)
    .where('removed_at', 'is', null)
    .where('role', 'in', ['owner', 'admin', 'member'])
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export async function findNote(tx: Tx, customerId: number, companyId: number, key: string) {
  return tx
    .selectFrom('work_notes')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('company_id', '=', companyId)
    .where('item_key', '=', key)
    .forUpdate()
    .executeTakeFirst()
}

export async function saveNote(tx: Tx, note: WorkNote): Promise<void> {
  const { assignee_id, note: text, snoozed_until, updated_at, updated_by } = note
  await tx
    .insertInto('work_notes')
    .values(note)
    .onConflict((on) =>
      on
        .columns(['customer_id', 'company_id', 'item_key'])
        .doUpdateSet({ assignee_id, note: text, snoozed_until, updated_at, updated_by }),
    )
    .execute()
}
