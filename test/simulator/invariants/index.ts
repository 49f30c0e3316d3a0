import type { Invariant } from '../types.ts'
import { acknowledged } from './acknowledged.ts'
import { audit } from './audit.ts'
import { authority } from './authority.ts'
import { documents } from './documents.ts'
import { funds } from './funds.ts'
import { leave } from './leave.ts'
import { logs } from './logs.ts'
import { money } from './money.ts'
import { order } from './order.ts'
import { proof } from './proof.ts'
import { webhooks } from './webhooks.ts'

/** The checks at the end of every simulated week. */
export const INVARIANTS: readonly Invariant[] = [
  acknowledged,
  money,
  funds,
  proof,
  authority,
  order,
  leave,
  documents,
  webhooks,
  audit,
  logs,
]

/** The checks of every single response. */
export const WATCHED: Record<string, string> = {
  'nothing-forgotten': 'At the end all is reported and paid, and what is open has a reason.',
  'no-500': 'No request is answered with a failure of the service.',
  isolation: 'Nothing of another customer is ever seen.',
  readable: 'What is there can be read.',
  'comes-back': 'After a fault the service serves again.',
  'holidays-act': 'What the Holidays Act owes for leave is what is paid for it.',
  access: 'A consent opens, and ends, access at once.',
  'whole-or-absent': 'An acknowledged write is there after a kill; one without an answer is whole or absent.',
  clock: 'The clock of a customer can be moved.',
  'in-time': 'A staged final pay is processed when the clock reaches its day.',
}
