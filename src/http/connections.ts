import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Settings } from '../settings/index.ts'

const HEADERS_TIMEOUT_MS = 15_000
const IDLE_TIMEOUT_MS = 65_000
const HEADER_BYTES_MAX = 16 * 1024
const REQUESTS_PER_CONNECTION = 10_000

/**
 * Timeouts and sizes of Node's own server. A caller that sends half a request, or nothing, cannot keep a
 * connection open.
 */
export function connectionOptions(settings: Settings) {
  const requestTimeout = settings.requestTimeoutSeconds * 1000
  return {
    requestTimeout,
    keepAliveTimeout: IDLE_TIMEOUT_MS,
    maxRequestsPerSocket: REQUESTS_PER_CONNECTION,
    http: {
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeout),
      requestTimeout,
      maxHeaderSize: HEADER_BYTES_MAX,
      connectionsCheckingInterval: 2000,
      // Node would reject an HTTP/1.1 request without a Host, but not in our error format. `lacksHost` checks
      // it instead.
      requireHostHeader: false,
    },
    clientErrorHandler: answerMalformed,
  }
}

/**
 * Limits the number of connections. At the limit, the connection that has been idle longest is closed.
 * Half-sent headers and idle browsers go first, and requests in progress are never cut. `release` closes idle
 * connections at once and the others after their response. A caller that keeps a connection open must not
 * delay the service's shutdown.
 */
export function capConnections(server: Server, max: number): { release(): void } {
  const open = new Set<Socket>()
  const waiting = new Set<Socket>()
  let isReleased = false
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    waiting.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      waiting.delete(socket)
    })
    if (open.size <= max) return
    const [longest = socket] = waiting
    longest.destroy()
    open.delete(longest)
    waiting.delete(longest)
  })
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    waiting.delete(socket)
    response.once('close', () => {
      if (isReleased) socket.end()
      else if (!socket.destroyed) waiting.add(socket)
    })
  })
  return {
    release() {
      isReleased = true
      for (const socket of waiting) socket.destroy()
    },
  }
}

const MALFORMED: Record<string, [status: number, sentence: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time. Send it again.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The request body is too large. Split it into smaller requests.'],
}

/** HTTP/1.1 requires a Host header. A request without one never reaches a route. */
export function lacksHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion === '1.1'
}

/** Refuses an unknown Expect header in our own error format. */
export function answerExpectations(server: Server): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) =>
    refuseBare(response, 417, 'The service does not support this expectation: omit the Expect header.'),
  )
}

/** Responds to requests that never reach a route, in our own error format. */
export function refuseBare(response: ServerResponse, status: number, detail: string): void {
  const body = JSON.stringify({ detail })
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-request-id': randomUUID(),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      connection: 'close',
    })
    .end(body)
}

/**
 * Input that is not valid HTTP never reaches a route. The response is written here, in our own error format.
 */
function answerMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, detail] = MALFORMED[error.code ?? ''] ?? [400, 'The request is not valid HTTP.']
  const body = JSON.stringify({ detail })
  if (socket.writable)
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${randomUUID()}`,
        'X-Content-Type-Options: nosniff',
        'Cache-Control: no-store',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  socket.destroy()
}
