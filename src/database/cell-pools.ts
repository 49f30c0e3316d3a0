import type { Kysely } from 'kysely'
import { monotonicMs } from '../kernel/clock.ts'
import { currentCell, MAIN_CELL } from './current-cell.ts'
import type { SharedPool } from './pool.ts'
import type { Tables } from './tables/index.ts'

type CellPool = { pool: SharedPool; watch?: { stop(): void } }

const LIST_EVERY_MS = 5000

/**
 * A pool for each cell except `main`, opened when it is first needed. The search path is set on the
 * connection, not on each statement.
 */
export function createCellPools(open: (cell: string) => CellPool) {
  const opened = new Map<string, CellPool>()
  return {
    /** The pool of the current cell; undefined for `main`. */
    current(): SharedPool | undefined {
      const cell = currentCell()
      if (cell === MAIN_CELL) return undefined
      const known = opened.get(cell) ?? open(cell)
      opened.set(cell, known)
      return known.pool
    },
    /** The opened pools by cell. */
    opened: (): [cell: string, pool: SharedPool][] => [...opened].map(([cell, { pool }]) => [cell, pool]),
    lister(query: Kysely<Tables>): () => Promise<readonly string[]> {
      let listed: Promise<readonly string[]> | undefined
      let listedMs = 0
      return () => {
        if (listed && monotonicMs() - listedMs < LIST_EVERY_MS) return listed
        listedMs = monotonicMs()
        const asked = query
          .selectFrom('cells')
          .select('name')
          .orderBy('created_at')
          .orderBy('name')
          .execute()
          .then((rows) => rows.map(({ name }) => name))
        listed = asked
        asked.catch(() => {
          listed = undefined
        })
        return asked
      }
    },
    async close(): Promise<void> {
      for (const { pool, watch } of opened.values()) {
        watch?.stop()
        await pool.end()
      }
    },
  }
}
