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
  /** Whether a row caused the error. The rows of that batch are then written one by one, without the row at fault. */
  isRowFault?(error: unknown): boolean
  onRefused?(error: unknown, row: Row): void
}

export type BufferedWriter<Row> = {
  add(row: Row): void
  /** Writes the rows that wait, after the write in progress. Rejects if they have to wait longer. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/** Collects rows and writes them in batches a moment later, so that adding one costs a request nothing. */
export function createBufferedWriter<Row>(options: Options<Row>): BufferedWriter<Row> {
  const { rowsAtOnce, waitingMax, isRetried, onFailure, isRowFault = () => false } = options
  let waiting: Row[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const rows = waiting.splice(0, rowsAtOnce)
      try {
        await writeAll(rows)
      } catch (error) {
        if (!isRetried) {
          onFailure(error, rows.length)
          continue
        }
        // The rest of the batch. Written rows are no longer in it.
        waiting = [...rows, ...waiting]
        throw error
      }
    }
  }
  /** Removes the rows it has dealt with when it has to write them one by one. */
  const writeAll = async (rows: Row[]): Promise<void> => {
    try {
      await options.write(rows)
    } catch (error) {
      if (!isRowFault(error)) throw error
      for (let row = rows[0]; row !== undefined; row = rows[0]) {
        const single = row
        await options.write([single]).catch((fault: unknown) => {
          if (!isRowFault(fault)) throw fault
          options.onRefused?.(fault, single)
        })
        rows.shift()
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
