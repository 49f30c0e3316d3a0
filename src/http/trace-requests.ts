import type { Span, Tracing } from '../tracing/spans.ts'
import type { App } from './types.ts'

/** A span for each request, named by its route. URLs with ids, names and callers are not sent. */
export function traceRequests(app: App, tracing: Tracing): void {
  const spans = new WeakMap<object, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown')
    const facts = {
      'http.request.method': request.method,
      'http.route': route,
      'tasman.request_id': String(request.id),
    }
    const given = request.headers.traceparent
    const span = tracing.begin(
      'request',
      `${request.method} ${route}`,
      facts,
      typeof given === 'string' ? given : undefined,
    )
    spans.set(request, span)
    tracing.within(span, done)
  })
  app.addHook('onResponse', async (request, reply) => {
    const status = reply.statusCode
    const facts = { 'http.response.status_code': status }
    if (status < 500) spans.get(request)?.end(facts)
    else spans.get(request)?.end({ ...facts, 'error.type': String(status) }, status)
  })
}
