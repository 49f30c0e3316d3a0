import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { monotonicMs } from '../kernel/clock.ts'

/** How long a failed replica is not used. */
const REST_MS = 5000
const LOOK_EVERY_MS = 5

/**
 * Heavy reads on a streaming standby. A read sees everything committed before it started, whichever process
 * wrote it. The primary reports its flushed log position, and the read starts once the replica has replayed
 * up to it.
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
    /** Whether the replica has everything committed so far, or catches up within `waitMs`. */
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
