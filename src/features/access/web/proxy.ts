import { pipeline, type Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HIDDEN } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { notFound, Problem } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { appUser, tokenForSession } from '../oauth/index.ts'
import { requireOwnPage, requireSamePerson } from './guard.ts'

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
  const url = targetOf(request.url)
  const authorization = `Bearer ${await tokenForSession(service, user.sessionId)}`
  const headers = Object.fromEntries(SENT.flatMap((name) => [[name, request.headers[name]]]).filter(isGiven))
  const answer = await app.inject({
    method: request.method as 'GET',
    url,
    headers: { ...headers, authorization },
    remoteAddress: request.ip,
    payloadAsStream: true,
    ...(request.body === undefined ? {} : { payload: request.body as Readable }),
  })
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined && !NOT_PASSED_ON.has(name)) reply.header(name, value)
  reply.code(answer.statusCode)
  if (!isWorthZipping(request, answer.headers)) return reply.send(answer.stream())
  reply.removeHeader('content-length').header('content-encoding', 'gzip').header('vary', 'accept-encoding')
  // An answer that breaks off breaks off here too: the browser sees it.
  return reply.send(pipeline(answer.stream(), createGzip(), () => {}))
}

const LEAST_BYTES = 1000

/** Lists of people are ten times smaller on the way; documents and files come packed. */
function isWorthZipping({ headers }: FastifyRequest, answered: Readonly<Record<string, unknown>>): boolean {
  if (!/\bgzip\b/.test(String(headers['accept-encoding'] ?? ''))) return false
  if (answered['content-encoding'] !== undefined) return false
  const length = answered['content-length']
  const isSmall = length !== undefined && Number(length) < LEAST_BYTES
  return !isSmall && /^(application\/json|text\/)/.test(String(answered['content-type'] ?? ''))
}

const isGiven = (entry: (string | string[] | undefined)[]) => entry[1] !== undefined

/** The address inside; one that leaves `/api/` by dots is not found. */
function targetOf(url: string): string {
  const inner = URL.parse(url.slice('/app'.length), 'http://inside')
  if (!inner?.pathname.startsWith('/api/')) throw notFound('Not Found')
  return inner.pathname + inner.search
}
