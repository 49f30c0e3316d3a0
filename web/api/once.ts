/* A write is sent once, even if its button is pressed again before the response. */

const underWay = new Map<string, Promise<unknown>>()
let lastStart = Number.NEGATIVE_INFINITY

/** Starts the work for `key`, or joins it if it is in progress. Both callers get the same result. */
export function once<T>(key: string, start: () => Promise<T>): Promise<T> {
  const started = underWay.get(key)
  if (started) return started as Promise<T>
  lastStart = performance.now()
  const answer = start().finally(() => underWay.delete(key))
  underWay.set(key, answer)
  return answer
}

/** The key of a request: method, address and content. */
export function keyOf(method: string, address: string, body: unknown): string {
  const content =
    body instanceof File ? [body.name, body.size, body.lastModified] : body === undefined ? '' : body
  return `${method} ${address} ${JSON.stringify(content)}`
}

/** Whether a write has started since this `performance.now()` time. */
export const hasWrittenSince = (moment: number): boolean => lastStart >= moment
