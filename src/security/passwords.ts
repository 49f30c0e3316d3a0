import crypto, { randomBytes, type ScryptOptions, timingSafeEqual } from 'node:crypto'
import { limitConcurrency, QueueFull } from '../kernel/concurrency.ts'
import { Problem } from '../kernel/problem.ts'
import { requestContext } from '../kernel/request-context.ts'

/** The minimum length of a password. */
export const PASSWORD_MIN = 10

/**
 * One of OWASP's equally strong settings for scrypt: N = 2^14, r = 8, p = 5 (16 MB). Of those it takes the least processor time,
 * half as much as N = 2^17 with p = 1, which needs 128 MB and waits for memory. Forty people who sign in at nine wait half as
 * long. Only tests lower it.
 */
export const PASSWORD_COST = { N: 2 ** 14, r: 8, p: 5 }
const MAX_MEMORY = 256 * 1024 * 1024
const KEY_BYTES = 32
const SALT_BYTES = 16

/** Fifty waiting hashes take about five seconds on two cores. An office of forty people has one address. */
export const PASSWORD_QUEUE = limitConcurrency({ running: 2, waiting: 50, waitingPerKey: 40 })
const RETRY_SECONDS = '5'

/** Hashes a password with its own salt. The cost is stored with the hash, so it can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return write(salt, await derive(password, salt, PASSWORD_COST))
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [kind, n, r, p, salt, key] = stored.split('$')
  if (kind !== 'scrypt' || !salt || !key) return false
  const expected = Buffer.from(key, 'base64')
  const cost = { N: Number(n), r: Number(r), p: Number(p) }
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64'), cost), expected)
}

/** Whether a password has another cost than new ones, so that checking it would take another time than checking a decoy. */
export const isOutdatedHash = (stored: string): boolean =>
  !stored.startsWith(`scrypt$${PASSWORD_COST.N}$${PASSWORD_COST.r}$${PASSWORD_COST.p}$`)

/** A hash that no password matches. Checking it takes as long as checking a real one. */
export const decoyHash = (): string => write(randomBytes(SALT_BYTES), randomBytes(KEY_BYTES))

const write = (salt: Buffer, key: Buffer, { N, r, p } = PASSWORD_COST) =>
  `scrypt$${N}$${r}$${p}$${salt.toString('base64')}$${key.toString('base64')}`

/**
 * Callers who signed in on this browser before go first, then those without failed attempts. A caller who
 * disconnects loses its place.
 */
async function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  const caller = requestContext()
  const claim = caller ? { key: caller.address, rank: caller.rank, signal: caller.gone } : {}
  try {
    return await PASSWORD_QUEUE.run(() => calculate(password, salt, cost), claim)
  } catch (error) {
    throw error instanceof QueueFull ? busy(error) : error
  }
}

function calculate(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    crypto.scrypt(
      password.normalize('NFKC'),
      salt,
      KEY_BYTES,
      { ...cost, maxmem: MAX_MEMORY },
      (error, key) => (error ? reject(error) : resolve(key)),
    )
  })
}

function busy({ scope }: QueueFull): Problem {
  const headers = { 'retry-after': RETRY_SECONDS }
  return scope === 'caller'
    ? new Problem(
        429,
        'Too many sign-ins from your network at once. Try again in 5 seconds.',
        'detail',
        headers,
      )
    : new Problem(503, 'Too many people are signing in right now. Try again in 5 seconds.', 'detail', headers)
}
