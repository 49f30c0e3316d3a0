type Options<Row> = {
  write(rows: readonly Row[]): Promise<unknown>
  flushMs: number
  /** The number of waiting rows that starts a write, and the most rows of one write. */
  rowsAtOnce: number
  /** About how many rows may wait. Beyond that the oldest are dropped to save memory. */
  waitingMax: number
  /** Rows that could not be written wait for the next attempt. Otherwise they are dropped. */
  isRetried: boolean
  onFailure(error: unknown, rows: number): void
}

export type BufferedWriter<Row> = {
  add(row: Row): void
  /** Writes the rows that wait, after the write in progress. Rejects if they have to wait longer. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/** Collects rows and writes them in batches a moment later, so that adding one costs a request nothing. */
export function createBufferedWriter<Row>(options: Options<Row>): BufferedWriter<Row> {
  const { rowsAtOnce, waitingMax, isRetried, onFailure } = options
  let waiting: Row[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const rows = waiting.splice(0, rowsAtOnce)
      try {
        await options.write(rows)
      } catch (error) {
        if (!isRetried) {
          onFailure(error, rows.length)
          continue
        }
        waiting = [...rows, ...waiting]
        throw error
      }
    }
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.catch(() => {}).then(write)
    return writing
  }
  const flushQuietly = () =>
    flush().catch((error) => {
      onFailure(error, waiting.length)
      plan()
    })
  const plan = () => {
    timer ??= setTimeout(flushQuietly, options.flushMs)
  }
  return {
    flush,
    add(row) {
      if (waiting.length >= waitingMax + rowsAtOnce) waiting = waiting.slice(-waitingMax)
      waiting.push(row)
      if (waiting.length === rowsAtOnce) void flushQuietly()
      else plan()
    },
    async stop() {
      await flush().catch((error) => onFailure(error, waiting.length))
      clearTimeout(timer)
    },
  }
}
