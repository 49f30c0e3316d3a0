import { PASSWORD_COST } from '../../src/security/passwords.ts'

/*
 * Hashing a password takes long on purpose, and the suite does it a thousand times. Tests hash at a fraction of the cost; the few
 * that measure it call `hashAtFullCost`. The cost is stored with each hash, so all of them stay valid.
 */
const FULL = { N: 2 ** 14, p: 5 }
const QUICK = { N: 2 ** 10, p: 1 }

Object.assign(PASSWORD_COST, QUICK)

/** Until the end of the test file: every file begins with quick passwords. */
export function hashAtFullCost(): void {
  Object.assign(PASSWORD_COST, FULL)
}
