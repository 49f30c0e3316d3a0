import { sql } from 'kysely'
import { CHANGED_AFTER_DRAFT } from '../../../database/changed-drafts.ts'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import { lastPaidDay } from '../../../database/last-paid-day.ts'
import type { EmployeeTerms } from '../../../database/tables/employee-terms.ts'
import type { StandingItem } from '../../../database/tables/standing-items.ts'
import { ofTenantClock } from '../../../database/tenant-clock-filter.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { TermValues } from '../../../payroll/terms.ts'

export type NewTerms = Omit<EmployeeTerms, 'id' | 'is_account_reviewed'>

/** Inserts changes of terms in one statement. `isReviewed`: the company requires two people for changed accounts. */
export async function insertTerms(tx: Tx, changes: readonly NewTerms[], isReviewed = false): Promise<void> {
  if (changes.length === 0) return
  await sql`
    insert into employee_terms (customer_id, company_id, employee_id, effective_from, entered_on, fields, before,
      sent, status, origin, created_at, applied_at, is_account_reviewed)
    select c.*, ${isReviewed} from json_to_recordset(${JSON.stringify(changes)}::json) as c (customer_id int, company_id int,
      employee_id int, effective_from date, entered_on date, fields json, before json, sent json, status text, origin text,
      created_at timestamptz, applied_at timestamptz)`.execute(tx)
}

/** Loads all active and scheduled changes of these employees, in the order they were recorded. */
export async function loadTerms(
  query: Queryable,
  employeeIds: readonly number[],
): Promise<Map<number, EmployeeTerms[]>> {
  if (employeeIds.length === 0) return new Map()
  const { rows } = await sql<EmployeeTerms>`
    select * from employee_terms where employee_id = any(${employeeIds}::int[]) and status <> 'refused'
    order by created_at, id`.execute(query)
  return Map.groupBy(rows, (row) => row.employee_id)
}

export type TermItem = Pick<
  StandingItem,
  'id' | 'kind' | 'description' | 'amount' | 'amount_type' | 'auto_apply_to_pay' | 'terms'
> & { is_ended: boolean }

/** Loads the standing items of an employee, including items with an end date. */
export async function loadTermItems(query: Queryable, employeeId: number): Promise<TermItem[]> {
  const { rows } = await sql<TermItem>`
    select id, kind, description, amount, amount_type, auto_apply_to_pay, terms, deleted_at is not null as is_ended
    from standing_items where employee_id = ${employeeId} and (deleted_at is null or terms is not null)
    order by id`.execute(query)
  return rows
}

/** The last day covered by a processed pay of each employee. */
export async function loadLastPaidDays(
  tx: Tx,
  employeeIds: readonly number[],
): Promise<Map<number, CivilDate>> {
  const { rows } = await sql<{ employee_id: number; day: CivilDate | null }>`
    select wanted.id as employee_id, ${lastPaidDay(sql.ref('wanted.id'))} as day
    from unnest(${employeeIds}::int[]) as wanted (id)`.execute(tx)
  return new Map(rows.flatMap(({ employee_id, day }) => (day === null ? [] : [[employee_id, day]])))
}

