import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

/** A route of the running service with the content types it accepts. `*` means any. */
export type RunningRoute = { name: string; method: string; url: string; limit: number; types: string[] }

const CHANNEL = 'fastify.initialization'
const READING = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Watches the services that `start` builds, and returns every registered route that reads a body. */
export async function watchRoutes<T>(start: () => Promise<T>): Promise<{ value: T; routes: RunningRoute[] }> {
  const seen: { route: RouteOptions; instance: FastifyInstance }[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', function (this: FastifyInstance, route) {
      seen.push({ route, instance: this })
    })
  }
  subscribe(CHANNEL, watch)
  const value = await start().finally(() => unsubscribe(CHANNEL, watch))
  const routes = seen
    // A method that the path does not support is refused before any body is read.
    .filter(({ route }) => route.onRequest === undefined)
    .flatMap(({ route, instance }) =>
      [route.method].flat().map((method) => ({
        name: `${method} ${route.url}`,
        method: String(method),
        url: route.url,
        limit: route.bodyLimit ?? 0,
        types: typesOf(instance),
      })),
    )
    .filter(({ method }) => READING.has(method))
  return { value, routes: [...new Map(routes.map((route) => [route.name, route])).values()] }
}

/** Fastify stores the parsers of an instance under a symbol. */
function typesOf(instance: FastifyInstance): string[] {
  for (let at: object | null = instance; at; at = Object.getPrototypeOf(at)) {
    const symbol = Object.getOwnPropertySymbols(at).find(
      ({ description }) => description === 'fastify.contentTypeParser',
    )
    if (!symbol) continue
    const { customParsers } = (at as Record<symbol, { customParsers: Map<string, unknown> }>)[symbol] ?? {}
    return [...(customParsers?.keys() ?? [])].map((type) => type || '*')
  }
  throw new Error('the parsers of an instance are elsewhere now')
}
