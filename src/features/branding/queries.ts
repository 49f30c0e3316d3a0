import type { Updateable } from 'kysely'
import type { Queryable } from '../../database/connect.ts'
import type { Branding, BrandingTable } from '../../database/tables/branding.ts'
import { randomToken } from '../../security/tokens.ts'

/** Everything but the images, which are large. */
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

/** What a document or mail shows of it. */
export function findPrintBranding(query: Queryable, customerId: number) {
  return query
    .selectFrom('branding')
    .select(['name', 'primary_colour', 'accent_colour', 'print_logo', 'print_width', 'print_height'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
}

/** A logo by the hash in its address. */
export function findLogo(query: Queryable, hash: string) {
  return query
    .selectFrom('branding')
    .select(['logo', 'logo_type'])
    .where('logo_hash', '=', hash)
    .executeTakeFirst()
}

/** Changes the customer's branding; the first change makes it. */
export function saveBranding(
  query: Queryable,
  customerId: number,
  changes: Updateable<BrandingTable>,
  now: Date,
): Promise<LightBranding> {
  const row = { ...changes, updated_at: now }
  return query
    .insertInto('branding')
    .values({ ...row, customer_id: customerId, sign_in_key: randomToken().slice(0, 22), updated_at: now })
    .onConflict((on) => on.column('customer_id').doUpdateSet(row))
    .returning(LIGHT)
    .executeTakeFirstOrThrow()
}
