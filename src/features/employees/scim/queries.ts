import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Role } from '../../../database/tables/customers.ts'

/** A person as SCIM sees them. Users deactivated by the provider stay visible to it, but deleted users do not. */
export type ScimRow = {
  id: number
  email: string
  name: string
  role: Role
  is_active: boolean
  scim_external_id: string | null
  created_at: Date
}

export type ScimFilter = { id?: number; userName?: string; externalId?: string }

/**
 * The provider sees the people in the account's verified domains. Of the people without access, it sees only
 * those whose access it ended itself.
 */
const IS_REACHED = sql<boolean>`role <> 'employee' and (removed_at is null or scim_managed and scim_removed) and exists (
  select from identity_domains own where own.customer_id = users.customer_id and own.verified_at is not null
    and own.domain = lower(substring(users.email from '[^@]+$')))`

export async function listScimUsers(
  query: Queryable,
  customerId: number,
  filter: ScimFilter,
  page: { offset: number; limit: number },
): Promise<{ rows: ScimRow[]; total: number }> {
  const { rows } = await sql<ScimRow & { total: number }>`
    select id, email, name, role, removed_at is null as is_active, scim_external_id, created_at,
      count(*) over ()::int as total
    from users where customer_id = ${customerId} and ${IS_REACHED}
      and (${filter.id ?? null}::int is null or id = ${filter.id ?? null}::int)
      and (${filter.userName ?? null}::text is null or email = ${filter.userName ?? null}::text)
      and (${filter.externalId ?? null}::text is null or scim_external_id = ${filter.externalId ?? null}::text)
    order by id offset ${page.offset} limit ${page.limit}`.execute(query)
  const total =
    rows[0]?.total ?? (page.offset > 0 || page.limit === 0 ? await countUsers(query, customerId, filter) : 0)
  return { rows, total }
}

async function countUsers(query: Queryable, customerId: number, filter: ScimFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from users
    where customer_id = ${customerId} and ${IS_REACHED}
      and (${filter.userName ?? null}::text is null or email = ${filter.userName ?? null}::text)
      and (${filter.externalId ?? null}::text is null or scim_external_id = ${filter.externalId ?? null}::text)`.execute(
    query,
  )
  return rows[0]?.total ?? 0
}

export async function findScimUser(
  query: Queryable,
  customerId: number,
  id: number,
): Promise<ScimRow | undefined> {
  const { rows } = await listScimUsers(query, customerId, { id }, { offset: 0, limit: 1 })
  return rows[0]
}

/** Creates a user with the lowest role, no company until an owner assigns one, and no password. */
export async function insertScimUser(
  tx: Tx,
  row: { customerId: number; email: string; name: string; externalId: string | null; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('users')
    .values({
      customer_id: row.customerId,
      email: row.email,
      name: row.name,
      role: 'reader',
      is_by_company: true,
      scim_managed: true,
      scim_external_id: row.externalId,
      created_at: row.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateScimUser(
  tx: Tx,
  id: number,
  { name, externalId }: { name: string; externalId: string | null },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ name, scim_external_id: externalId, scim_managed: true })
    .where('id', '=', id)
    .execute()
}

/** Reactivates a user, with the lowest role as for a new user. */
export async function reviveScimUser(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      removed_at: null,
      scim_removed: false,
      role: 'reader',
      is_by_company: true,
      identity_subject: null,
    })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('company_roles').where('user_id', '=', id).execute()
}

/** Records that SCIM ended the access, so SCIM may give it back. */
export async function markScimRemoved(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('users').set({ scim_removed: true }).where('id', '=', id).execute()
}

/** Whether an owner removed the person with this address and has not invited them again. */
export async function wasRemovedByOwner(tx: Tx, customerId: number, email: string): Promise<boolean> {
  const { rows } = await sql<{ is_removed: boolean }>`
    select exists (select from users where customer_id = ${customerId} and email = ${email} and role <> 'employee'
      and removed_at is not null and not scim_removed) as is_removed`.execute(tx)
  return rows[0]?.is_removed ?? false
}

/** Hides the user from SCIM. */
export async function forgetScimUser(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('users').set({ scim_managed: false }).where('id', '=', id).execute()
}

export async function countOwners(tx: Tx, customerId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users
    where customer_id = ${customerId} and role = 'owner' and removed_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function hasVerifiedDomain(
  query: Queryable,
  customerId: number,
  domain: string,
): Promise<boolean> {
  const row = await query
    .selectFrom('identity_domains')
    .select('domain')
    .where('customer_id', '=', customerId)
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}
