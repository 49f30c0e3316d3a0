import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HIDDEN } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { notFound, Problem } from '../../../kernel/problem.ts'
import { withinSession } from '../../../kernel/session-proof.ts'
import type { Service } from '../../../service.ts'
import { appUser, tokenForSession } from '../oauth/index.ts'
import { requireEnrolled, requireOwnPage, requireSamePerson } from './guard.ts'

const PREFIX = '/app/api/'
/** The request headers passed on to the API. The token is added here. */
const SENT = [
  'accept',
  'content-type',
  'content-length',
  'if-match',
  'idempotency-key',
  'user-agent',
] as const
/** Headers that belong to one connection, or that the outer response sets itself. */
const NOT_PASSED_ON = new Set(['connection', 'keep-alive', 'transfer-encoding', 'www-authenticate', 'date'])

/**
 * `/app/api/*` has the same routes as `/api/*`, for the person signed in on this browser. Each request passes
 * the whole HTTP pipeline with the session's bearer token. Scopes, limits, validation and the audit log apply
 * as for any other client.
 */
export function proxyRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: `${PREFIX}*`,
      schema: HIDDEN,
      config: { scope: 'public', limit: 'none' },
      handler: (request, reply) => passOn(service, app, request, reply),
    })
  }
}

async function passOn(service: Service, app: App, request: FastifyRequest, reply: FastifyReply) {
  requireOwnPage(request, service.settings.publicUrl)
  const user = await appUser(service, request)
  if (!user) throw new Problem(401, 'Not signed in')
  requireSamePerson(request, user)
  requireEnrolled(user)
  const url = targetOf(request.url)
  const authorization = `Bearer ${await tokenForSession(service, user.sessionId)}`
  const headers = Object.fromEntries(SENT.flatMap((name) => [[name, request.headers[name]]]).filter(isGiven))
  // Awaited inside the callback, because an injected request only starts when it is awaited.
  const answer = await withinSession(
    user,
    async () =>
      await app.inject({
        method: request.method as 'GET',
        url,
        headers: { ...headers, authorization },
        remoteAddress: request.ip,
        payloadAsStream: true,
        ...(request.body === undefined ? {} : { payload: request.body as Readable }),
      }),
  )
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined && !NOT_PASSED_ON.has(name)) reply.header(name, value)
  reply.code(answer.statusCode)
  return reply.send(answer.stream())
}

const isGiven = (entry: (string | string[] | undefined)[]) => entry[1] !== undefined

/** The inner URL. A path that leaves `/api/` with `..` gets a 404. */
function targetOf(url: string): string {
  const inner = URL.parse(url.slice('/app'.length), 'http://inside')
  if (!inner?.pathname.startsWith('/api/')) throw notFound('Not Found')
  return inner.pathname + inner.search
}
