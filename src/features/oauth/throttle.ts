import ipaddr from 'ipaddr.js'
import type { Service } from '../../service.ts'
import { later } from './issue-token.ts'

/** So many tries are free; each further one waits twice as long as the one before. */
const FREE_TRIES = { account: 5, address: 50 } as const
const FIRST_WAIT_SECONDS = 30
const LONGEST_WAIT_SECONDS = 900
const FORGIVEN_AFTER_SECONDS = 3600

export type TryKind = keyof typeof FREE_TRIES

// Counted before the password is looked at, so that many guesses at once cannot slip through together.
const COUNT = `insert into sign_in_tries as t (key, tries, last_at) values ($1, 1, $2::timestamptz)
on conflict (key) do update set
  tries = case when t.last_at < $3::timestamptz then 1 else t.tries + 1 end,
  last_at = excluded.last_at,
  blocked_until = case when t.last_at >= $3 and t.tries + 1 >= $4::integer
    then excluded.last_at
      + make_interval(secs => least($5::float8 * power(2, least(t.tries + 1 - $4::integer, 20)), $6::float8)) end
where t.blocked_until is null or t.blocked_until <= excluded.last_at
returning tries`

/** Counts a try; gives the seconds still to wait when it comes too soon, else 0. */
export async function countTry(service: Service, kind: TryKind, name: string): Promise<number> {
  const now = service.clock.now()
  const key = `${kind}:${name}`
  const { rows } = await service.database.pool.query(COUNT, [
    key,
    now,
    later(now, -FORGIVEN_AFTER_SECONDS),
    FREE_TRIES[kind],
    FIRST_WAIT_SECONDS,
    LONGEST_WAIT_SECONDS,
  ])
  if (rows.length > 0) return 0
  const blocked = await service.database.query
    .selectFrom('sign_in_tries')
    .select('blocked_until')
    .where('key', '=', key)
    .executeTakeFirst()
  const waitMs = (blocked?.blocked_until?.getTime() ?? 0) - now.getTime()
  return Math.max(1, Math.ceil(waitMs / 1000))
}

/** A try that succeeded does not count. */
export async function forgiveTry(service: Service, kind: TryKind, name: string): Promise<void> {
  const key = `${kind}:${name}`
  if (kind === 'account')
    await service.database.query.deleteFrom('sign_in_tries').where('key', '=', key).execute()
  else
    await service.database.pool.query(
      'update sign_in_tries set tries = greatest(tries - 1, 0), blocked_until = null where key = $1',
      [key],
    )
}

/** An IPv6 customer has a whole /64 to send from, so that is what counts as one address. */
export function addressName(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv4'
    ? address.toString()
    : address.toNormalizedString().split(':').slice(0, 4).join(':')
}
