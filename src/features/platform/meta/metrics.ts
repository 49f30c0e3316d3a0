import { createServer } from 'node:http'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { HIDDEN } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { notFound } from '../../../kernel/problem.ts'
import { hashSecret, isSecret } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { watchBusiness, watchLaw, watchSaturation } from './gauges.ts'

/**
 * Prometheus metrics, when enabled: at `GET /metrics` behind METRICS_TOKEN, and on a separate listener at
 * METRICS_PORT. Access never depends on the caller's address, which behind a proxy is the proxy's.
 */
export function metricsPage(service: Service) {
  return async (app: App): Promise<void> => {
    const { settings } = service
    if (!settings.metrics) return
    const registry = collect(service, app)
    if (settings.metricsPort > 0) listen(service, app, registry)
    if (settings.metricsToken === '') return
    const tokenHash = hashSecret(settings.metricsToken)
    const config = { scope: 'public', limit: 'none' } as const
    app.get('/metrics', { config, schema: HIDDEN }, async (request, reply) => {
      const [, token = ''] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? []
      if (!isSecret(token, tokenHash)) throw notFound('Not Found')
      return reply.type(registry.contentType).send(await registry.metrics())
    })
  }
}

function collect(service: Service, app: App): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'tasman_request_seconds',
    help: 'Time to answer a request, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown')
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  watchSaturation(service, registry)
  watchLaw(service, registry)
  watchBusiness(service, registry)
  return registry
}

/** An unpublished port that serves only the metrics. */
function listen({ settings, log }: Service, app: App, registry: Registry): void {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.requestTimeout = 10_000
  server.on('error', (error) => log.error({ err: error }, 'the metrics are not served'))
  app.addHook('onListen', async () => void server.listen(settings.metricsPort, settings.metricsHost))
  app.addHook('onClose', async () => void server.close())
}
