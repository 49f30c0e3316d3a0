import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { createClient } from '@tasman/client'
import { createConfirmations } from './confirm.ts'
import { createServer, type ServerOptions } from './server.ts'

export type HttpOptions = ServerOptions & {
  /** The address of the service that issues and checks the tokens. */
  baseUrl: string
  /** The address of this server for its clients. */
  publicUrl: string
}

const METADATA = '/.well-known/oauth-protected-resource'

/**
 * Streamable HTTP at /mcp. The caller sends a token of the service. Only that token is passed on, so the
 * customer's consent limits what it can do. Without a token, the response says where to get one (RFC 9728).
 */
export function createHttp(options: HttpOptions): Server {
  const { baseUrl, publicUrl } = options
  const confirmations = createConfirmations()
  const metadata = {
    resource: `${publicUrl}/mcp`,
    authorization_servers: [baseUrl],
    scopes_supported: ['openid', 'payroll.read', 'payroll.write'],
    bearer_methods_supported: ['header'],
  }
  const talk = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path] = (request.url ?? '/').split('?')
    if (path === METADATA || path === `${METADATA}/mcp`) return sendJson(response, 200, metadata)
    if (path !== '/mcp') return sendJson(response, 404, { detail: 'Not Found' })
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    const known = token ? await isKnown(baseUrl, token).catch(() => undefined) : false
    if (known === undefined)
      return sendJson(response, 503, {
        error: `The service at ${baseUrl} does not respond. Try again later.`,
      })
    if (!token || !known) {
      response.setHeader('www-authenticate', `Bearer resource_metadata="${publicUrl}${METADATA}"`)
      return sendJson(response, 401, { detail: 'Not authenticated' })
    }
    // Creates one server per request, so callers share nothing except confirmations, which cannot be guessed.
    const server = createServer(createClient({ baseUrl, token }), {
      ...options,
      confirmations,
      caller: token,
    })
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
    response.on('close', () => void server.close())
    await server.connect(transport as never)
    await transport.handleRequest(request, response)
  }
  return createHttpServer((request, response) => {
    talk(request, response).catch(() => {
      if (!response.headersSent) sendJson(response, 500, { error: 'Internal Server Error' })
    })
  })
}

async function isKnown(baseUrl: string, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${baseUrl}/api/oauth/userinfo`, { headers })).status !== 401
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
