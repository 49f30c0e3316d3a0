import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { RequestKind, RequestState } from '../../../database/tables/employee-requests.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { LeaveType } from '../../../payroll/words.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'

/** Selects the requests of a customer, or only those of a company or an employee, or a single one. */
export type RequestFilter = {
  customerId: number
  companyId?: number
  employeeId?: number
  id?: number
  state?: RequestState
}

const ROWS_MAX = 500

/** Reads requests with the names of the people involved, newest first. */
export function readRequests(query: Queryable | Tx, filter: RequestFilter) {
  let select = query
    .selectFrom('employee_requests as r')
    .innerJoin('employees as e', 'e.id', 'r.employee_id')
    .innerJoin('companies as c', 'c.id', 'r.company_id')
    .leftJoin('users as u', 'u.id', 'r.decided_by')
    .selectAll('r')
    .select(['e.first_name', 'e.last_name', 'c.jurisdiction', 'u.name as decided_by_name'])
    .where('r.customer_id', '=', filter.customerId)
  if (filter.companyId !== undefined) select = select.where('r.company_id', '=', filter.companyId)
  if (filter.employeeId !== undefined) select = select.where('r.employee_id', '=', filter.employeeId)
  if (filter.id !== undefined) select = select.where('r.id', '=', isId(filter.id) ? filter.id : 0)
  if (filter.state !== undefined) select = select.where('r.state', '=', filter.state)
  return select.orderBy('r.id', 'desc').limit(ROWS_MAX).execute()
}
export type RequestRow = Awaited<ReturnType<typeof readRequests>>[number]

/** Reads the days of leave requests, in order. */
export async function readDays(query: Queryable | Tx, requestIds: readonly number[]) {
  if (requestIds.length === 0) return []
  return query
    .selectFrom('leave_request_days')
    .select(['request_id', 'date', 'hours', 'pay_id'])
    .where('request_id', 'in', requestIds)
    .orderBy('request_id')
    .orderBy('date')
    .execute()
}

/** Locks an undecided request of the customer. */
export function lockOpen(tx: Tx, filter: RequestFilter & { id: number }) {
  let select = tx
    .selectFrom('employee_requests')
    .selectAll()
    .where('customer_id', '=', filter.customerId)
    .where('id', '=', isId(filter.id) ? filter.id : 0)
  if (filter.companyId !== undefined) select = select.where('company_id', '=', filter.companyId)
  if (filter.employeeId !== undefined) select = select.where('employee_id', '=', filter.employeeId)
  return select.forUpdate().executeTakeFirst()
}

export type NewRequest = {
  customer_id: number
  company_id: number
  employee_id: number
  kind: RequestKind
  leave_type: LeaveType | null
  start_date: CivilDate | null
  end_date: CivilDate | null
  message: string | null
  created_at: Date
  created_by: number
}

/** Inserts a request. The message and the wanted fields are encrypted for its id. */
export async function insertRequest(
  tx: Tx,
  cipher: FieldCipher,
  request: NewRequest,
  fields: object | null,
): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select nextval('employee_requests_id_seq')::int as id`.execute(tx)
  const id = rows[0]?.id ?? 0
  await tx
    .insertInto('employee_requests')
    .values({
      ...request,
      id,
      message: request.message && cipher.seal('employee_requests.message', id, request.message),
      details: fields && cipher.seal('employee_requests.details', id, JSON.stringify(fields)),
    })
    .execute()
  return id
}

export async function insertDays(
  tx: Tx,
  request: { id: number; customerId: number; employeeId: number },
  days: readonly { date: CivilDate; hours: string }[],
): Promise<void> {
  await tx
    .insertInto('leave_request_days')
    .values(
      days.map(({ date, hours }) => ({
        customer_id: request.customerId,
        request_id: request.id,
        employee_id: request.employeeId,
        date,
        hours,
        pay_id: null,
      })),
    )
    .execute()
}

export async function decideRequest(
  tx: Tx,
  cipher: FieldCipher,
  id: number,
  decision: { state: RequestState; answer: string | null; decided_at: Date; decided_by: number },
): Promise<void> {
  const answer = decision.answer && cipher.seal('employee_requests.answer', id, decision.answer)
  await tx
    .updateTable('employee_requests')
    .set({ ...decision, answer })
    .where('id', '=', id)
    .execute()
}

/** Days that the employee has already requested or had approved, with the leave type and the status of their pay. */
export function readTakenDays(query: Queryable | Tx, employeeId: number) {
  return query
    .selectFrom('leave_request_days as d')
    .innerJoin('employee_requests as r', 'r.id', 'd.request_id')
    .leftJoin('pays as p', 'p.id', 'd.pay_id')
    .select(['d.date', 'd.hours', 'r.leave_type', 'p.status as pay_status'])
    .where('d.employee_id', '=', employeeId)
    .where('r.state', 'in', ['open', 'approved'])
    .execute()
}

/** The employee's drafts whose period ends on or after this day. */
export async function readDraftsFrom(tx: Tx, employeeId: number, from: CivilDate): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select pays.id from pays join pay_runs run on run.id = pays.pay_run_id
    where pays.employee_id = ${employeeId} and pays.status = 'pending' and run.end_date >= ${from}
    order by pays.id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Approved days up to a date that are not on a pay yet, with the employees' names. */
export async function readWaiting(tx: Tx, employeeIds: readonly number[], upTo: string) {
  const { rows } = await sql<{
    request_id: number
    employee_id: number
    date: CivilDate
    hours: string
    leave_type: LeaveType
  }>`
    select d.request_id, d.employee_id, d.date, d.hours, r.leave_type
    from leave_request_days d join employee_requests r on r.id = d.request_id
    where d.employee_id = any(${employeeIds}::int[]) and d.pay_id is null and d.date <= ${upTo}::date
      and r.state = 'approved'
    order by d.employee_id, d.date, d.request_id`.execute(tx)
  return rows
}

/** Records the pay of each day. */
export async function writePayOfDays(
  tx: Tx,
  rows: readonly { request_id: number; date: string; pay_id: number }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update leave_request_days d set pay_id = w.pay_id
    from json_to_recordset(${JSON.stringify(rows)}::json) as w (request_id int, date date, pay_id int)
    where d.request_id = w.request_id and d.date = w.date`.execute(tx)
}

const OFFICERS_MAX = 20

/**
 * The people who decide on a company's requests: its payroll officers or, if there are none, the owners and admins of the
 * account.
 */
export async function listOfficers(tx: Tx, company: Pick<Company, 'id' | 'customer_id'>, day: CivilDate) {
  const people = await tx
    .selectFrom('users')
    .select(['email', 'name', 'role'])
    .where('customer_id', '=', company.customer_id)
    .where('role', 'in', ['owner', 'admin', 'member'])
    .where('removed_at', 'is', null)
    .where(
      sql<boolean>`(not is_by_company or exists (select from companies_of(users.id, ${day}::date) reached
        where reached.company_id = ${company.id} and reached.role = 'member'))`,
    )
    .orderBy('id')
    .execute()
  const officers = people.filter((person) => person.role === 'member')
  return (officers.length > 0 ? officers : people).slice(0, OFFICERS_MAX)
}

/** The user who made the request, if not removed. */
export function findRequester(tx: Tx, userId: number) {
  return tx
    .selectFrom('users')
    .select(['email', 'name'])
    .where('id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** The employees of these requests, including terminated and deleted ones. */
export async function readEmployees(query: Queryable | Tx, customerId: number, ids: readonly number[]) {
  return query
    .selectFrom('employees')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::int[])`)
    .execute()
}
