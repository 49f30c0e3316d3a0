import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'

/** Records older than this have passed the retention period. */
export type Before = { instant: Date; date: CivilDate }

/** The tables of messages and files, with the column that their encrypted text is bound to. */
export const DOCUMENTS = ['submissions', 'payment_files', 'super_files'] as const
type Documents = (typeof DOCUMENTS)[number]
const NAME = { submissions: 'message_id', payment_files: 'id', super_files: 'file_id' } as const
const IS_OLD = {
  submissions: sql`pay_date < `,
  payment_files: sql`pay_date < `,
  super_files: sql`coalesce(paid_on, created_at::date) < `,
} as const
const IS_OPEN = {
  submissions: sql`status in ('queued', 'sent')`,
  payment_files: sql`false`,
  super_files: sql`false`,
} as const

/** People who left before the date and whose records have not changed since. Locked until the transaction ends. */
export async function findPeople(tx: Tx, before: Before, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from employees person
    where forgotten_at is null and created_at < ${before.instant} and updated_at < ${before.instant}
      and (is_deleted or is_terminated and termination_date < ${before.date})
      and not exists (
        select from pays where pays.employee_id = person.id and (pays.status = 'pending'
          or pays.processed_date >= ${before.date} or pays.updated_at >= ${before.instant}))
    order by id limit ${most} for update skip locked`.execute(tx)
  return rows.map((row) => row.id)
}

/** Removes names, numbers and addresses. The year of birth stays, because figures depend on the age. */
export async function blankPeople(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await sql`
    update employees set forgotten_at = ${now}, version = version + 1, first_name = 'Former', middle_name = null,
      last_name = 'Employee', reporting_first_name = null, reporting_last_name = null, date_of_birth = date_trunc('year', date_of_birth)::date, gender = 'UNKNOWN', honorific = null,
      number = null, address1 = '', address2 = null, city = '', postcode = '', email_address = null, payslip_email = null,
      phone_home = null, phone_mobile = null, phone_medical = null, kin_name = null, kin_relationship = null,
      kin_address1 = null, kin_address2 = null, kin_city = null, kin_state = null, kin_postcode = null, kin_phone_home = null,
      kin_phone_work = null, kin_phone_mobile = null, kin_notes = null, tax_file_number = null, ird_number = null, abn = null,
      default_employee_fund_member_number = null, primary_bank_bsb = null, primary_bank_account_number = null,
      primary_bank_account_name = null, secondary_bank_bsb = null, secondary_bank_account_number = null,
      secondary_bank_account_name = null, secondary_bank_reference = null
    where id = any(${ids}::int[])`.execute(tx)
  for (const table of OWN_TABLES)
    await sql`delete from ${sql.table(table)} where employee_id = any(${ids}::int[])`.execute(tx)
  // Their self-service user: the row stays for the log, without a name.
  await sql`
    update users set removed_at = coalesce(removed_at, ${now}), name = 'Former Employee',
      email = 'forgotten-' || id || '@invalid.example', password_hash = null, password_argon2 = null, totp_secret = null
    where employee_id = any(${ids}::int[])`.execute(tx)
  for (const table of SIGN_IN_TABLES)
    await sql`
      delete from ${sql.table(table)} own using users
      where users.id = own.user_id and users.employee_id = any(${ids}::int[])`.execute(tx)
}

/** Sign-in data of a person. */
const SIGN_IN_TABLES = ['sessions', 'passkeys', 'recovery_codes', 'known_devices']

/** Rows that only have a person's identity and contact details. */
const OWN_TABLES = [
  'employee_bank_accounts',
  'employee_super_funds',
  'employee_terms',
  'esct_decisions',
  'stp_beneficiaries',
  'stp_payees',
  'payslip_mails',
  'leave_request_days',
  'employee_requests',
  'employee_history',
  'import_rows',
  'privacy_requests',
  'notes',
  'parental_leave_instalments',
  'super_choices',
  'super_fund_starts',
  'invitations',
]

/** Messages and files past the retention period, by the name that their text is encrypted for. */
export async function findDocuments(
  tx: Tx,
  kind: Documents,
  before: Before,
  most: number,
): Promise<{ name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(NAME[kind])}::text as name from ${sql.table(kind)}
    where forgotten_at is null and created_at < ${before.instant} and ${IS_OLD[kind]} ${before.date}
      and not (${IS_OPEN[kind]})
    order by id limit ${most} for update skip locked`.execute(tx)
  return rows
}

export async function blankDocuments(
  tx: Tx,
  kind: Documents,
  sealed: readonly { name: string; content: string; document: string | null }[],
  now: Date,
): Promise<void> {
  const others = {
    submissions: sql`, document = fresh.document, details = null, held_back = '[]', warnings = '[]', answer = null`,
    payment_files: sql`, split_credits = null`,
    super_files: sql`, row_lines = null, answer_notes = '[]'`,
  }[kind]
  await sql`
    update ${sql.table(kind)} old set forgotten_at = ${now}, content = fresh.content ${others}
    from unnest(${sealed.map(({ name }) => name)}::text[], ${sealed.map(({ content }) => content)}::text[],
      ${sealed.map(({ document }) => document)}::text[]) as fresh(name, content, document)
    where ${sql.ref(`old.${NAME[kind]}`)}::text = fresh.name`.execute(tx)
}

/**
 * Deletes the records of old imports of people, with their rows, and returns their number. An import can be undone until
 * pays were made with it, so its record stays until then.
 */
export async function deleteImports(tx: Tx, before: Before, most: number): Promise<number> {
  const { rows } = await sql`
    delete from imports where id in (
      select id from imports old where created_at < ${before.instant} and (undone_at is not null
        or not exists (select from import_rows own where own.import_id = old.id)
        or exists (
          select from import_rows own join pays on pays.employee_id = own.employee_id
          where own.import_id = old.id and (own.is_created or pays.created_at >= date_trunc('second', old.created_at))))
      order by id limit ${most} for update skip locked)
    returning id`.execute(tx)
  return rows.length
}
