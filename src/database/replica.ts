import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { monotonicMs } from '../kernel/clock.ts'

/** A replica that failed is not used for this long. */
const REST_MS = 5000
const LOOK_EVERY_MS = 5

/**
 * Heavy reads on a streaming standby. Everyone reads what was committed before they asked, whichever process wrote it:
 * the primary says how far its log is flushed, and the read begins once the replica has replayed that.
 */
export function createReplica<T extends { pool: pg.Pool }>(primary: pg.Pool, replica: T, waitMs: number) {
  let awayUntilMs = Number.NEGATIVE_INFINITY

  const hasReplayed = async (position: string): Promise<boolean> => {
    const { rows } = await replica.pool.query<{ is_there: boolean }>(
      'select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as is_there',
      [position],
    )
    return rows[0]?.is_there ?? false
  }

  return {
    /** Whether the replica holds all that is committed now, or does so within the patience of one read. */
    async isCurrent(): Promise<boolean> {
      if (monotonicMs() < awayUntilMs) return false
      try {
        const { rows } = await primary.query<{ position: string }>(
          'select pg_current_wal_flush_lsn()::text as position',
        )
        const position = rows[0]?.position ?? ''
        const untilMs = monotonicMs() + waitMs
        while (!(await hasReplayed(position))) {
          if (monotonicMs() >= untilMs) return false
          await sleep(LOOK_EVERY_MS)
        }
        return true
      } catch {
        awayUntilMs = monotonicMs() + REST_MS
        return false
      }
    },
    database: replica,
  }
}
