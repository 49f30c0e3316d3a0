import { ARGON2_COST, PASSWORD_COST } from '../../src/security/passwords.ts'

/*
 * Hashing a password takes long on purpose, and the suite does it a thousand times. Tests hash at a fraction of the cost; the few
 * that measure it call `hashAtFullCost`. The cost is stored with each hash, so all of them stay valid.
 */
// This file runs again before every test file of a worker, when the cost is already lowered.
type Costs = { scrypt: typeof PASSWORD_COST; argon2: typeof ARGON2_COST }
const worker: typeof globalThis & { fullPasswordCosts?: Costs } = globalThis
worker.fullPasswordCosts ??= { scrypt: { ...PASSWORD_COST }, argon2: { ...ARGON2_COST } }
const FULL = worker.fullPasswordCosts

Object.assign(PASSWORD_COST, { N: 2 ** 10, p: 1 })
Object.assign(ARGON2_COST, { memory: 64, passes: 1 })

/** Until the end of the test file: every file begins with quick passwords. */
export function hashAtFullCost(): void {
  Object.assign(PASSWORD_COST, FULL.scrypt)
  Object.assign(ARGON2_COST, FULL.argon2)
}
