import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { PrivacyRequest } from '../../../database/tables/privacy-requests.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'

/** A request with the person's name and the date they were last paid. */
export type FoundRequest = PrivacyRequest & {
  first_name: string
  last_name: string
  last_paid_on: CivilDate | null
}

/** The most requests in one page. */
const LISTED_MAX = 500

export async function listPrivacyRequests(
  query: Queryable,
  companyId: number,
  filter: { state?: PrivacyRequest['state']; id?: number; after?: number; limit?: number } = {},
): Promise<FoundRequest[]> {
  if (![filter.id, filter.after].every((id) => id === undefined || isId(id))) return []
  const rest =
    filter.after === undefined
      ? sql``
      : sql`and (asked.state <> 'open', asked.due_on, asked.id) > (
          select state <> 'open', due_on, id from privacy_requests where id = ${filter.after} and company_id = ${companyId})`
  const { rows } = await sql<FoundRequest>`
    select asked.*, person.first_name, person.last_name, (
      select max(processed_date) from pays where pays.employee_id = person.id and pays.status = 'processed') as last_paid_on
    from privacy_requests asked join employees person on person.id = asked.employee_id
    where asked.company_id = ${companyId}
      and (${filter.state ?? null}::text is null or asked.state = ${filter.state ?? null})
      and (${filter.id ?? null}::int is null or asked.id = ${filter.id ?? null}) ${rest}
    order by asked.state <> 'open', asked.due_on, asked.id limit ${filter.limit ?? LISTED_MAX}`.execute(query)
  return rows
}

export async function insertPrivacyRequest(
  tx: Tx,
  row: Pick<
    PrivacyRequest,
    | 'customer_id'
    | 'company_id'
    | 'employee_id'
    | 'kind'
    | 'received_on'
    | 'due_on'
    | 'wish'
    | 'created_by'
    | 'created_at'
  >,
): Promise<number> {
  const { id } = await tx
    .insertInto('privacy_requests')
    .values({ ...row, answer: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Closes an open request. Returns false when it is already closed. */
export async function closePrivacyRequest(
  tx: Tx,
  id: number,
  decided: Pick<PrivacyRequest, 'state' | 'answer' | 'decided_by' | 'decided_at'>,
): Promise<boolean> {
  const closed = await tx
    .updateTable('privacy_requests')
    .set(decided)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}

/** The person, if they belong to this company. */
export async function findPerson(tx: Tx, companyId: number, employeeId: number) {
  return tx
    .selectFrom('employees')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', employeeId)
    .executeTakeFirst()
}

/** Removes data that no law requires: phone numbers, next of kin and, for leavers, e-mail addresses. */
export async function eraseOptional(tx: Tx, employeeId: number, now: Date): Promise<void> {
  await sql`
    update employees set version = version + 1, updated_at = ${now}, honorific = null, phone_home = null, phone_mobile = null,
      phone_medical = null, kin_name = null, kin_relationship = null, kin_address1 = null, kin_address2 = null, kin_city = null,
      kin_state = null, kin_postcode = null, kin_phone_home = null, kin_phone_work = null, kin_phone_mobile = null, kin_notes = null,
      email_address = case when is_terminated then null else email_address end,
      payslip_email = case when is_terminated then null else payslip_email end
    where id = ${employeeId}`.execute(tx)
  // The history repeats earlier values. Its rows stay, because they say who changed what; only these values go.
  await sql`
    update employee_history set changes = (
      select jsonb_agg(case when ${IS_OPTIONAL} then change || '{"before": null, "after": null}' else change end order by place)
      from jsonb_array_elements(changes) with ordinality as entry (change, place))
    where employee_id = ${employeeId}
      and exists (select from jsonb_array_elements(changes) as entry (change) where ${IS_OPTIONAL})`.execute(
    tx,
  )
}

/** Whether a change in the history is of a field that `eraseOptional` removes. */
const IS_OPTIONAL = sql`(change ->> 'field' in ('honorific', 'phone_home', 'phone_mobile', 'phone_medical')
  or change ->> 'field' like 'kin\\_%'
  or change ->> 'field' in ('email_address', 'payslip_email')
    and exists (select from employees where employees.id = employee_history.employee_id and is_terminated))`
