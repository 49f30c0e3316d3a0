import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import * as api from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import manifest from '../../package.json' with { type: 'json' }
import { monotonicMs } from '../kernel/clock.ts'
import type { Settings } from '../settings/index.ts'
import type { Facts, Span, SpanKind, Tracing } from './spans.ts'

const KINDS: Record<SpanKind, api.SpanKind> = {
  request: api.SpanKind.SERVER,
  job: api.SpanKind.INTERNAL,
  query: api.SpanKind.CLIENT,
}
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** Sends spans in batches by OTLP over HTTP. If the collector is down, only the spans are lost. */
export function startTracing(settings: Settings): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.traceServiceName,
      'service.version': manifest.version,
      'service.instance.id': `${hostname()}-${process.pid}`,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.traceShare) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${settings.traceEndpoint}/v1/traces` }),
        scheduledDelayMillis: 1000,
      }),
    ],
  })
  const tracer = provider.getTracer('tasman')
  const inside = new AsyncLocalStorage<api.Span>()

  const start = (kind: SpanKind, name: string, attributes: Facts, startTime?: number, parent = '') => {
    const outer = inside.getStore()
    const context = outer ? api.trace.setSpan(api.ROOT_CONTEXT, outer) : contextOf(parent)
    const options = { kind: KINDS[kind], attributes, ...(startTime ? { startTime } : {}) }
    return tracer.startSpan(name, options, context)
  }
  const spans = new WeakMap<Span, api.Span>()
  return {
    begin(kind, name, facts, traceparent) {
      const own = start(kind, name, facts, undefined, traceparent)
      const span: Span = { end: (after, error) => finish(own, after, error) }
      spans.set(span, own)
      return span
    },
    within(span, work) {
      const own = spans.get(span)
      return own ? inside.run(own, work) : work()
    },
    note(kind, name, tookMs, error) {
      finish(start(kind, name, {}, performance.timeOrigin + monotonicMs() - tookMs), {}, error)
    },
    isInside: () => inside.getStore() !== undefined,
    traceparent() {
      const context = inside.getStore()?.spanContext()
      if (!context) return undefined
      const flags = context.traceFlags.toString(16).padStart(2, '0')
      return `00-${context.traceId}-${context.spanId}-${flags}`
    },
    stop: () => provider.shutdown().catch(() => {}),
  }
}

/** An error's message may contain personal data, so only its type is sent. */
function finish(span: api.Span, facts: Facts = {}, error?: unknown): void {
  span.setAttributes(facts)
  if (error !== undefined) {
    span.setStatus({ code: api.SpanStatusCode.ERROR })
    if (error instanceof Error) span.setAttribute('error.type', error.name)
  }
  span.end()
}

function contextOf(traceparent: string): api.Context {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent) ?? []
  if (!api.isValidTraceId(traceId) || !api.isValidSpanId(spanId)) return api.ROOT_CONTEXT
  return api.trace.setSpanContext(api.ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  })
}
