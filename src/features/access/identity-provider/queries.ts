import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { hasSecondFactor } from '../../../database/second-factor.ts'
import type { Role } from '../../../database/tables/customers.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'

const SECRET = 'identity_providers.client_secret'

/** A customer's identity provider, with its secret in plain text. */
export type Provider = {
  customer_id: number
  issuer: string
  client_id: string
  client_secret: string
  is_required: boolean
}

export async function findProvider(
  query: Queryable,
  cipher: FieldCipher,
  customerId: number,
): Promise<Provider | undefined> {
  const row = await query
    .selectFrom('identity_providers')
    .select(['customer_id', 'issuer', 'client_id', 'client_secret', 'is_required'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row && { ...row, client_secret: cipher.open(SECRET, customerId, row.client_secret) }
}

export async function saveProvider(
  tx: Tx,
  cipher: FieldCipher,
  provider: Provider,
  now: Date,
): Promise<void> {
  const { customer_id, issuer, client_id, is_required } = provider
  const values = {
    issuer,
    client_id,
    client_secret: cipher.seal(SECRET, customer_id, provider.client_secret),
    is_required,
    updated_at: now,
  }
  await tx
    .insertInto('identity_providers')
    .values({ customer_id, ...values })
    .onConflict((on) => on.column('customer_id').doUpdateSet(values))
    .execute()
}

export async function deleteProvider(tx: Tx, customerId: number): Promise<void> {
  await tx.deleteFrom('identity_domains').where('customer_id', '=', customerId).execute()
  await tx.deleteFrom('identity_providers').where('customer_id', '=', customerId).execute()
}

export function listDomains(query: Queryable, customerId: number) {
  return query
    .selectFrom('identity_domains')
    .select(['domain', 'challenge', 'verified_at'])
    .where('customer_id', '=', customerId)
    .orderBy('domain')
    .execute()
}

/** Replaces the customer's domains. Domains that stay keep their challenge and remain verified. */
export async function replaceDomains(
  tx: Tx,
  customerId: number,
  domains: readonly { domain: string; challenge: string }[],
): Promise<void> {
  const names = domains.map(({ domain }) => domain)
  await sql`delete from identity_domains where customer_id = ${customerId} and domain <> all(${names}::text[])`.execute(
    tx,
  )
  for (const { domain, challenge } of domains)
    await tx
      .insertInto('identity_domains')
      .values({ customer_id: customerId, domain, challenge, verified_at: null })
      .onConflict((on) => on.doNothing())
      .execute()
}

/** Marks a domain as verified. Returns false when another account has already verified it. */
export async function markVerified(tx: Tx, customerId: number, domain: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update identity_domains own set verified_at = ${now}
    where customer_id = ${customerId} and domain = ${domain} and not exists (
      select from identity_domains other where other.domain = own.domain and other.verified_at is not null
        and other.customer_id <> own.customer_id)
    returning domain`.execute(tx)
  return rows.length > 0
}

/** The customer that has verified this domain. */
export async function findCustomerOfDomain(query: Queryable, domain: string): Promise<number | undefined> {
  const row = await query
    .selectFrom('identity_domains as d')
    .innerJoin('identity_providers as p', 'p.customer_id', 'd.customer_id')
    .select('d.customer_id')
    .where('d.domain', '=', domain)
    .where('d.verified_at', 'is not', null)
    .executeTakeFirst()
  return row?.customer_id
}

export type ProviderUser = {
  id: number
  customer_id: number
  role: Role
  email: string
  name: string
  has_second_factor: boolean
  identity_subject: string | null
}

/** The customer's user who signs in with this email address. */
export async function findPersonByEmail(
  query: Queryable,
  customerId: number,
  email: string,
): Promise<ProviderUser | undefined> {
  return query
    .selectFrom('users as u')
    .innerJoin('customers as c', 'c.id', 'u.customer_id')
    .select(['u.id', 'u.customer_id', 'u.role', 'u.email', 'u.name', 'u.identity_subject'])
    .select(hasSecondFactor('u').as('has_second_factor'))
    .where('u.customer_id', '=', customerId)
    .where('u.email', '=', email)
    .where('u.removed_at', 'is', null)
    .where('c.access_ended_at', 'is', null)
    .executeTakeFirst()
}

/** Binds a person to their subject at the provider. Returns false when another sign-in has bound them meanwhile. */
export async function bindSubject(
  query: Queryable,
  user: Pick<ProviderUser, 'id' | 'identity_subject'>,
  subject: string,
): Promise<boolean> {
  const bound = await query
    .updateTable('users')
    .set({ identity_subject: subject })
    .where('id', '=', user.id)
    .where('identity_subject', 'is not distinct from', user.identity_subject)
    .returning('id')
    .executeTakeFirst()
  return bound !== undefined
}

export function listOtherOwners(tx: Tx, { customerId, userId }: { customerId: number; userId: number }) {
  return tx
    .selectFrom('users')
    .select(['email', 'name'])
    .where('customer_id', '=', customerId)
    .where('role', '=', 'owner')
    .where('id', '<>', userId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** The ids of all users except the owners. */
export async function listOthers(tx: Tx, customerId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('role', '<>', 'owner')
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

export function listScimTokens(query: Queryable, customerId: number) {
  return query
    .selectFrom('scim_tokens as t')
    .innerJoin('users as u', 'u.id', 't.created_by')
    .select(['t.id', 't.name', 't.created_at', 't.last_used_at', 'u.name as created_by'])
    .where('t.customer_id', '=', customerId)
    .where('t.revoked_at', 'is', null)
    .orderBy('t.id')
    .execute()
}

export async function insertScimToken(
  tx: Tx,
  row: { customer_id: number; name: string; token_hash: Buffer; created_by: number; created_at: Date },
): Promise<number> {
  const { id } = await tx.insertInto('scim_tokens').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function endScimToken(tx: Tx, customerId: number, id: number, now: Date): Promise<boolean> {
  const ended = await tx
    .updateTable('scim_tokens')
    .set({ revoked_at: now })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return ended.length > 0
}

/** Ends all SCIM tokens of an account. Returns their names. */
export async function endScimTokens(tx: Tx, customerId: number, now: Date): Promise<string[]> {
  const rows = await tx
    .updateTable('scim_tokens')
    .set({ revoked_at: now })
    .where('customer_id', '=', customerId)
    .where('revoked_at', 'is', null)
    .returning('name')
    .execute()
  return rows.map(({ name }) => name)
}

export type ScimCaller = { tokenId: number; customerId: number; createdBy: number; name: string }

/**
 * The account of a SCIM token. A token is valid only while the person who created it is an owner of the
 * account.
 */
export async function findScimCaller(
  query: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<ScimCaller | undefined> {
  const { rows } = await sql<ScimCaller>`
    update scim_tokens t set last_used_at = ${now}
    from users u, customers c
    where t.token_hash = ${tokenHash} and t.revoked_at is null and u.id = t.created_by and u.role = 'owner'
      and u.removed_at is null and c.id = t.customer_id and c.access_ended_at is null
    returning t.id as "tokenId", t.customer_id as "customerId", t.created_by as "createdBy", t.name`.execute(
    query,
  )
  return rows[0]
}