/** Lists an employee's changes that were sent with an effective date, latest date first. */
export function listChanges(query: Queryable, employeeId: number): Promise<EmployeeTerms[]> {
  return query
    .selectFrom('employee_terms')
    .selectAll()
    .where('employee_id', '=', employeeId)
    .where('entered_on', 'is', null)
    .orderBy('effective_from', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Lists the due changes in order. */
export function listDueChanges(
  query: Queryable,
  today: CivilDate,
  sandboxId: number | null,
  after: EmployeeTerms | undefined,
): Promise<EmployeeTerms[]> {
  return query
    .selectFrom('employee_terms')
    .selectAll()
    .where('status', '=', 'scheduled')
    .where('effective_from', '<=', today)
    .where(ofTenantClock('employee_terms.customer_id', sandboxId))
    .$if(after !== undefined, (due) =>
      due.where(sql<boolean>`(effective_from, id) > (${after?.effective_from}::date, ${after?.id}::int)`),
    )
    .orderBy('effective_from')
    .orderBy('id')
    .limit(500)
    .execute()
}

/** Locks a scheduled change. */
export async function lockScheduled(tx: Tx, id: number): Promise<EmployeeTerms | undefined> {
  if (!isId(id)) return undefined
  return tx
    .selectFrom('employee_terms')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'scheduled')
    .forUpdate()
    .executeTakeFirst()
}

export async function closeChange(
  tx: Tx,
  id: number,
  change: { status: 'applied' | 'refused'; fields: string; before: string | null; applied_at: Date },
): Promise<void> {
  await tx.updateTable('employee_terms').set(change).where('id', '=', id).execute()
}

/** Deletes changes of terms, and gives others the values that they have without them. */
export async function replaceTerms(
  tx: Tx,
  deleted: readonly number[],
  rewritten: readonly { id: number; fields: TermValues; before: TermValues }[],
): Promise<void> {
  await sql`delete from employee_terms where id = any(${deleted}::int[])`.execute(tx)
  if (rewritten.length === 0) return
  await sql`
    update employee_terms terms set fields = c.fields, before = c.before
    from json_to_recordset(${JSON.stringify(rewritten)}::json) as c (id int, fields json, before json)
    where terms.id = c.id`.execute(tx)
}

/** Lists an employee's drafts that are older than a change affecting their period, by change. */
export async function listStaleDrafts(
  query: Queryable,
  employeeId: number,
): Promise<{ change_id: number; pay_id: number }[]> {
  const { rows } = await sql<{ change_id: number; pay_id: number }>`
    select change.id as change_id, pays.id as pay_id
    from employee_terms change
    join pays on pays.employee_id = change.employee_id
    join pay_runs run on run.id = pays.pay_run_id
    where change.employee_id = ${employeeId} and ${CHANGED_AFTER_DRAFT}
    order by pays.id`.execute(query)
  return rows
}

export type PaidLine = {
  change_id: number
  start_date: CivilDate
  end_date: CivilDate
  kind: 'hours' | 'leave'
  details: {
    units?: string
    value?: string
    hours?: string
    multiplier?: string | null
    date?: string | null
    leave_type?: string
  }
}

/**
 * Lists hours and leave that were paid at an old rate although a new one already applied, by change. Lines with their own
 * rate are excluded.
 */
export async function listUnderpaid(query: Queryable, employeeId: number): Promise<PaidLine[]> {
  const { rows } = await sql<PaidLine>`
    select change.id as change_id, run.start_date, run.end_date, line.kind, line.details
    from employee_terms change
    join pays on pays.employee_id = change.employee_id and pays.status = 'processed' and not pays.is_workers_comp
      and pays.rate_per_hour = (change.before->>'pay_rate_per_hour')::numeric
    join pay_runs run on run.id = pays.pay_run_id and run.end_date >= change.effective_from
    join pay_lines line on line.pay_id = pays.id and line.kind in ('hours', 'leave')
      and (line.details->>'has_own_rate' = 'false' or line.kind = 'leave' and line.details->>'multiplier' is not null)
      and line.details->>'rate_reference' is null
      and line.details->>'rate_description' is null
    where change.employee_id = ${employeeId} and change.status = 'applied'
      and change.fields->>'pay_rate_per_hour' is not null
    order by run.end_date, line.id`.execute(query)
  return rows
}

export type PaidBack = { description: string; end_date: string | null }

/** Lists an employee's back payments, including those on drafts. */
export async function listBackPayments(query: Queryable, employeeId: number): Promise<PaidBack[]> {
  const { rows } = await sql<PaidBack>`
    select line.description, line.details->>'end_date' as end_date from pays join pay_lines line on line.pay_id = pays.id
    where pays.employee_id = ${employeeId} and line.kind = 'back-payment'`.execute(query)
  return rows
}
