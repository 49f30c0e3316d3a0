import { setting, text, webUrl } from './setting.ts'

const share = (value: string): number => {
  const result = Number(value)
  if (value === '' || !(result >= 0 && result <= 1)) throw new Error('must be a number from 0 to 1')
  return result
}

/** Traces, for operators who run an OpenTelemetry collector. */
export const TRACES = {
  traceEndpoint: setting({
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    meaning:
      'Where traces are sent (OTLP over HTTP, JSON; `/v1/traces` is added): spans of requests, jobs and statements, without values or personal data. Empty: none, and the packages for it are not loaded. OTEL_EXPORTER_OTLP_HEADERS and _TIMEOUT are read as OpenTelemetry describes them.',
    fallback: '',
    read: webUrl('http:', 'https:'),
  }),
  traceServiceName: setting({
    variable: 'OTEL_SERVICE_NAME',
    meaning: 'The name of the service in traces.',
    fallback: 'tasman',
    read: text,
  }),
  traceShare: setting({
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    meaning:
      'The share of requests that are traced, from 0 to 1; the caller’s decision (`traceparent`) is respected.',
    fallback: '1',
    read: share,
  }),
} as const
