import { createClock } from '../clock.ts'
import type { Settings } from '../settings.ts'

import type { Tracing } from './types.ts'

export type { Facts, Span, SpanKind, Tracing } from './types.ts'

/** The packages are loaded only where somebody wants traces. */
export async function createTracing(settings: Settings): Promise<Tracing | undefined> {
  if (settings.traceEndpoint === '') return undefined
  const { startTracing } = await import('./otlp.ts')
  // Spans are told by the time of the machine, whatever the service's clock is set to.
  return startTracing(settings, createClock(settings.region))
}
