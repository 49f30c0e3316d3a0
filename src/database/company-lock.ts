import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { monotonicMs } from '../kernel/clock.ts'
import { DatabaseFault } from './faults.ts'
import type { Tx } from './tx.ts'

/** Wait between two attempts to acquire a lock that another process has. */
const TRY_AGAIN_MS = { least: 5, most: 40 }
/** After holding a lock for `afterMs`, a process pauses so that other processes can acquire it. */
const OTHERS_FIRST = { afterMs: 1000, pauseMs: 200 }

/**
 * Thrown inside a transaction that cannot acquire its lock yet. The transaction is rolled back, waits without
 * a connection, and starts over.
 */
class LockNotAcquired extends Error {
  readonly line: Line
  constructor(line: Line) {
    super('is waiting for its lock')
    this.line = line
  }
}

/** The calls of this process that want one lock, in order of arrival. Only the first one may try. */
type Line = { key: string; calls: Call[]; heldSinceMs: number }

type Call = { lines: Set<Line>; wake: () => void; tries: number }

const callOf = new WeakMap<Tx, { call: Call; lines: Map<string, Line> }>()

/**
 * Acquires a lock for the rest of the transaction. It must be the transaction's first statement. While
 * another call has the lock, the transaction waits without a connection, then starts over.
 */
export async function acquireLock(tx: Tx, kind: number, id: number): Promise<void> {
  await acquireLockAndRead(tx, kind, id, async () => {})
}

/** The same, and pipelines a query that reads under the lock. */
export async function acquireLockAndRead<T>(
  tx: Tx,
  kind: number,
  id: number,
  read: () => Promise<T>,
): Promise<T> {
  const known = callOf.get(tx)
  if (!known) {
    await sql`select pg_advisory_xact_lock(${kind}, ${id})`.execute(tx)
    return read()
  }
  const line = join(known.lines, `${kind}/${id}`, known.call)
  if (line.calls[0] !== known.call) throw new LockNotAcquired(line)
  const locking = sql<{ is_acquired: boolean }>`
    select pg_try_advisory_xact_lock(${kind}, ${id}) as is_acquired`.execute(tx)
  const reading = read()
  const [{ rows }] = await Promise.all([locking, reading.catch(() => {})])
  if (!rows[0]?.is_acquired) throw new LockNotAcquired(line)
  known.call.tries = 0
  return reading
}

function join(lines: Map<string, Line>, key: string, call: Call): Line {
  const line = lines.get(key) ?? { key, calls: [], heldSinceMs: monotonicMs() }
  lines.set(key, line)
  if (!call.lines.has(line)) line.calls.push(call)
  call.lines.add(line)
  return line
}

/** Runs transactions that acquire locks in order of their calls. `waitMs` is the longest wait. */
export function createCompanyLocks(waitMs: number) {
  const lines = new Map<string, Line>()

  const leave = (call: Call, line: Line): void => {
    const wasFirst = line.calls[0] === call
    line.calls.splice(line.calls.indexOf(call), 1)
    call.lines.delete(line)
    const [next] = line.calls
    if (!next) lines.delete(line.key)
    else if (wasFirst) handOver(line, next)
  }
  const handOver = (line: Line, next: Call): void => {
    const isLong = monotonicMs() - line.heldSinceMs >= OTHERS_FIRST.afterMs
    const start = () => {
      if (isLong) line.heldSinceMs = monotonicMs()
      next.wake()
    }
    if (isLong) setTimeout(start, OTHERS_FIRST.pauseMs)
    else start()
  }
  const waitFor = async (call: Call, line: Line, deadlineMs: number): Promise<void> => {
    for (const other of [...call.lines]) if (other !== line) leave(call, other)
    const leftMs = deadlineMs - monotonicMs()
    if (leftMs <= 0) throw new DatabaseFault('busy', new Error(`waited too long for lock ${line.key}`))
    if (line.calls[0] === call) {
      // Another process has the lock.
      const ms = Math.min(TRY_AGAIN_MS.most, TRY_AGAIN_MS.least * 2 ** call.tries++)
      return sleep(ms * (0.5 + Math.random() / 2))
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, leftMs)
      call.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    /** Runs the transaction, and restarts it whenever it had to wait for a lock. */
    async run<T>(transact: (register: (tx: Tx) => void) => Promise<T>): Promise<T> {
      const call: Call = { lines: new Set(), wake: () => {}, tries: 0 }
      const register = (tx: Tx) => void callOf.set(tx, { call, lines })
      const deadlineMs = monotonicMs() + waitMs
      try {
        for (;;) {
          try {
            return await transact(register)
          } catch (error) {
            if (!(error instanceof LockNotAcquired)) throw error
            await waitFor(call, error.line, deadlineMs)
          }
        }
      } finally {
        for (const line of [...call.lines]) leave(call, line)
      }
    },
  }
}
