import type { FastifyRequest } from 'fastify'
import { addressName } from '../../../http/address-name.ts'
import { markKnown, markUnsuspected } from '../../../kernel/request-context.ts'
import { hashToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { readDevice } from './cookies.ts'
import { later } from './issue-token.ts'

/** What is tried. Each purpose counts on its own, whatever someone types for a name. */
export type Purpose = 'sign-in' | 'second-factor' | 'password' | 'reset' | 'token'

/** What a try counts against: a browser that signed in before, an account, or an address. */
type Subject = 'device' | 'account' | 'address'
export type TryKey = { purpose: Purpose; by: Subject; name: string }

/** This number of tries is free; each further one waits twice as long as the one before. */
const FREE_TRIES: Record<Subject, number> = { device: 5, account: 5, address: 50 }
/** Up to this number of tries, this one among them, no one seems to be guessing: many people share an address. */
const UNSUSPECTED_TRIES: Record<Subject, number> = { device: 1, account: 1, address: 3 }
const FIRST_WAIT_SECONDS = 30
const LONGEST_WAIT_SECONDS = 900
const FORGIVEN_AFTER_SECONDS = 3600

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

/**
 * The keys of a try at an account. A browser that signed in to it before has a count of its own: a stranger who uses
 * up the account's tries keeps other strangers out, but not its owner.
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

/** The keys of a token request: an application is public by its id, so each address fails for itself. */
export function tokenKeys(request: FastifyRequest, clientId: string): TryKey[] {
  const address = addressName(request.ip)
  const name = hashToken(`${clientId}\n${address}`).toString('base64url')
  return [
    { purpose: 'token', by: 'address', name: address },
    { purpose: 'token', by: 'account', name },
  ]
}

/** Counts a try against each key in turn; gives the seconds still to wait when it comes too soon, else 0. */
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

/** The seconds until these keys may try again, without counting. */
export async function waitFor(service: Service, keys: readonly TryKey[]): Promise<number> {
  const rows = await service.database.query
    .selectFrom('sign_in_tries')
    .select('blocked_until')
    .where('key', 'in', keys.map(textOf))
    .execute()
  const until = Math.max(0, ...rows.map((row) => row.blocked_until?.getTime() ?? 0))
  return Math.max(0, Math.ceil((until - service.clock.now().getTime()) / 1000))
}

/** A try that succeeded does not count. */
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

/** Purpose and subject are words of ours, so that no name can pass for another key. */
const textOf = ({ purpose, by, name }: TryKey) => `${purpose}:${by}:${name}`
