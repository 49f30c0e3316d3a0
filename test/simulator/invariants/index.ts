import type { Invariant } from '../types.ts'
import { acknowledged } from './acknowledged.ts'
import { audit } from './audit.ts'
import { money } from './money.ts'

/** What is checked at the end of every simulated week. */
export const INVARIANTS: readonly Invariant[] = [acknowledged, money, audit]

/** What is watched in every single answer. */
export const WATCHED: Record<string, string> = {
  'no-500': 'No request is answered with a failure of the service.',
  isolation: 'Nothing of another customer is ever seen.',
  readable: 'What is there can be read.',
  'comes-back': 'After a fault the service serves again.',
  clock: 'The clock of a customer can be moved.',
}
