/** What may be said of a piece of work: names and counts, never anyone's data. */
export type Facts = Record<string, string | number>

/** Work in progress; `end` receives the outcome. */
export type Span = { end(facts?: Facts, error?: unknown): void }

export type SpanKind = 'request' | 'job' | 'query'

/**
 * Traces for OpenTelemetry: a request or a job, and the statements inside it. Off unless OTEL_EXPORTER_OTLP_ENDPOINT is set:
 * then nothing is loaded and requests do no extra work.
 */
export type Tracing = {
  /** Begins a piece of work: inside another one if there is one, else inside the caller's, as `traceparent` names it. */
  begin(kind: SpanKind, name: string, facts: Facts, traceparent?: string): Span
  /** Whatever `work` begins belongs to the span. */
  within<T>(span: Span, work: () => T): T
  /** Writes down a piece of work that is over; it began so long ago. */
  note(kind: SpanKind, name: string, tookMs: number, error?: unknown): void
  /** Whether there is an open span that a statement could belong to. */
  isInside(): boolean
  /** The work under way, in the words of the `traceparent` header; undefined: there is none. */
  traceparent(): string | undefined
  /** Sends what waits. */
  stop(): Promise<void>
}
