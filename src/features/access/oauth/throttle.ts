import type { FastifyRequest } from 'fastify'
import { addressName } from '../../../http/address-name.ts'
import { markKnown, markUnsuspected } from '../../../kernel/request-context.ts'
import { hashToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { readDevice } from './cookies.ts'
import { later } from './issue-token.ts'

/** The purpose of an attempt. Each purpose has its own count, whichever name is entered. */
export type Purpose = 'sign-in' | 'second-factor' | 'password' | 'reset' | 'token'

/**
 * The subject that an attempt counts against: a browser that signed in before, an account, or an IP address.
 */
type Subject = 'device' | 'account' | 'address'
export type TryKey = { purpose: Purpose; by: Subject; name: string }

/** The number of free attempts. After that, each wait is twice as long as the one before. */
const FREE_TRIES: Record<Subject, number> = { device: 5, account: 5, address: 50 }
/**
 * Up to this number of attempts, including this one, the caller is not suspected of guessing. Many people
 * share an IP address.
 */
const UNSUSPECTED_TRIES: Record<Subject, number> = { device: 1, account: 1, address: 3 }
const FIRST_WAIT_SECONDS = 30
const LONGEST_WAIT_SECONDS = 900
const FORGIVEN_AFTER_SECONDS = 3600

// Counts before the password is checked, so parallel guesses cannot get past the limit together.
const COUNT = `insert into sign_in_tries as t (key, tries, last_at) values ($1, 1, $2::timestamptz)
on conflict (key) do update set
  tries = case when t.last_at < $3::timestamptz then 1 else t.tries + 1 end,
  last_at = excluded.last_at,
  blocked_until = case when t.last_at >= $3 and t.tries + 1 >= $4::integer
    then excluded.last_at
      + make_interval(secs => least($5::float8 * power(2, least(t.tries + 1 - $4::integer, 20)), $6::float8)) end
where t.blocked_until is null or t.blocked_until <= excluded.last_at
returning tries`

/**
 * The keys of an attempt on an account. A browser that signed in before has its own count. A stranger who
 * uses up the account's attempts then locks out other strangers, but not the owner.
 */
export function keysOf(
  service: Service,
  request: FastifyRequest,
  purpose: Purpose,
  account: string,
): TryKey[] {
  const device = readDevice(service, request, account)
  if (device) markKnown()
  return [
    { purpose, by: 'address', name: addressName(request.ip) },
    device ? { purpose, by: 'device', name: device } : { purpose, by: 'account', name: account },
  ]
}

/** The keys of a token request. A client id is public, so failures are counted per IP address. */
export function tokenKeys(request: FastifyRequest, clientId: string): TryKey[] {
  const address = addressName(request.ip)
  const name = hashToken(`${clientId}\n${address}`).toString('base64url')
  return [
    { purpose: 'token', by: 'address', name: address },
    { purpose: 'token', by: 'account', name },
  ]
}

/**
 * Counts an attempt against each key in order. Returns the seconds left to wait when it comes too soon,
 * otherwise 0.
 */
export async function countTry(service: Service, keys: readonly TryKey[]): Promise<number> {
  const now = service.clock.now()
  let isUnsuspected = true
  for (const key of keys) {
    const { rowCount, rows } = await service.database.pool.query(COUNT, [
      textOf(key),
      now,
      later(now, -FORGIVEN_AFTER_SECONDS),
      FREE_TRIES[key.by],
      FIRST_WAIT_SECONDS,
      LONGEST_WAIT_SECONDS,
    ])
    if (!rowCount) return Math.max(1, await waitFor(service, [key]))
    if (rows[0]?.tries > UNSUSPECTED_TRIES[key.by]) isUnsuspected = false
  }
  if (isUnsuspected) markUnsuspected()
  return 0
}

/** The seconds until these keys may try again. Does not count as an attempt. */
export async function waitFor(service: Service, keys: readonly TryKey[]): Promise<number> {
  const rows = await service.database.query
    .selectFrom('sign_in_tries')
    .select('blocked_until')
    .where('key', 'in', keys.map(textOf))
    .execute()
  const until = Math.max(0, ...rows.map((row) => row.blocked_until?.getTime() ?? 0))
  return Math.max(0, Math.ceil((until - service.clock.now().getTime()) / 1000))
}

/** Clears a successful attempt from the counts. */
export async function forgiveTry(service: Service, keys: readonly TryKey[]): Promise<void> {
  for (const key of keys) {
    if (key.by === 'address')
      await service.database.pool.query(
        'update sign_in_tries set tries = greatest(tries - 1, 0), blocked_until = null where key = $1',
        [textOf(key)],
      )
    else await service.database.query.deleteFrom('sign_in_tries').where('key', '=', textOf(key)).execute()
  }
}

/** Purpose and subject are fixed words, so no entered name can imitate another key. */
const textOf = ({ purpose, by, name }: TryKey) => `${purpose}:${by}:${name}`
