/** Reads part by part, always one ahead of the caller. However it ends, nothing is still being read afterwards. */
export async function* readAhead<Part, Result>(
  parts: Iterable<Part>,
  read: (part: Part) => Promise<Result>,
): AsyncGenerator<Result> {
  const iterator = parts[Symbol.iterator]()
  const start = (): Promise<Result> | null => {
    const { done, value } = iterator.next()
    if (done) return null
    const reading = read(value)
    // Thrown where the part is awaited; until then a failure is not unhandled.
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
    // The caller left early, or reading failed: the reason is thrown already.
    if (next) await Promise.allSettled([next])
  }
}

/** The list in parts of this size. */
export function* partsOf<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}
