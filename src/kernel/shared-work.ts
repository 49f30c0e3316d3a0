/**
 * Work that many callers ask for at the same moment is done once for all of them. A caller who comes while it runs waits for the
 * next run, so no answer is from before its question. For each key, at most one runs and one waits.
 */
export function createSharedWork<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  const waiting = new Map<string, Promise<T>>()
  const start = (key: string, work: () => Promise<T>): Promise<T> => {
    const run = work().finally(() => running.get(key) === run && running.delete(key))
    running.set(key, run)
    return run
  }
  return (key, work) => {
    const next = waiting.get(key)
    if (next) return next
    const current = running.get(key)
    if (!current) return start(key, work)
    const queued = current
      .catch(() => {})
      .then(() => {
        waiting.delete(key)
        return start(key, work)
      })
    waiting.set(key, queued)
    return queued
  }
}
