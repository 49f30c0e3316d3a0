import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { PrivacyRequest } from '../../../database/tables/privacy-requests.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'

/** A request with the person's name and the date they were last paid. */
export type FoundRequest = PrivacyRequest & {
  first_name: string
  last_name: string
  is_terminated: boolean
  last_paid_on: CivilDate | null
}

/** The maximum number of requests on one page. */
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
    select asked.*, person.first_name, person.last_name, person.is_terminated, (
      select max(processed_date) from pays where pays.employee_id = person.id and pays.status = 'processed') as last_paid_on
    from privacy_requests asked join employees person on person.id = asked.employee_id
    where asked.company_id = ${companyId}
      and (${filter.state ?? null}::text is null or asked.state = ${filter.state ?? null})
      and (${filter.id ?? null}::int is null or asked.id = ${filter.id ?? null}) ${rest}
    order by asked.state <> 'open', asked.due_on, asked.id limit ${filter.limit ?? LISTED_MAX}`.execute(query)
  return rows
}

/** Reserves the id of a new request, because the encryption of its text is bound to the id. */
export async function reserveRequestId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval('privacy_requests_id_seq')::integer as id`.execute(tx)
  return present(rows[0]).id
}

export async function insertPrivacyRequest(
  tx: Tx,
  row: Omit<PrivacyRequest, 'state' | 'answer' | 'decided_by' | 'decided_at'>,
): Promise<void> {
  await tx
    .insertInto('privacy_requests')
    .values({ ...row, answer: null })
    .execute()
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

/**
 * Removes data that no law requires: phone numbers, next of kin, notes, and requests for changes of the record. For
 * leavers, also e-mail addresses and the sign-in to self-service.
 */
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

/**
 * Notes on the person, requests for changes of the record and the text of their earlier privacy requests. Requests for
 * leave stay: they are part of the leave records.
 */
export async function eraseTexts(tx: Tx, employeeId: number): Promise<void> {
  await sql`delete from notes where employee_id = ${employeeId}`.execute(tx)
  await sql`delete from employee_requests where employee_id = ${employeeId} and kind <> 'leave' and state <> 'open'`.execute(
    tx,
  )
  await sql`update employee_requests set message = null, answer = null where employee_id = ${employeeId} and state <> 'open'`.execute(
    tx,
  )
  await sql`update privacy_requests set wish = null, answer = null where employee_id = ${employeeId} and (state <> 'open' or kind = 'deletion')`.execute(
    tx,
  )
}

/** Ends the self-service sign-in of a person who has left. The row stays for the log, without a name. */
export async function eraseLeaverSignIn(tx: Tx, employeeId: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update users set removed_at = coalesce(removed_at, ${now}), name = 'Former Employee',
      email = 'forgotten-' || users.id || '@invalid.example', password_hash = null, password_argon2 = null, totp_secret = null
    from employees where employees.id = users.employee_id and employees.id = ${employeeId} and is_terminated
    returning users.id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  for (const table of ['passkeys', 'recovery_codes', 'known_devices'])
    await sql`delete from ${sql.table(table)} where user_id = any(${ids}::int[])`.execute(tx)
  return ids
}

/** Whether a change in the history is of a field that `eraseOptional` removes. */
const IS_OPTIONAL = sql`(change ->> 'field' in ('honorific', 'phone_home', 'phone_mobile', 'phone_medical')
  or change ->> 'field' like 'kin\\_%'
  or change ->> 'field' in ('email_address', 'payslip_email')
    and exists (select from employees where employees.id = employee_history.employee_id and is_terminated))`
