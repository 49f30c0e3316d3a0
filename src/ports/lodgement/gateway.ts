import type { AnswerNote } from '../../database/tables/reporting.ts'

/** An authority's response, given at once or later (`received`). */
export type GatewayAnswer =
  | { state: 'accepted' | 'partial'; receipt: string; notes: AnswerNote[] }
  | { state: 'rejected'; receipt: string | null; notes: AnswerNote[] }
  | { state: 'received' }

/**
 * A gateway to an authority. A message sent twice with the same id counts once and gets its first response.
 * `collect` fetches the response to a message. It is null when the authority has never received the message.
 */
export type Gateway<Message extends { messageId: string }> = {
  send(message: Message): Promise<GatewayAnswer>
  collect(messageId: string): Promise<GatewayAnswer | null>
}

/** The authority cannot be reached. The message may or may not have arrived, and is sent again later. */
export class GatewayDown extends Error {
  override readonly name = 'GatewayDown'
}

/**
 * A partial answer must name the refused lines. If it names none, or a line that the message does not have,
 * it is not known what was accepted: the answer counts as missing and is fetched again.
 */
export function requireNamedLines(answer: GatewayAnswer, lines: ReadonlySet<number>): void {
  if (answer.state !== 'partial') return
  const named = answer.notes.flatMap(({ document }) => (document ? [document] : []))
  const unknown = named.find((document) => !lines.has(document))
  if (unknown !== undefined)
    throw new GatewayDown(`The answer refuses line ${unknown}, which the message does not have`)
  if (named.length === 0)
    throw new GatewayDown('The answer accepts the message in part, but names no line that was refused')
}
