import type { Settings } from '../settings/index.ts'
import type { Tracing } from './spans.ts'

/** The packages are loaded only when tracing is on. */
export async function createTracing(settings: Settings): Promise<Tracing | undefined> {
  if (settings.traceEndpoint === '') return undefined
  const { startTracing } = await import('./otlp.ts')
  return startTracing(settings)
}
