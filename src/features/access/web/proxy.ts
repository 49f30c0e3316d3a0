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
/** What a request may say to the API; its token is ours to add. */
const SENT = [
  'accept',
  'content-type',
  'content-length',
  'if-match',
  'idempotency-key',
  'user-agent',
] as const
/** Belongs to one connection, or is written by the outer answer itself. */
const NOT_PASSED_ON = new Set(['connection', 'keep-alive', 'transfer-encoding', 'www-authenticate', 'date'])

/**
 * `/app/api/*`: the same routes as `/api/*`, for the person signed in at this browser. Each request goes through the
 * whole HTTP pipeline with the bearer token of the session, so that scopes, limits, validation and the audit log apply
 * as they do to any other client.
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
  // Awaited inside: an injected request starts when someone waits for it.
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

/** The address inside; one that leaves `/api/` by dots is not found. */
function targetOf(url: string): string {
  const inner = URL.parse(url.slice('/app'.length), 'http://inside')
  if (!inner?.pathname.startsWith('/api/')) throw notFound('Not Found')
  return inner.pathname + inner.search
}
