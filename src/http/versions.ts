import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid } from '../kernel/problem.ts'
import type { App } from './types.ts'

/** The dated API versions, newest first. docs/guides/versions.md lists the changes of each. */
const VERSIONS = ['2026-11-18']

const secondsOf = (day: string) => Math.floor(Date.parse(`${day}T00:00:00Z`) / 1000)

/**
 * The optional `Tasman-Version` header. An unknown version is refused. Without the header the service
 * responds as specified.
 */
async function checkVersion(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const named = request.headers['tasman-version']
  if (named === undefined || !request.url.startsWith('/api/')) return
  if (typeof named !== 'string' || !VERSIONS.includes(named))
    throw invalid(
      ['header', 'tasman-version'],
      `Tasman-Version must be one of ${VERSIONS.join(', ')}, or be omitted`,
    )
  reply.header('tasman-version', named)
}

/**
 * RFC 9745 and RFC 8594: every response of a deprecated operation says since when it is deprecated and until
 * when it works.
 */
async function announceDeprecation(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { deprecated } = request.routeOptions.config
  if (!deprecated) return
  reply.headers({
    deprecation: `@${secondsOf(deprecated.since)}`,
    sunset: new Date(secondsOf(deprecated.sunset) * 1000).toUTCString(),
    link: `<${fill(deprecated.instead, request.params)}>; rel="successor-version"`,
  })
}

/** The path with the parameters of this request: a link must be a URI, and a template is none. */
const fill = (path: string, params: unknown) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )

/** Adds version checks and deprecation headers to all routes. */
export function watchVersions(app: Pick<App, 'addHook'>): void {
  app.addHook('onRequest', checkVersion)
  app.addHook('onRequest', announceDeprecation)
}
