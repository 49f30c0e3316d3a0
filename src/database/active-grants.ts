import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from './tx.ts'

const PAYROLL = `array['payroll.read', 'payroll.write']`

/** The grant is not revoked and has this mode, and its application and customer still have access. */
const isOpen = (grant: string) => `${grant}.revoked_at is null and ${grant}.mode = service_mode()
  and exists (select 1 from oauth_clients lk where lk.client_id = ${grant}.client_id and lk.deleted_at is null)
  and exists (select 1 from customers lc where lc.id = ${grant}.customer_id and lc.access_ended_at is null)`

const isUsable = (now: string) => `(lt.revoked_at is null and lt.access_expires_at > ${now})`

const isRefreshable = (now: string) =>
  `(lt.refresh_hash is not null and lt.refresh_used_at is null and lt.refresh_expires_at > ${now})`

const isActive = (grant: string, now: string) => `(${isOpen(grant)} and exists (
  select 1 from oauth_tokens lt where lt.grant_id = ${grant}.id and (${isUsable(now)} or ${isRefreshable(now)})))`

// A token may have fewer scopes than its grant, but a refresh may restore them all. Events cover all
// companies, so a person whose role covers only some of them cannot grant an application access to events.
const isActiveForPayroll = (grant: string, now: string) => `(${isOpen(grant)}
  and not exists (select 1 from users lu where lu.id = ${grant}.user_id and lu.is_by_company)
  and ${grant}.scopes && ${PAYROLL} and exists (
    select 1 from oauth_tokens lt where lt.grant_id = ${grant}.id and (${isRefreshable(now)}
      or (${isUsable(now)} and coalesce(lt.scopes, ${grant}.scopes) && ${PAYROLL}))))`

const NOW = '<now>'
const withNow = (text: string, now: Date): RawBuilder<boolean> =>
  sql.join(
    text.split(NOW).map((part) => sql.raw(part)),
    sql`${now}::timestamptz`,
  ) as RawBuilder<boolean>

/**
 * Whether a grant is active: one of its tokens can still be used or refreshed. A consent that was never exchanged has no
 * token, so it is not active. `grant` is the alias of `oauth_grants` in the surrounding query.
 */
export function isActiveGrant(grant: string, now: Date): RawBuilder<boolean> {
  return withNow(isActive(grant, NOW), now)
}

/**
 * Whether an account may receive a customer's changes. True for the account itself, and for every account
 * that owns an application with an active payroll grant of that customer. The first two arguments are SQL
 * expressions of tables of the directory.
 */
export function mayHear(account: string, customer: string, now: Date): RawBuilder<boolean> {
  return withNow(
    `(${account} = ${customer} or exists (
  select 1 from oauth_grants hg
  join oauth_clients hk on hk.client_id = hg.client_id and hk.customer_id = ${account}
  join customers ha on ha.id = hk.customer_id and ha.access_ended_at is null
  where hg.customer_id = ${customer} and ${isActiveForPayroll('hg', NOW)}))`,
    now,
  )
}

/** The accounts of these pairs that may receive the changes of their customers. */
export async function findListeners(
  query: Queryable,
  pairs: readonly { accountId: number; customerId: number }[],
  now: Date,
): Promise<(accountId: number, customerId: number) => boolean> {
  const keyOf = (accountId: number, customerId: number) => `${accountId} ${customerId}`
  const others = new Map(
    pairs
      .filter(({ accountId, customerId }) => accountId !== customerId)
      .map((pair) => [keyOf(pair.accountId, pair.customerId), pair]),
  )
  const asked = [...others.values()]
  const heard = new Set<string>()
  if (asked.length > 0) {
    const { rows } = await sql<{ account: number; customer: number }>`
      select pair.account, pair.customer
      from unnest(${asked.map(({ accountId }) => accountId)}::integer[],
        ${asked.map(({ customerId }) => customerId)}::integer[]) as pair (account, customer)
      where ${mayHear('pair.account', 'pair.customer', now)}`.execute(query)
    for (const { account, customer } of rows) heard.add(keyOf(account, customer))
  }
  return (accountId, customerId) => accountId === customerId || heard.has(keyOf(accountId, customerId))
}
