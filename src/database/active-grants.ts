import { type RawBuilder, sql } from 'kysely'

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
 * Whether an account may receive a customer's changes, as SQL text. True for the account itself, and for
 * every account that owns an application with an active payroll grant of that customer. The arguments are SQL
 * expressions.
 */
export function mayHearText(account: string, customer: string, now: string): string {
  return `(${account} = ${customer} or exists (
  select 1 from oauth_grants hg
  join oauth_clients hk on hk.client_id = hg.client_id and hk.customer_id = ${account}
  join customers ha on ha.id = hk.customer_id and ha.access_ended_at is null
  where hg.customer_id = ${customer} and ${isActiveForPayroll('hg', now)}))`
}

/** The same condition as a fragment for another query. */
export function mayHear(account: string, customer: string, now: Date): RawBuilder<boolean> {
  return withNow(mayHearText(account, customer, NOW), now)
}
