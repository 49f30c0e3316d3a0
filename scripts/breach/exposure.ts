import { sql } from 'kysely'
import type { Queryable } from '../../src/database/connect.ts'

/** The compromised access: a user's sign-in, an application's access, or a copy of the whole database. */
export type Lost =
  | { kind: 'user'; userId: number }
  | { kind: 'application'; clientId: string }
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

/** The customers that could be reached within the period. */
async function reached(query: Queryable, lost: Lost, { from, to }: Span): Promise<number[] | 'all'> {
  if (lost.kind === 'backup') return 'all'
  if (lost.kind === 'user') {
    const { rows } = await sql<{ id: number }>`
      select customer_id as id from users where id = ${lost.userId} and created_at <= ${to}
        and (removed_at is null or removed_at >= ${from})`.execute(query)
    return rows.map(({ id }) => id)
  }
  const { rows } = await sql<{ id: number }>`
    select distinct customer_id as id from oauth_grants where client_id = ${lost.clientId} and created_at <= ${to}
      and (revoked_at is null or revoked_at >= ${from})`.execute(query)
  return rows.map(({ id }) => id)
}

/** The exposed people: every employee on record by the end of the period. */
export async function listExposed(query: Queryable, lost: Lost, span: Span): Promise<Exposed[]> {
  const customers = await reached(query, lost, span)
  const { rows } = await sql<Exposed>`
    select customers.name as customer, companies.legal_name as company, employees.id as employee_id,
      employees.first_name || ' ' || employees.last_name as name, employees.email_address as email,
      coalesce(employees.tax_file_number, employees.ird_number) is not null as has_tax_number,
      exists (select from employee_bank_accounts account where account.employee_id = employees.id) as has_bank_account
    from employees join companies on companies.id = employees.company_id join customers on customers.id = employees.customer_id
    where (${customers === 'all'} or employees.customer_id = any(${customers === 'all' ? [] : customers}::int[]))
      and employees.created_at <= ${span.to}
    order by customers.name, companies.legal_name, employees.id`.execute(query)
  return rows
}

/** Actions within the period, by day, action and IP address. */
export async function listUses(query: Queryable, lost: Lost, { from, to }: Span): Promise<Used[]> {
  if (lost.kind === 'backup') return []
  const who = lost.kind === 'user' ? sql`user_id = ${lost.userId}` : sql`client_id = ${lost.clientId}`
  const { rows } = await sql<Used>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, action, ip, count(*)::int as count from audit_log
    where ${who} and at between ${from} and ${to} group by 1, 2, 3 order by 1, 2, 3`.execute(query)
  return rows
}
