import { PASSWORD_COST } from '../../src/security/passwords.ts'

/*
 * Hashing a password takes a third of a second on purpose, and the suite does it a thousand times. Tests hash at a hundredth
 * of the cost; the few that measure it call `hashAtFullCost`. The cost is stored with each hash, so all of them stay valid.
 */
const FULL = 2 ** 17
const QUICK = 2 ** 10

PASSWORD_COST.N = QUICK

/** Until the end of the test file: every file begins with quick passwords. */
export function hashAtFullCost(): void {
  PASSWORD_COST.N = FULL
}
