// A reference provider for Tasman's HTTPS transport (openapi.yaml), in one file. It transmits nothing: `judge` stands where a real one
// talks to the authority. Messages are kept in memory; a real one has a database where `messages` is.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

export type Note = { code: string; message: string; document: number | null }
export type Answer = { state: 'accepted' | 'partial' | 'rejected'; receipt: string | null; notes: Note[] }
export type Message = { messageId: string } & Record<string, unknown>

export type ProviderSettings = {
  /** The bearer token that Tasman sends. */
  token: string
  /** What the authority says to a message; null: it answers later. */
  judge(message: Message): Answer | null
}

const BODY_MAX = 64 * 1024 * 1024

type Stored = { message: Message; answer: Answer | null }

/** The provider as a server that does not listen yet. */
export function createProvider({ token, judge }: ProviderSettings): Server {
  const messages = new Map<string, Stored>()

  const answer = (response: ServerResponse, { answer: given }: Stored) =>
    given === null ? send(response, 202, { state: 'received' }) : send(response, 200, given)

  return createServer((request, response) => {
    handle(request, response).catch(() => send(response, 500, { message: 'The provider failed.' }))
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = request.url?.match(/^\/messages\/([0-9a-f-]{36})$/)?.[1]
    if (request.headers.authorization !== `Bearer ${token}`)
      return send(response, 401, { message: 'The token is not valid.' })
    if (id === undefined) return send(response, 404, { message: 'There is no such address.' })
    const known = messages.get(id)
    if (request.method === 'GET') {
      if (!known) return send(response, 404, { message: 'The message never arrived.' })
      known.answer ??= judge(known.message)
      return answer(response, known)
    }
    if (request.method !== 'PUT') return send(response, 405, { message: 'Send PUT or GET.' })
    const message = await read(request)
    // The first answer stands: a message that is sent again is not transmitted again.
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

async function read(request: IncomingMessage): Promise<Message | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > BODY_MAX) return null
    parts.push(part)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    return null
  }
}
