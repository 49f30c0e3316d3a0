// A reference provider for Tasman's HTTPS transport (openapi.yaml), in one file. It transmits nothing: a real provider would call
// the authority in `judge`. It keeps `messages` in memory, where a real provider would use a database.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

export type Note = { code: string; message: string; document: number | null }
export type Answer = { state: 'accepted' | 'partial' | 'rejected'; receipt: string | null; notes: Note[] }
export type Message = { messageId: string } & Record<string, unknown>

/** A row of a contribution file that a fund sent back after it had accepted it. */
export type Returned = { document: number; returnedOn: string; reason: string }
export type MemberAnswer = { answer: 'matched' | 'not-matched' | 'closed'; reason: string | null }

export type ProviderSettings = {
  /** The bearer token that Tasman sends. */
  token: string
  /** The secret Tasman signs its requests with. Omit it when requests are not signed. */
  signingSecret?: string
  /** The authority's answer to a message, or null when it answers later. */
  judge(message: Message): Answer | null
  /** Super only: the rows of a message that have come back so far. */
  returned?(message: Message): Returned[]
  /** Super only: what the fund says about a member. */
  verify?(question: Record<string, unknown>): MemberAnswer
}

const BODY_MAX = 64 * 1024 * 1024

type Stored = { message: Message; answer: Answer | null }

/** Creates the provider's server. It is not listening yet. */
export function createProvider({ token, signingSecret, judge, returned, verify }: ProviderSettings): Server {
  const messages = new Map<string, Stored>()

  const answer = (response: ServerResponse, { answer: given }: Stored) =>
    given === null ? send(response, 202, { state: 'received' }) : send(response, 200, given)

  return createServer((request, response) => {
    handle(request, response).catch(() => send(response, 500, { message: 'The provider failed.' }))
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, id, isReturned] = request.url?.match(/^\/messages\/([0-9a-f-]{36})(\/returned)?$/) ?? []
    const isMember = /^\/members\/[0-9a-f-]{36}$/.test(request.url ?? '')
    if (request.headers.authorization !== `Bearer ${token}`)
      return send(response, 401, { message: 'The token is not valid.' })
    const body = await read(request)
    if (signingSecret !== undefined && !isSigned(request, body, signingSecret))
      return send(response, 401, { message: 'The signature is not valid.' })
    if (isMember && verify && request.method === 'PUT') {
      const question = parse(body)
      return question ? send(response, 200, verify(question)) : send(response, 400, { message: 'No JSON.' })
    }
    if (id === undefined) return send(response, 404, { message: 'There is no such address.' })
    const known = messages.get(id)
    if (request.method === 'GET') {
      if (!known) return send(response, 404, { message: 'The message never arrived.' })
      if (isReturned) return send(response, 200, returned?.(known.message) ?? [])
      known.answer ??= judge(known.message)
      return answer(response, known)
    }
    if (request.method !== 'PUT' || isReturned) return send(response, 405, { message: 'Send PUT or GET.' })
    const message = parse(body)
    // The first answer is final: a message that is sent again is not transmitted again.
    if (known) return answer(response, known)
    if (message?.messageId !== id)
      return send(response, 400, { message: 'messageId is not the id of the address.' })
    if (typeof message.xml !== 'string' && typeof message.file !== 'string')
      return send(response, 400, { message: 'There is neither xml nor file.' })
    const stored = { message, answer: judge(message) }
    messages.set(id, stored)
    return answer(response, stored)
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/
const OLDEST_SECONDS = 300

/** Whether the request was signed with the secret for this address and body within the last five minutes. */
function isSigned({ method, url, headers }: IncomingMessage, body: string, secret: string): boolean {
  const [, time = '', given = ''] = SIGNATURE.exec(String(headers['tasman-signature'])) ?? []
  if (given === '' || Math.abs(Date.now() / 1000 - Number(time)) > OLDEST_SECONDS) return false
  const signed = [time, method, new URL(url ?? '/', 'http://provider').pathname, body].join('\n')
  const right = createHmac('sha256', secret).update(signed).digest()
  return timingSafeEqual(right, Buffer.from(given, 'hex'))
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > BODY_MAX) return ''
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parse(body: string): Message | null {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
