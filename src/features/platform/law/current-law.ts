import type { Queryable } from '../../../database/connect.ts'
import { monotonicMs } from '../../../kernel/clock.ts'
import { isNewer, type RateBook } from '../../../load-rates.ts'
import { reopenBundle } from './bundle-file.ts'
import { listInstalled, loadBundleContent } from './queries.ts'

/** The rate tables in use: those of the newest bundle, either shipped with the release or installed. */
export type CurrentLaw = {
  book(): RateBook
  /** The tables in use after all scheduled switches. */
  bookAfterSwitches(): RateBook
  /**
   * Reads the installed bundles. Processes that refresh within the notice period all switch at the same
   * moment.
   */
  refresh(query: Queryable, onBad: (version: string, error: unknown) => void): Promise<void>
  /** For a worker: uses the tables of its parent thread, whatever the time. */
  follow(query: Queryable, digest: string): Promise<void>
}

type Scheduled = { book: RateBook; fromMs: number; untilMs: number }

export function createCurrentLaw(shipped: RateBook): CurrentLaw {
  const known = new Map<string, RateBook>([[shipped.bundle.digest, shipped]])
  const bad = new Set<string>()
  let scheduled: readonly Scheduled[] = []
  let followed: RateBook | undefined

  const bookOf = async (query: Queryable, { version, digest }: { version: string; digest: string }) => {
    const book = known.get(digest) ?? reopenBundle(await loadBundleContent(query, version))
    known.set(digest, book)
    return book
  }
  const newestOf = (isInUse: (entry: Scheduled) => boolean): RateBook => {
    let newest = shipped
    for (const entry of scheduled)
      if (isInUse(entry) && isNewer(entry.book.bundle.version, newest.bundle.version)) newest = entry.book
    return newest
  }
  return {
    book() {
      if (followed) return followed
      const now = monotonicMs()
      return newestOf(({ fromMs, untilMs }) => fromMs <= now && now < untilMs)
    },
    bookAfterSwitches: () => newestOf(({ untilMs }) => untilMs === Number.POSITIVE_INFINITY),
    async refresh(query, onBad) {
      const installed = await listInstalled(query)
      const now = monotonicMs()
      const next: Scheduled[] = []
      for (const row of installed) {
        if (bad.has(row.digest)) continue
        try {
          const book = await bookOf(query, row)
          const untilMs = row.ends_in === null ? Number.POSITIVE_INFINITY : now + row.ends_in
          next.push({ book, fromMs: now + row.begins_in, untilMs })
        } catch (error) {
          // The tables are for another version of the program. The current ones stay in use, and the log
          // names the bundle once.
          bad.add(row.digest)
          onBad(row.version, error)
        }
      }
      scheduled = next
    },
    async follow(query, digest) {
      if (followed?.bundle.digest === digest) return
      const row = known.has(digest)
        ? { version: '', digest }
        : (await listInstalled(query)).find((installed) => installed.digest === digest)
      followed = row && (await bookOf(query, row))
    },
  }
}
