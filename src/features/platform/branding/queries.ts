import { sql, type Updateable } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Branding, BrandingTable } from '../../../database/tables/branding.ts'
import { randomToken } from '../../../security/tokens.ts'

/** All columns except the images, which are large. */
const LIGHT = [
  'customer_id',
  'name',
  'primary_colour',
  'accent_colour',
  'sign_in_key',
  'logo_type',
  'logo_hash',
] as const
export type LightBranding = Pick<Branding, (typeof LIGHT)[number]>

export function findBranding(query: Queryable, customerId: number): Promise<LightBranding | undefined> {
  return query.selectFrom('branding').select(LIGHT).where('customer_id', '=', customerId).executeTakeFirst()
}

export function findBySignInKey(query: Queryable, key: string): Promise<LightBranding | undefined> {
  return query.selectFrom('branding').select(LIGHT).where('sign_in_key', '=', key).executeTakeFirst()
}

/** The branding fields shown in documents and emails. */
export function findPrintBranding(query: Queryable, customerId: number) {
  return query
    .selectFrom('branding')
    .select(['name', 'primary_colour', 'accent_colour', 'print_logo', 'print_width', 'print_height'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
}

/** Finds a logo by the hash in its URL. */
export function findLogo(query: Queryable, hash: string) {
  return query
    .selectFrom('branding')
    .select(['logo', 'logo_type'])
    .where('logo_hash', '=', hash)
    .executeTakeFirst()
}

/** Changes the customer's branding. The first change creates it. Existing documents keep their version. */
export async function saveBranding(
  tx: Tx,
  customerId: number,
  changes: Updateable<BrandingTable>,
  now: Date,
): Promise<LightBranding> {
  const row = { ...changes, updated_at: now }
  const saved = await tx
    .insertInto('branding')
    .values({ ...row, customer_id: customerId, sign_in_key: randomToken().slice(0, 22), updated_at: now })
    .onConflict((on) => on.column('customer_id').doUpdateSet(row))
    .returning(LIGHT)
    .executeTakeFirstOrThrow()
  await sql`
    with made as (
      insert into branding_versions
        (customer_id, name, primary_colour, accent_colour, print_logo, print_width, print_height, created_at)
      select now.customer_id, now.name, now.primary_colour, now.accent_colour, now.print_logo, now.print_width,
        now.print_height, ${now}
      from branding now left join branding_versions kept on kept.id = now.version_id
      where now.customer_id = ${customerId} and (kept.id is null or
        (kept.name, kept.primary_colour, kept.accent_colour, kept.print_logo)
          is distinct from (now.name, now.primary_colour, now.accent_colour, now.print_logo))
      returning id)
    update branding set version_id = made.id from made where customer_id = ${customerId}`.execute(tx)
  return saved
}

/** The version that new documents use. Null when the customer has no branding. */
export async function findBrandingVersion(query: Queryable, customerId: number): Promise<number | null> {
  const { rows } = await sql<{ version_id: number | null }>`
    select version_id from branding where customer_id = ${customerId}`.execute(query)
  return rows[0]?.version_id ?? null
}

/** These versions of the customer's branding, for documents. */
export function loadBrandingVersions(query: Queryable, customerId: number, ids: readonly number[]) {
  return query
    .selectFrom('branding_versions')
    .select(['id', 'name', 'primary_colour', 'accent_colour', 'print_logo', 'print_width', 'print_height'])
    .where('customer_id', '=', customerId)
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .execute()
}
