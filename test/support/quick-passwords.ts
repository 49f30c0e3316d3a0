import { PASSWORD_COST } from '../../src/security/passwords.ts'

/*
 * Hashing a password takes long on purpose, and the suite does it a thousand times. Tests hash at a fraction of the cost; the few
 * that measure it call `hashAtFullCost`. The cost is stored with each hash, so all of them stay valid.
 */
// This file runs again before every test file of a worker, when the cost is already lowered.
const worker: typeof globalThis & { fullPasswordCost?: typeof PASSWORD_COST } = globalThis
worker.fullPasswordCost ??= { ...PASSWORD_COST }
const FULL = worker.fullPasswordCost
const QUICK = { N: 2 ** 10, p: 1 }

Object.assign(PASSWORD_COST, QUICK)

/** Until the end of the test file: every file begins with quick passwords. */
export function hashAtFullCost(): void {
  Object.assign(PASSWORD_COST, FULL)
}
