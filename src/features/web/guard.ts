import type { FastifyRequest } from 'fastify'
import { forbidden } from '../../problem.ts'

/** The header that only a script of our own origin can add: another origin would have to ask first, and is refused. */
export const APP_HEADER = 'x-tasman-app'

/**
 * Refuses what another site makes a signed-in browser send. The cookie is SameSite=Lax already; this holds where it
 * is not enough, such as a sibling subdomain.
 */
export function requireOwnPage(request: FastifyRequest, publicUrl: string): void {
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  const isOwnSite = site === undefined || site === 'same-origin'
  const isOwnOrigin = origin === undefined || [host, URL.parse(publicUrl)?.host].includes(hostOf(origin))
  if (request.headers[APP_HEADER] !== '1' || !isOwnSite || !isOwnOrigin)
    throw forbidden('Only the web app of this service can use this address. Other programs use /api.')
}

function hostOf(origin: string): string {
  return URL.parse(origin)?.host ?? 'none'
}
