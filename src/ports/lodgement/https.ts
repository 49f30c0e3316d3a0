import { fetch } from 'undici'
import type { AnswerNote } from '../../database/tables/reporting.ts'
import { isRecord } from '../../is-record.ts'
import { type Gateway, type GatewayAnswer, GatewayDown } from './gateway.ts'

const WAIT_MS = 30_000

/**
 * Talks to a transmission provider over HTTPS: `PUT {url}/messages/{message_id}` with the message as JSON, and
 * `GET {url}/messages/{message_id}` for its answer. 200 carries the answer, 202 says that it comes later, 404 (on GET) that the
 * message is not known; anything else counts as unreachable, and the same message is sent again.
 */
export function createHttpsGateway<Message extends { messageId: string }>(url: string): Gateway<Message> {
  const ask = async (messageId: string, message?: Message): Promise<GatewayAnswer | null> => {
    let status: number
    let body: unknown
    try {
      const response = await fetch(`${url}/messages/${messageId}`, {
        method: message ? 'PUT' : 'GET',
        ...(message
          ? { body: JSON.stringify(message), headers: { 'content-type': 'application/json' } }
          : {}),
        signal: AbortSignal.timeout(WAIT_MS),
        redirect: 'error',
      })
      status = response.status
      body = status === 200 ? await response.json() : await response.body?.cancel()
    } catch (error) {
      throw new GatewayDown('The transmission provider cannot be reached', { cause: error })
    }
    if (status === 200) return readAnswer(body)
    if (status === 202) return { state: 'received' }
    if (status === 404 && !message) return null
    throw new GatewayDown(`The transmission provider answered with status ${status}`)
  }
  return {
    async send(message) {
      return (await ask(message.messageId, message)) ?? { state: 'received' }
    },
    collect: (messageId) => ask(messageId),
  }
}

function readAnswer(body: unknown): GatewayAnswer {
  const { state, receipt, notes } = isRecord(body) ? body : {}
  const known = Array.isArray(notes) ? notes.map(readNote) : []
  const text = typeof receipt === 'string' ? receipt : null
  if (state === 'received') return { state }
  if (state === 'rejected') return { state, receipt: text, notes: known }
  if (state === 'accepted' || state === 'partial') return { state, receipt: text ?? '', notes: known }
  throw new GatewayDown('The transmission provider answered in another shape')
}

function readNote(note: unknown): AnswerNote {
  const { code, message, document } = isRecord(note) ? note : {}
  return {
    code: String(code ?? ''),
    message: String(message ?? ''),
    document: typeof document === 'number' ? document : null,
  }
}
