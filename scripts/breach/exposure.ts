import { sql } from 'kysely'
import type { Queryable } from '../../src/database/connect.ts'
import { hashToken } from '../../src/security/tokens.ts'

/** The compromised access: a user's sign-in, an application's access, one token, or a copy of the whole database. */
export type Lost =
  | { kind: 'user'; userId: number }
  | { kind: 'application'; clientId: string }
  | { kind: 'token'; token: string }
  | { kind: 'backup' }

export type Span = { from: Date; to: Date }

/** A person whose data was exposed, and which of their numbers were stored. */
export type Exposed = {
  customer: string
  company: string
  employee_id: number
  name: string
  email: string | null
  has_tax_number: boolean
  has_bank_account: boolean
}

/** Actions taken with the compromised access, from the audit log. */
export type Used = { day: string; action: string; ip: string | null; count: number }

/** One customer's data within reach: all of it, or the named companies, or one employee's own record. */
type Reach = { customer_id: number; companies: number[] | null; employee_id: number | null }

/** Whether there is any record of the access. A wrong id must not read as "no one was exposed". */
export async function isKnown(query: Queryable, lost: Lost): Promise<boolean> {
  if (lost.kind === 'backup') return true
  const { rows } = await sql`${accessOf(lost)} limit 1`.execute(query)
  return rows.length > 0
}

/** The customer and user of each access, and its span. */
function accessOf(lost: Exclude<Lost, { kind: 'backup' }>) {
  if (lost.kind === 'user')
    return sql`select customer_id, id as user_id, created_at, removed_at as ended_at from users where id = ${lost.userId}`
  if (lost.kind === 'application')
    return sql`select customer_id, user_id, created_at, revoked_at as ended_at from oauth_grants where client_id = ${lost.clientId}`
  const hash = hashToken(lost.token)
  return sql`select g.customer_id, g.user_id, t.created_at, least(t.revoked_at, g.revoked_at) as ended_at
    from oauth_tokens t join oauth_grants g on g.id = t.grant_id where t.access_hash = ${hash} or t.refresh_hash = ${hash}`
}

/**
 * The data that could be reached within the period. A reseller's people can also open the accounts of clients
 * who allow it.
 */
async function reached(
  query: Queryable,
  lost: Exclude<Lost, { kind: 'backup' }>,
  { from, to }: Span,
): Promise<Reach[]> {
  const { rows } = await sql<Reach>`
    with access as (${accessOf(lost)}),
    live as (select * from access where created_at <= ${to} and (ended_at is null or ended_at >= ${from}))
    select distinct live.customer_id,
      case when u.is_by_company then array(
        select company_id from companies_of(u.id, ${from}::date) union select company_id from companies_of(u.id, ${to}::date)
      ) end as companies,
      case when u.role = 'employee' then u.employee_id end as employee_id
    from live join users u on u.id = live.user_id
    union
    select client.customer_id, null, null from partner_clients client
    where ${lost.kind === 'user'} and client.partner_id in (select customer_id from live) and client.handoff_allowed_at <= ${to}`.execute(
    query,
  )
  return rows
}

/** The exposed people: every employee on record by the end of the period. */
export async function listExposed(query: Queryable, lost: Lost, span: Span): Promise<Exposed[]> {
  const reach = lost.kind === 'backup' ? [] : await reached(query, lost, span)
  const { rows } = await sql<Exposed>`
    select customers.name as customer, companies.legal_name as company, employees.id as employee_id,
      employees.first_name || ' ' || employees.last_name as name, employees.email_address as email,
      coalesce(employees.tax_file_number, employees.ird_number) is not null as has_tax_number,
      exists (select from employee_bank_accounts account where account.employee_id = employees.id) as has_bank_account
    from employees join companies on companies.id = employees.company_id join customers on customers.id = employees.customer_id
    where (${lost.kind === 'backup'} or exists (
        select from jsonb_to_recordset(${JSON.stringify(reach)}::jsonb) as r(customer_id int, companies int[], employee_id int)
        where r.customer_id = employees.customer_id and (r.companies is null or employees.company_id = any(r.companies))
          and (r.employee_id is null or r.employee_id = employees.id)))
      and employees.created_at <= ${span.to}
    order by customers.name, companies.legal_name, employees.id`.execute(query)
  return rows
}

/** Actions within the period, by day, action and IP address. */
export async function listUses(query: Queryable, lost: Lost, { from, to }: Span): Promise<Used[]> {
  if (lost.kind === 'backup') return []
  const who = usesOf(lost)
  const { rows } = await sql<Used>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, action, ip, count(*)::int as count from audit_log
    where ${who} and at between ${from} and ${to} group by 1, 2, 3 order by 1, 2, 3`.execute(query)
  return rows
}

/** The audit entries of an access. Entries do not name the token, so those of its connection count. */
function usesOf(lost: Exclude<Lost, { kind: 'backup' }>) {
  if (lost.kind === 'user') return sql`user_id = ${lost.userId}`
  if (lost.kind === 'application') return sql`client_id = ${lost.clientId}`
  const hash = hashToken(lost.token)
  return sql`(customer_id, user_id, client_id) in (
    select g.customer_id, g.user_id, g.client_id from oauth_tokens t join oauth_grants g on g.id = t.grant_id
    where t.access_hash = ${hash} or t.refresh_hash = ${hash})`
}
