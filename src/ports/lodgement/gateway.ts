import type { AnswerNote } from '../../database/tables/reporting.ts'

/** What an authority answers: at once, or after a while (`received`). */
export type GatewayAnswer =
  | { state: 'accepted' | 'partial'; receipt: string; notes: AnswerNote[] }
  | { state: 'rejected'; receipt: string | null; notes: AnswerNote[] }
  | { state: 'received' }

/**
 * A way to an authority. A message that is sent twice with the same id counts once and gets its first answer.
 * `collect` asks for the answer of a message; null: the authority has never received it.
 */
export type Gateway<Message extends { messageId: string }> = {
  send(message: Message): Promise<GatewayAnswer>
  collect(messageId: string): Promise<GatewayAnswer | null>
}

/** The authority cannot be reached: the message may or may not have arrived, and is sent again later. */
export class GatewayDown extends Error {
  override readonly name = 'GatewayDown'
}
