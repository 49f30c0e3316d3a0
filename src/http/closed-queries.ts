import type { RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { closed } from './schema.ts'
import type { App } from './types.ts'

/** RFC 6749 3.1: unknown parameters of the authorization and token requests are ignored. The page of the docs is a page. */
const OPEN = /^\/api\/(oauth|docs)(\/|$)/

/** No route of the API ignores a query key: one without parameters takes none, and one with parameters must be closed. */
export function closeQueries(app: App): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    const schema = route.schema as { hide?: boolean; querystring?: TSchema } | undefined
    if (!route.url.startsWith('/api/') || OPEN.test(route.url) || !schema || schema.hide) return
    schema.querystring ??= closed({})
    if ((schema.querystring as { additionalProperties?: unknown }).additionalProperties !== false)
      throw new Error(`the query of ${route.url} is not closed`)
  })
}
