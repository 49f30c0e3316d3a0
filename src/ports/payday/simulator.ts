import type { AnswerNote } from '../../database/tables/reporting.ts'
import type { GatewayAnswer } from '../lodgement/gateway.ts'
import { createReceived, type SimulatorParts } from '../lodgement/received.ts'
import type { CheckPaydayFile, PaydayGateway, PaydayMessage } from './port.ts'

/**
 * Behaves like Inland Revenue: parses the files and checks them. It accepts a return as a whole or not at
 * all, unless a sandbox asks for `partial`.
 */
export function createPaydaySimulator(parts: SimulatorParts, checkFile: CheckPaydayFile): PaydayGateway {
  const received = createReceived('payday', parts)

  const judge = async (message: PaydayMessage, account: string): Promise<GatewayAnswer> => {
    const taken = await received.takenFor(account)
    if (message.isAmendment && !taken.some((one) => one.kind === 'return'))
      return refuse('103', 'No return found for this payday.')
    // Errors in the details are reported for the message as a whole.
    const faults = [
      ...checkFile(message.file).map((fault) => ({
        ...fault,
        line: Math.ceil(fault.line / recordsPerLine(message)),
      })),
      ...(message.detailsFile ? checkFile(message.detailsFile) : []).map((fault) => ({
        ...fault,
        line: null,
      })),
    ]
    // Marked, so that it is never mistaken for Inland Revenue's own.
    const receipt = `SIMULATED-IR-${message.messageId.slice(0, 8).toUpperCase()}`
    if (faults.length === 0)
      return { state: 'accepted', receipt, notes: [{ code: '0', message: 'Success.', document: null }] }
    const notes = faults.map(
      ({ code, field, line, message: text }): AnswerNote => ({
        code,
        message: `${field}: ${text}`,
        document: line,
      }),
    )
    return { state: 'rejected', receipt, notes }
  }

  return {
    send(message) {
      const account = `${message.irdNumber}/${message.payDate}`
      return received.take(
        {
          messageId: message.messageId,
          account,
          kind: message.isAmendment ? 'amendment' : 'return',
          transactionId: message.transactionId,
          documents: linesOf(message),
        },
        () => judge(message, account),
      )
    },
    collect: (messageId) => received.collect(messageId),
  }
}

/** An amendment has two records for each line. */
const recordsPerLine = ({ isAmendment }: PaydayMessage) => (isAmendment ? 2 : 1)

/** The number of lines after the header. */
const linesOf = (message: PaydayMessage) =>
  (message.file.split('\r\n').filter(Boolean).length - 1) / recordsPerLine(message)

function refuse(code: string, message: string): GatewayAnswer {
  return { state: 'rejected', receipt: null, notes: [{ code, message, document: null }] }
}
