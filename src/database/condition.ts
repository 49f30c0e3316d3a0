import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '../kernel/clock.ts'
import type { DatabaseFault } from './faults.ts'
import type { SharedPool } from './pool.ts'
import { answers } from './watch-server.ts'

/** The state of the database: usable, unreachable, without a free connection for us, or out of disk space. */
export type Condition = 'ok' | 'unreachable' | 'exhausted' | 'full'

const PATIENCE_MS = 2000
/**
 * After a write fails for lack of disk space, the database counts as full for this long. No write is
 * attempted just to find out.
 */
const FULL_MS = 30_000

/** Checks the state of the database. Concurrent callers get the same answer. */
export function createCondition(pool: SharedPool) {
  let fullMs = Number.NEGATIVE_INFINITY
  let asking: Promise<Condition> | undefined

  const ask = async (): Promise<Condition> => {
    if (pool.isSilent) return 'unreachable'
    const timer = new AbortController()
    const asked = pool.query('select 1').then(
      () => 'ok' as const,
      () => 'failed' as const,
    )
    const late = sleep(PATIENCE_MS, 'failed' as const, { signal: timer.signal }).catch(
      () => 'failed' as const,
    )
    const result = await Promise.race([asked, late])
    timer.abort()
    if (result === 'ok') return monotonicMs() - fullMs < FULL_MS ? 'full' : 'ok'
    return (await answers(pool, PATIENCE_MS)) ? 'exhausted' : 'unreachable'
  }
  return {
    note(fault: DatabaseFault): void {
      if (fault.kind === 'full') fullMs = monotonicMs()
    },
    find(): Promise<Condition> {
      asking ??= ask().finally(() => {
        asking = undefined
      })
      return asking
    },
  }
}
