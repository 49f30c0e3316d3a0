import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnyJson } from '../support/app.ts'

/** One request as it arrived, with the bytes before any parsing. */
export type Received = {
  path: string
  headers: Record<string, string>
  raw: Buffer
  body: AnyJson
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A listener on the loopback address. `answers` sets its behaviour by path. The default is 204. */
export type Receiver = {
  url(path?: string): string
  received: Received[]
  at(path: string): Received[]
  answers: Map<string, Answer>
  close(): Promise<void>
}

/** The ways in which a listener can misbehave. */
export const answering = {
  status:
    (status: number, headers: Record<string, string> = {}): Answer =>
    (_request, response) =>
      void response.writeHead(status, headers).end('{"ignored": true}'),
  afterMs:
    (ms: number): Answer =>
    (_request, response) =>
      void setTimeout(() => response.writeHead(200).end(), ms),
  never: (): void => {},
  closing: (request: IncomingMessage): void => void request.socket.destroy(),
  dripping: (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 100)
    response.on('close', () => clearInterval(timer))
  },
}

/** Starts a listener that records every request. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const answers = new Map<string, Answer>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks)
      const path = request.url ?? '/'
      received.push({
        path,
        headers: request.headers as Record<string, string>,
        raw,
        body: JSON.parse(raw.toString()),
      })
      const answer = answers.get(path) ?? answering.status(204)
      answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (path = '/') => `http://127.0.0.1:${port}${path}`,
    received,
    at: (path) => received.filter((entry) => entry.path === path),
    answers,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Checks a signature the way a listener would: over the raw bytes, in constant time. */
export function isSigned({ headers, raw }: Received, secret: string): boolean {
  const expected = createHmac('sha256', secret)
    .update(`${headers['x-payroll-timestamp']}.`)
    .update(raw)
    .digest()
  return timingSafeEqual(expected, Buffer.from(headers['x-payroll-signature'] ?? '', 'hex'))
}
