import { countryOfAuthority } from '../../countries/index.ts'
import type { AnswerNote } from '../../database/tables/reporting.ts'
import type { GatewayAnswer } from './gateway.ts'
import type { JudgePayEvent, LodgementGateway, LodgementMessage } from './port.ts'
import { createReceived, type SimulatorParts } from './received.ts'

/**
 * Behaves like the tax office: parses the file, applies the rules, stores accepted messages, and reports a
 * result for each document. A payee with a wrong document is refused alone.
 */
export function createLodgementSimulator(
  parts: SimulatorParts,
  judgePayEvent: JudgePayEvent,
): LodgementGateway {
  const received = createReceived('stp', parts)

  const judge = async (message: LodgementMessage, account: string): Promise<GatewayAnswer> => {
    const taken = await received.takenFor(account)
    const sameId = taken.filter((one) => one.transactionId === message.transactionId)
    if (message.isReplacement ? sameId.length === 0 : sameId.length > 0)
      return refuse('CMN.ATO.GEN.200001', 'The submission id does not match the earlier message.')
    const { clock } = parts
    const found = judgePayEvent(message.xml, {
      action: message.action,
      today: clock.today(countryOfAuthority('ATO').timeZone),
      now: clock.now(),
      hasLodgedInYear: taken.some((one) => one.kind === 'submit'),
      isReplacedTwice: message.isReplacement && sameId.length > 1,
    })
    if ('unreadable' in found)
      return refuse('CMN.ATO.GEN.XML03', `The file cannot be read: ${found.unreadable}.`)
    return answerFor(found.notes, found.payees, message.messageId)
  }

  return {
    send(message) {
      const account = `${message.abn}/${message.branch}/${message.year}`
      return received.take(
        {
          messageId: message.messageId,
          account,
          kind: message.action,
          transactionId: message.transactionId,
          documents: (message.xml.match(/<Record_Delimiter/g)?.length ?? 1) - 1,
        },
        () => judge(message, account),
      )
    },
    collect: (messageId) => received.collect(messageId),
  }
}

function answerFor(notes: AnswerNote[], payees: number, messageId: string): GatewayAnswer {
  const wrong = new Set(notes.map((note) => note.document))
  // Marked, so that it is never mistaken for the tax office's own.
  const receipt = `SIMULATED-ATO-${messageId.slice(0, 8).toUpperCase()}`
  if (wrong.has(0) || wrong.size === payees) return { state: 'rejected', receipt, notes }
  if (wrong.size > 0) return { state: 'partial', receipt, notes }
  return {
    state: 'accepted',
    receipt,
    notes: [{ code: 'CMN.ATO.GEN.OK', message: 'Accepted.', document: null }],
  }
}

function refuse(code: string, message: string): GatewayAnswer {
  return { state: 'rejected', receipt: null, notes: [{ code, message, document: 0 }] }
}
