import pg from 'pg'
import { monotonicMs } from '../kernel/clock.ts'
import { errorCode } from '../kernel/read-error.ts'
import type { SharedPool } from './pool.ts'

const LOOK_EVERY_MS = 500
/** Extra time for a statement beyond the server's own limit, after which its connection is considered dead. */
const GRACE_MS = 5000
const TOO_MANY_CONNECTIONS = '53300'

export type WatchOptions = {
  /** After a connection has waited this long, the service checks whether the server still responds. */
  silenceMs: number
  connectTimeoutMs: number
  statementTimeoutMs: number
  onChange: (isSilent: boolean) => void
}

/**
 * Detects a server that hangs and cannot enforce its own time limits. When a statement takes long, the server
 * is checked on a new connection. After two checks without an answer, every open statement fails and new ones
 * are refused at once, until the server responds again. A single dead connection is left to the statement
 * time limit.
 */
export function watchServer(pool: SharedPool, options: WatchOptions) {
  let isAsking = false
  let failures = 0
  let askedMs = Number.NEGATIVE_INFINITY

  const look = async (): Promise<void> => {
    const now = monotonicMs()
    let longestMs = 0
    for (const client of pool.connections) {
      const silentMs = client.silentMs(now)
      longestMs = Math.max(longestMs, silentMs)
      if (silentMs > options.statementTimeoutMs + GRACE_MS) client.cut()
    }
    const isDue = now - askedMs > options.silenceMs && longestMs > options.silenceMs
    if (isAsking || !(pool.isSilent || failures > 0 || isDue)) return
    isAsking = true
    const isThere = await answers(pool, options.connectTimeoutMs).finally(() => {
      isAsking = false
    })
    askedMs = monotonicMs()
    failures = isThere ? 0 : failures + 1
    const isSilent = failures > 1 || (pool.isSilent && !isThere)
    if (isSilent !== pool.isSilent) options.onChange(isSilent)
    pool.isSilent = isSilent
    if (isSilent) for (const client of pool.connections) client.cut()
  }

  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** Whether the server responds in time on a new connection. */
export async function answers(pool: pg.Pool, withinMs: number): Promise<boolean> {
  const { connectionString } = pool.options
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    return errorCode(error) === TOO_MANY_CONNECTIONS
  } finally {
    // Closing may wait for a server that does not respond.
    client.end().catch(() => {})
  }
}
