import { Unavailable } from './problem.ts'

type Job = {
  log: { error(about: object, message: string): void }
  /** The work that failed, for the log. */
  failure: string
  stopped?: AbortSignal | undefined
}

/**
 * Runs a job's work for every due row, a page at a time. A row that fails is logged and due again at the next run, but
 * never stops the rows after it. An unavailable database is reported at the end, so that the job runs again soon.
 */
export async function eachAlone<Row extends object>(
  readPage: (after: Row | undefined) => Promise<readonly Row[]>,
  work: (row: Row) => Promise<unknown>,
  { log, failure, stopped }: Job,
): Promise<void> {
  let fault: Unavailable | undefined
  for (let page = await readPage(undefined); page.length > 0; page = await readPage(page.at(-1)))
    for (const row of page) {
      if (stopped?.aborted) return
      try {
        await work(row)
      } catch (error) {
        if (error instanceof Unavailable) fault ??= error
        else log.error({ err: error, ...idOf(row) }, failure)
      }
    }
  if (fault) throw fault
}

/** For lists that are read as a whole. */
export const allAtOnce =
  <Row>(rows: readonly Row[]) =>
  async (after: Row | undefined): Promise<readonly Row[]> =>
    after === undefined ? rows : []

/** Logs only the id of a row: its other fields may be personal. */
const idOf = (row: object) => ('id' in row ? { id: row.id } : {})
