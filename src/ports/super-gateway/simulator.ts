import { countryOfAuthority } from '../../countries/index.ts'
import { createReceived, type SimulatorParts } from '../lodgement/received.ts'
import type { MemberAnswer, SuperGateway } from './port.ts'

/**
 * Behaves like funds behind a clearing house: accepts files, refuses every second row (`partial`) or all of them
 * (`reject`), answers late, or accepts and then returns the first row (`return`). It knows a member by the last digit of
 * the member number: 0 is closed, and a member without a number is not found.
 */
export function createSuperSimulator(parts: SimulatorParts): SuperGateway {
  const received = createReceived('super', parts)
  return {
    send: ({ messageId, abn, contributions }) =>
      received.take(
        {
          messageId,
          account: abn,
          kind: 'contributions',
          transactionId: messageId,
          documents: contributions,
        },
        async () => ({
          state: 'accepted',
          receipt: `SIMULATED-FUNDS-${messageId.slice(0, 8).toUpperCase()}`,
          notes: [],
        }),
      ),
    collect: (messageId) => received.collect(messageId),
    async returned(messageId) {
      const answer = await received.collect(messageId)
      if (answer?.state !== 'accepted' || (await received.behaviour()) !== 'return') return []
      const returnedOn = parts.clock.today(countryOfAuthority('ATO').timeZone)
      return [{ document: 1, returnedOn, reason: 'The member account is closed.' }]
    },
    async verify({ memberNumber }): Promise<MemberAnswer> {
      const mode = await received.behaviour()
      if (mode === 'down') return { answer: 'unavailable', reason: null }
      if (mode === 'reject' || memberNumber === null)
        return { answer: 'not-matched', reason: 'The fund does not know this member.' }
      return memberNumber.endsWith('0')
        ? { answer: 'closed', reason: 'The member account is closed.' }
        : { answer: 'matched', reason: null }
    },
  }
}
