import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { OpenedBundle } from './bundle-file.ts'

/**
 * An installed bundle, with the milliseconds until it begins and ends. They come from the database clock,
 * which all processes share.
 */
export type InstalledBundle = { version: string; digest: string; begins_in: number; ends_in: number | null }

/** Processes check for new bundles several times within this period, then switch together. */
const NOTICE_SECONDS = 15

export async function listInstalled(query: Queryable): Promise<InstalledBundle[]> {
  const { rows } = await sql<InstalledBundle>`
    select version, digest,
      (extract(epoch from active_from - clock_timestamp()) * 1000)::float8 as begins_in,
      (extract(epoch from withdrawn_from - clock_timestamp()) * 1000)::float8 as ends_in
    from law_bundles where withdrawn_from is null or withdrawn_from > clock_timestamp()`.execute(query)
  return rows
}

export async function loadBundleContent(query: Queryable, version: string): Promise<string> {
  const { content } = await query
    .selectFrom('law_bundles')
    .select('content')
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return content
}

/** All bundles that were ever installed. */
export function listBundles(query: Queryable): Promise<{ version: string; content: string }[]> {
  return query.selectFrom('law_bundles').select(['version', 'content']).execute()
}

/** Installs a bundle, including a version that was withdrawn. Returns the time it applies from. */
export async function insertBundle(
  tx: Tx,
  { book: { bundle }, content, keyId }: OpenedBundle,
  now: Date,
): Promise<Date> {
  const { rows } = await sql<{ active_from: Date }>`
    insert into law_bundles (version, digest, content, key_id, installed_at, active_from)
    values (${bundle.version}, ${bundle.digest}, ${content}, ${keyId}, ${now},
      clock_timestamp() + make_interval(secs => ${NOTICE_SECONDS}))
    on conflict (version) do update set digest = excluded.digest, content = excluded.content, key_id = excluded.key_id,
      installed_at = excluded.installed_at, active_from = excluded.active_from, withdrawn_from = null
    returning active_from`.execute(tx)
  return rows[0]?.active_from ?? now
}

/** Withdraws a version. Returns false when it is not installed. */
export async function withdrawBundle(tx: Tx, version: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update law_bundles set withdrawn_from = clock_timestamp() + make_interval(secs => ${NOTICE_SECONDS})
    where version = ${version} and withdrawn_from is null`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

export type OwnerToWarn = { customer_id: number; email: string; name: string }

/**
 * The owners of every customer with a company in this country. Sandboxes are left out, because they have
 * their own clock.
 */
export async function listOwners(tx: Tx, country: string): Promise<OwnerToWarn[]> {
  const { rows } = await sql<OwnerToWarn>`
    select customer_id, email, name from users where role = 'owner' and removed_at is null
      and exists (select from companies where companies.customer_id = users.customer_id
        and companies.jurisdiction = ${country} and companies.deleted_at is null)
      and not exists (select from sandboxes where sandboxes.customer_id = users.customer_id)
    order by customer_id, id`.execute(tx)
  return rows
}

/** Marks warnings as sent. Returns those that had not been sent yet, by customer. */
export async function markNotices(
  tx: Tx,
  customerIds: readonly number[],
  notices: readonly string[],
  now: Date,
): Promise<Map<number, Set<string>>> {
  const { rows } = await sql<{ customer_id: number; notice: string }>`
    insert into law_notices (customer_id, notice, sent_at)
    select customer, notice, ${now} from unnest(${customerIds}::int[]) customer cross join unnest(${notices}::text[]) notice
    on conflict do nothing returning customer_id, notice`.execute(tx)
  const byCustomer = Map.groupBy(rows, (row) => row.customer_id)
  return new Map([...byCustomer].map(([id, own]) => [id, new Set(own.map(({ notice }) => notice))]))
}
