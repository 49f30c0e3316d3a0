import crypto, { randomBytes, type ScryptOptions, timingSafeEqual } from 'node:crypto'
import { limitConcurrency, QueueFull } from '../kernel/concurrency.ts'
import { Problem } from '../kernel/problem.ts'
import { requestContext } from '../kernel/request-context.ts'

/** The minimum length of a password. */
export const PASSWORD_MIN = 10

/**
 * One of OWASP's equally strong settings for Argon2id, with little processor time (12 MB). The scrypt hash takes seven
 * times as long: forty people who sign in at nine o'clock would wait four seconds for it on two cores. Only tests lower
 * the cost.
 */
export const ARGON2_COST = { memory: 12_288, passes: 3 }
/**
 * Of OWASP's settings for scrypt, the one with the least processor time (16 MB). The previous release, and Node before
 * 24.7, can read only this hash.
 */
export const PASSWORD_COST = { N: 2 ** 14, r: 8, p: 5 }
const MAX_MEMORY = 256 * 1024 * 1024
const KEY_BYTES = 32
const SALT_BYTES = 16

/** A hundred waiting checks take two to three seconds on two cores. An office of forty people has one address. */
export const PASSWORD_QUEUE = limitConcurrency({ running: 2, waiting: 100, waitingPerKey: 40 })
const RETRY_SECONDS = '5'

/**
 * The columns of a user. Both hashes have the same salt. If the previous release sets a password, the other hash is out
 * of date.
 */
export type PasswordHashes = { password_hash: string; password_argon2: string | null }
type Stored = { password_hash: string | null; password_argon2: string | null }

const hasArgon2 = typeof crypto.argon2 === 'function'

/** Hashes a password with its own salt. The cost is stored with the hash, so it can be raised later. */
export async function hashPassword(password: string): Promise<PasswordHashes> {
  const salt = randomBytes(SALT_BYTES)
  return {
    password_hash: writeScrypt(salt, await queued(() => scrypt(password, salt, PASSWORD_COST))),
    password_argon2: hasArgon2
      ? writeArgon2(salt, await queued(() => argon2(password, salt, ARGON2_COST)))
      : null,
  }
}

/** Whether this is the password. Without stored hashes the check takes as long as any other, and fails. */
export async function verifyPassword(password: string, stored: Stored | undefined): Promise<boolean> {
  const { password_hash, password_argon2 } = stored?.password_hash ? stored : decoy()
  const [kind, n, r, p, salt = '', key] = password_hash?.split('$') ?? []
  const [, memory, passes, , quickSalt, quickKey] = password_argon2?.split('$') ?? []
  if (hasArgon2 && quickKey && quickSalt === salt)
    return isKey(quickKey, () =>
      argon2(password, Buffer.from(salt, 'base64'), { memory: Number(memory), passes: Number(passes) }),
    )
  if (kind !== 'scrypt' || !salt || !key) return false
  return isKey(key, () =>
    scrypt(password, Buffer.from(salt, 'base64'), { N: Number(n), r: Number(r), p: Number(p) }),
  )
}

const isKey = async (key: string, calculate: () => Promise<Buffer>) =>
  timingSafeEqual(await queued(calculate), Buffer.from(key, 'base64'))

/**
 * Whether a password's hashes differ in kind or cost from new ones, so that checking it would take a
 * different time from checking a decoy.
 */
export function isOutdatedHash({ password_hash, password_argon2 }: Stored): boolean {
  const isOf = (hash: string | null, sample: string | null) =>
    sample === null || hash?.split('$').slice(0, 4).join() === sample.split('$').slice(0, 4).join()
  const sample = decoy()
  if (!isOf(password_hash, sample.password_hash)) return true
  if (!hasArgon2) return false
  return !isOf(password_argon2, sample.password_argon2) || saltOf(password_argon2) !== saltOf(password_hash)
}

const saltOf = (hash: string | null) => hash?.split('$')[4]

/** Hashes that no password matches. */
function decoy(): PasswordHashes {
  const [salt, key] = [randomBytes(SALT_BYTES), randomBytes(KEY_BYTES)]
  return {
    password_hash: writeScrypt(salt, key),
    password_argon2: hasArgon2 ? writeArgon2(salt, key) : null,
  }
}

const writeScrypt = (salt: Buffer, key: Buffer, { N, r, p } = PASSWORD_COST) =>
  `scrypt$${N}$${r}$${p}$${salt.toString('base64')}$${key.toString('base64')}`

const writeArgon2 = (salt: Buffer, key: Buffer, { memory, passes } = ARGON2_COST) =>
  `argon2id$${memory}$${passes}$1$${salt.toString('base64')}$${key.toString('base64')}`

/**
 * Callers who signed in on this browser before go first, then those without failed attempts. A caller who
 * disconnects loses its place.
 */
async function queued(calculate: () => Promise<Buffer>): Promise<Buffer> {
  const caller = requestContext()
  const claim = caller ? { key: caller.address, rank: caller.rank, signal: caller.gone } : {}
  try {
    return await PASSWORD_QUEUE.run(calculate, claim)
  } catch (error) {
    throw error instanceof QueueFull ? busy(error) : error
  }
}

function argon2(password: string, nonce: Buffer, cost: typeof ARGON2_COST): Promise<Buffer> {
  const parameters = {
    ...cost,
    message: password.normalize('NFKC'),
    nonce,
    parallelism: 1,
    tagLength: KEY_BYTES,
  }
  return new Promise((resolve, reject) => {
    crypto.argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

function scrypt(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
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
