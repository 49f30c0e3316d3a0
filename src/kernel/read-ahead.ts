/** Reads part by part, always one ahead of the caller. No read is still running when it ends, for whatever reason. */
export async function* readAhead<Part, Result>(
  parts: Iterable<Part>,
  read: (part: Part) => Promise<Result>,
): AsyncGenerator<Result> {
  const iterator = parts[Symbol.iterator]()
  const start = (): Promise<Result> | null => {
    const { done, value } = iterator.next()
    if (done) return null
    const reading = read(value)
    // The error is thrown where the part is awaited. Until then, this prevents an unhandled rejection.
    reading.catch(() => {})
    return reading
  }
  let next = start()
  try {
    while (next) {
      const result: Result = await next
      next = start()
      yield result
    }
  } finally {
    // The caller stopped early, or a read failed and its error is already thrown.
    if (next) await Promise.allSettled([next])
  }
}

/** The list in chunks of this size. */
export function* partsOf<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}
