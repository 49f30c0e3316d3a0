import { Problem } from '../kernel/problem.ts'
import { HIDDEN } from './schema.ts'
import type { App } from './types.ts'

const METHODS = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'] as const
type Method = (typeof METHODS)[number]

/**
 * Records the methods of each path. `answerOthers` then handles OPTIONS, and responds with 405 to all other
 * methods.
 */
export function watchMethods(app: App) {
  const taken = new Map<string, Set<string>>()
  app.addHook('onRoute', (route) => {
    if (route.url.includes('*')) return
    const methods = taken.get(route.url) ?? new Set()
    for (const method of [route.method].flat()) methods.add(method)
    taken.set(route.url, methods)
  })
  return function answerOthers(): void {
    for (const [url, methods] of [...taken]) {
      const allow = [...methods, 'OPTIONS'].join(', ')
      const missing = METHODS.filter((method) => !methods.has(method))
      const config = { scope: 'public', limit: 'none' } as const
      if (missing.length > 0)
        app.route({
          method: missing as Method[],
          url,
          config,
          schema: HIDDEN,
          // Before the body is read, so a wrong method costs no more than its headers.
          onRequest: async () => {
            throw new Problem(405, `Method Not Allowed. This address accepts ${allow}.`, 'detail', { allow })
          },
          handler: () => undefined,
        })
      const headers = {
        allow,
        'access-control-allow-methods': allow,
        'access-control-allow-headers':
          'authorization, content-type, if-match, idempotency-key, tasman-version',
        'access-control-max-age': '600',
      }
      app.route({
        method: 'OPTIONS',
        url,
        config,
        schema: HIDDEN,
        onRequest: async (_request, reply) => reply.code(204).headers(headers).send(),
        handler: () => undefined,
      })
    }
  }
}
