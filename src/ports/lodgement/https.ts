import { fetch } from 'undici'
import type { AnswerNote } from '../../database/tables/reporting.ts'
import { isRecord } from '../../kernel/is-record.ts'
import { type Access, createAccess, NO_ACCESS } from './access.ts'
import { type Gateway, type GatewayAnswer, GatewayDown } from './gateway.ts'
import { type Signing, signatureHeader } from './signature.ts'

const WAIT_MS = 30_000
const WORDS_MAX = 2000
/** Temporary refusals. */
const TRY_AGAIN = [408, 425, 429]

/** Signed calls to a provider. Fails with `GatewayDown` when it cannot be reached. */
export type ProviderCaller = (path: string, message?: object) => Promise<{ status: number; text: string }>

/** Sends a message with PUT, or reads with GET. An expired token is renewed once. */
export function createProviderCaller(
  url: string,
  access: Access = createAccess(NO_ACCESS),
  signing: Signing = { secret: '', now: Date.now },
): ProviderCaller {
  const call = async (path: string, message: object | undefined, isRenewed: boolean) => {
    const request = {
      method: message ? 'PUT' : 'GET',
      url: `${url}${path}`,
      body: message ? JSON.stringify(message) : '',
    }
    const headers = { ...(await access.headers(isRenewed)), ...signatureHeader(signing, request) }
    try {
      const response = await fetch(request.url, {
        method: request.method,
        headers: { ...headers, ...(message ? { 'content-type': 'application/json' } : {}) },
        ...(message ? { body: request.body } : {}),
        signal: AbortSignal.timeout(WAIT_MS),
        redirect: 'error',
        ...(access.dispatcher ? { dispatcher: access.dispatcher } : {}),
      })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      throw new GatewayDown('The transmission provider cannot be reached', { cause: error })
    }
  }
  return async (path, message) => {
    const answer = await call(path, message, false)
    // A token may have expired early.
    return answer.status === 401 && access.canRenew ? call(path, message, true) : answer
  }
}

/**
 * Talks to a transmission provider over HTTPS: `PUT {url}/messages/{message_id}` sends the message as JSON,
 * and `GET {url}/messages/{message_id}` fetches its response. 200 contains the response, 202 means that it
 * comes later, and 404 (on GET) that the message is unknown. Any other 4xx is a final refusal, in the
 * provider's own words. A 5xx, a timeout or an unexpected format counts as unreachable, and the same message
 * is sent again. With a signing secret every request is signed (`signature.ts`).
 */
export function createHttpsGateway<Message extends { messageId: string }>(
  url: string,
  access?: Access,
  signing?: Signing,
): Gateway<Message> {
  return gatewayOver<Message>(createProviderCaller(url, access, signing))
}

export function gatewayOver<Message extends { messageId: string }>(call: ProviderCaller): Gateway<Message> {
  const ask = async (messageId: string, message?: Message): Promise<GatewayAnswer | null> => {
    const { status, text } = await call(`/messages/${messageId}`, message)
    if (status === 200) return readAnswer(text)
    if (status === 202) return { state: 'received' }
    if (status === 404 && !message) return null
    if (status >= 400 && status < 500 && !TRY_AGAIN.includes(status)) return refusal(status, text)
    throw new GatewayDown(`The transmission provider answered with status ${status}`)
  }
  return {
    async send(message) {
      return (await ask(message.messageId, message)) ?? { state: 'received' }
    },
    collect: (messageId) => ask(messageId),
  }
}

/** The provider's refusal of the message, with its own words. */
function refusal(status: number, text: string): GatewayAnswer {
  const body = parse(text)
  const notes = isRecord(body) && Array.isArray(body.notes) ? body.notes.map(readNote) : []
  const words = isRecord(body)
    ? [body.message, body.detail, body.error_description, body.error].find((each) => typeof each === 'string')
    : undefined
  const said =
    String(words ?? text)
      .slice(0, WORDS_MAX)
      .trim() || 'no words'
  const own = { code: `HTTP-${status}`, message: said, document: null }
  return { state: 'rejected', receipt: null, notes: notes.length > 0 ? notes : [own] }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function readAnswer(text: string): GatewayAnswer {
  const body = parse(text)
  const { state, receipt, notes } = isRecord(body) ? body : {}
  const known = Array.isArray(notes) ? notes.map(readNote) : []
  const own = typeof receipt === 'string' ? receipt : null
  if (state === 'received') return { state }
  if (state === 'rejected') return { state, receipt: own, notes: known }
  if (state === 'accepted' || state === 'partial') return { state, receipt: own ?? '', notes: known }
  throw new GatewayDown('The transmission provider sent an unexpected response')
}

function readNote(note: unknown): AnswerNote {
  const { code, message, document } = isRecord(note) ? note : {}
  return {
    code: String(code ?? ''),
    message: String(message ?? ''),
    document: typeof document === 'number' ? document : null,
  }
}
