import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { App } from '../../http/types.ts'
import { notFound } from '../../problem.ts'
import type { Service } from '../../service.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** `GET /metrics` for Prometheus: only when switched on, and only for callers on the loopback address. */
export function metricsPage(service: Service) {
  return async (app: App): Promise<void> => {
    if (!service.settings.metrics) return
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    const requests = new Histogram({
      name: 'tasman_request_seconds',
      help: 'Time to answer a request, by route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    })
    new Gauge({
      name: 'tasman_pool_waiting',
      help: 'Requests that wait for a database connection.',
      registers: [registry],
      collect() {
        this.set(service.database.pool.waitingCount)
      },
    })
    app.addHook('onResponse', async (request, reply) => {
      const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown')
      requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    })
    const config = { scope: 'public', limit: 'none' } as const
    app.get('/metrics', { config, schema: { hide: true } as object }, async (request, reply) => {
      if (!LOOPBACK.has(request.socket.remoteAddress ?? '')) throw notFound('Not Found')
      return reply.type(registry.contentType).send(await registry.metrics())
    })
  }
}
