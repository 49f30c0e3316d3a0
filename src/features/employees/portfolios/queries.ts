import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { CompanyRole, CompanyRoleRow } from '../../../database/tables/portfolios.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'

export type PortfolioRow = { id: number; name: string; created_at: Date; company_ids: number[] }

/** The portfolios of an account by name, or only the one with `id`. */
export async function selectPortfolios(
  query: Queryable,
  customerId: number,
  id?: number,
): Promise<PortfolioRow[]> {
  const one = id === undefined ? sql`` : sql`and p.id = ${isId(id) ? id : 0}`
  const { rows } = await sql<PortfolioRow>`
    select p.id, p.name, p.created_at, coalesce(array_agg(part.company_id order by part.company_id)
      filter (where c.id is not null), '{}') as company_ids
    from portfolios p
    left join portfolio_companies part on part.portfolio_id = p.id
    left join companies c on c.id = part.company_id and c.deleted_at is null
    where p.customer_id = ${customerId} ${one}
    group by p.id order by lower(p.name), p.id`.execute(query)
  return rows
}

/** The ids among these that are companies of the customer and not deleted. */
export async function ownCompanies(query: Queryable, customerId: number, ids: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    select id from companies where customer_id = ${customerId} and deleted_at is null
      and id = any(${ids.filter(isId)}::int[])`.execute(query)
  return new Set(rows.map((row) => row.id))
}

export async function hasPortfolioNamed(
  tx: Tx,
  customerId: number,
  name: string,
  butId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from portfolios where customer_id = ${customerId} and lower(name) = lower(${name}) and id <> ${butId}`.execute(
    tx,
  )
  return rows.length > 0
}

export async function insertPortfolio(
  tx: Tx,
  row: { customer_id: number; name: string; created_at: Date; created_by: number },
): Promise<number> {
  const { id } = await tx.insertInto('portfolios').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function renamePortfolio(tx: Tx, id: number, name: string): Promise<void> {
  await tx.updateTable('portfolios').set({ name }).where('id', '=', id).execute()
}

/** Replaces the companies of a portfolio. Companies that stay keep the date they were added. */
export async function putCompanies(
  tx: Tx,
  portfolio: { id: number; customerId: number },
  companyIds: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    delete from portfolio_companies where portfolio_id = ${portfolio.id}
      and company_id <> all(${companyIds}::int[])`.execute(tx)
  await sql`
    insert into portfolio_companies (portfolio_id, company_id, customer_id, added_at)
    select ${portfolio.id}, id, ${portfolio.customerId}, ${now} from unnest(${companyIds}::int[]) id
    on conflict do nothing`.execute(tx)
}

/** The people with a role for a portfolio, or with this one. */
export async function peopleOfPortfolio(tx: Tx, id: number, role?: CompanyRole): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct u.name from company_roles r join users u on u.id = r.user_id and u.removed_at is null
    where r.portfolio_id = ${id} and (${role ?? null}::text is null or r.role = ${role ?? null}) order by u.name`.execute(
    tx,
  )
  return rows.map((row) => row.name)
}

/** Deletes a portfolio, and any roles left over from people removed from the account. */
export async function deletePortfolio(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('company_roles').where('portfolio_id', '=', id).execute()
  await tx.deleteFrom('portfolios').where('id', '=', id).execute()
}

export function rolesOf(query: Queryable, customerId: number, userId: number): Promise<CompanyRoleRow[]> {
  return query
    .selectFrom('company_roles')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** The names of these companies of a customer. */
export function companyNames(query: Queryable, customerId: number, ids: readonly number[]) {
  return query
    .selectFrom('companies')
    .select(['id', 'legal_name'])
    .where('customer_id', '=', customerId)
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .orderBy('id')
    .execute()
}

export async function isByCompany(query: Queryable, userId: number): Promise<boolean> {
  const row = await query
    .selectFrom('users')
    .select('is_by_company')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.is_by_company
}

export async function setByCompany(tx: Tx, userId: number, value: boolean): Promise<void> {
  await tx.updateTable('users').set({ is_by_company: value }).where('id', '=', userId).execute()
}

export async function deleteRoles(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('company_roles').where('id', 'in', ids).execute()
}

export async function insertRoles(tx: Tx, rows: readonly Omit<CompanyRoleRow, 'id'>[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insertInto('company_roles')
      .values([...rows])
      .execute()
}

/** The people of the account who run or read its payroll, by id. */
export async function payrollPeople(tx: Tx, customerId: number) {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'is_by_company'])
    .where('customer_id', '=', customerId)
    .where('removed_at', 'is', null)
    .where('role', '<>', 'employee')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export type ReviewRow = {
  user_id: number
  name: string
  email: string
  role: string
  via: 'account' | 'company' | 'portfolio' | 'deputy'
  company_id: number | null
  company: string | null
  portfolio: string | null
  from_date: CivilDate | null
  to_date: CivilDate | null
  since: Date
  given_by: string | null
  applications: string[]
}

/**
 * Lists current and future access with its start date: one row per person and company, or one row for a role that covers
 * the account.
 */
export async function reviewAccess(
  query: Queryable,
  customerId: number,
  today: CivilDate,
): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    with people as (
      select u.*, coalesce((select array_agg(distinct k.name order by k.name) from oauth_grants g
        join oauth_clients k on k.client_id = g.client_id and k.deleted_at is null and k.client_id <> 'tasman-web'
        where g.user_id = u.id and g.revoked_at is null), '{}') as applications
      from users u where u.customer_id = ${customerId} and u.removed_at is null and u.role <> 'employee'),
    held as (
      select r.*, r.user_id as person, r.starts_on as from_date, r.ends_on as to_date, false as is_deputy
      from company_roles r where r.customer_id = ${customerId}
      union all
      select r.*, r.deputy_id, r.deputy_from, r.deputy_to, true
      from company_roles r where r.customer_id = ${customerId} and r.deputy_id is not null)
    select u.id as user_id, u.name, u.email, u.role, 'account' as via, null::int as company_id, null as company,
      null as portfolio, null::date as from_date, null::date as to_date, u.created_at as since, null as given_by,
      u.applications
    from people u where not u.is_by_company
    union all
    select u.id, u.name, u.email, case when u.role = 'reader' then 'reader' else held.role end,
      case when held.is_deputy then 'deputy' when held.company_id is not null then 'company' else 'portfolio' end,
      c.id, c.legal_name, p.name, held.from_date, held.to_date, greatest(held.created_at, part.added_at),
      giver.name, u.applications
    from held join people u on u.id = held.person and u.is_by_company
    left join portfolios p on p.id = held.portfolio_id
    left join portfolio_companies part on part.portfolio_id = p.id
    join companies c on c.id = coalesce(held.company_id, part.company_id) and c.deleted_at is null
    left join users giver on giver.id = held.created_by
    where held.to_date is null or held.to_date >= ${today}
    order by name, user_id, company, company_id, via`.execute(query)
  return rows
}
