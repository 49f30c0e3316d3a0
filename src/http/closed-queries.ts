import type { FastifyRequest, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { invalid } from '../kernel/problem.ts'
import { closed } from './schema.ts'
import type { App } from './types.ts'

/**
 * RFC 6749 3.1: unknown parameters of the authorization and token requests are ignored. The docs page is not
 * an API route.
 */
const OPEN = /^\/api\/(oauth|docs)(\/|$)/

/**
 * No API route ignores an unknown query key. A route without parameters accepts none, and one with parameters
 * must have a closed schema.
 */
export function closeQueries(app: App): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    const schema = route.schema as { hide?: boolean; querystring?: TSchema } | undefined
    if (!route.url.startsWith('/api/') || OPEN.test(route.url) || !schema || schema.hide) return
    schema.querystring ??= closed({})
    if ((schema.querystring as { additionalProperties?: unknown }).additionalProperties !== false)
      throw new Error(`the query of ${route.url} is not closed`)
  })
}

/**
 * A query must be UTF-8, like a body. Invalid bytes would otherwise silently be read as another character.
 */
export function refuseBrokenQuery({ url, routeOptions: { url: route = '' } }: FastifyRequest): void {
  const start = url.indexOf('?')
  if (start < 0 || !route.startsWith('/api/') || OPEN.test(route)) return
  for (const [bytes] of url.slice(start).matchAll(/(?:%[0-9a-f]{2})+/gi))
    if (!isUtf8(bytes))
      throw invalid(['query'], `The query contains ${bytes.slice(0, 30)}, which is not UTF-8`, 'encoding')
}

function isUtf8(escaped: string): boolean {
  try {
    decodeURIComponent(escaped)
    return true
  } catch {
    return false
  }
}
