import type { Tracing } from './spans.ts'

const TEXT_MOST = 2000

/**
 * A span for each statement of a traced request or job. It has the text with placeholders, never the values.
 */
export function traceQueries(tracing: Tracing) {
  return (text: string): ((error: unknown) => void) | undefined => {
    if (!tracing.isInside()) return undefined
    const [verb = 'query'] = text.trimStart().split(/\s/, 1)
    const span = tracing.begin('query', verb.toLowerCase(), {
      'db.system.name': 'postgresql',
      'db.operation.name': verb.toLowerCase(),
      'db.query.text': text.length > TEXT_MOST ? `${text.slice(0, TEXT_MOST)}…` : text,
    })
    return (error) => span.end({}, error || undefined)
  }
}
