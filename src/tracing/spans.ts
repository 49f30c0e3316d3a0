/** The attributes of a span: names and counts, never personal data. */
export type Facts = Record<string, string | number>

/** A span in progress. `end` receives the outcome. */
export type Span = { end(facts?: Facts, error?: unknown): void }

export type SpanKind = 'request' | 'job' | 'query'

/**
 * Traces for OpenTelemetry: a request or a job, and the statements inside it. Unless
 * OTEL_EXPORTER_OTLP_ENDPOINT is set, nothing is loaded and requests do no extra work.
 */
export type Tracing = {
  /**
   * Begins a span inside the current one. Without one, its parent is the caller's span from `traceparent`.
   */
  begin(kind: SpanKind, name: string, facts: Facts, traceparent?: string): Span
  /** Spans that `work` begins become children of this span. */
  within<T>(span: Span, work: () => T): T
  /** Records a span that has already ended and took `tookMs`. */
  note(kind: SpanKind, name: string, tookMs: number, error?: unknown): void
  /** Whether there is an open span that a statement could belong to. */
  isInside(): boolean
  /** The current span as a `traceparent` header. Undefined when there is none. */
  traceparent(): string | undefined
  /** Sends the pending spans. */
  stop(): Promise<void>
}
