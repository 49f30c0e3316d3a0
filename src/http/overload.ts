import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'

const SAMPLE_MS = 200
/** Longer than the longest stretch of calculation between two breaths, so that a big pay run is no overload. */
const DELAY_LIMIT_MS = 1500
/** Requests waiting for a database connection, per connection of the pool. */
const WAITING_PER_CONNECTION = 25

/** Watches real signals (event-loop delay, waiting for the pool) and sheds load with 503 while they are bad. */
export function createOverloadGuard(pool: pg.Pool, nowMs: () => number) {
  let delayMs = 0
  let timer: NodeJS.Timeout | undefined
  const poolLimit = (pool.options.max ?? 10) * WAITING_PER_CONNECTION

  return {
    /** Called once the service listens: building it blocks the event loop, and is no overload. */
    start(): void {
      let last = nowMs()
      timer = setInterval(() => {
        const now = nowMs()
        delayMs = Math.max(now - last - SAMPLE_MS, delayMs / 2)
        last = now
      }, SAMPLE_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
    async check(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
      if (delayMs < DELAY_LIMIT_MS && pool.waitingCount < poolLimit) return undefined
      return reply.code(503).header('retry-after', '5').send({ error: 'Service temporarily overloaded' })
    },
  }
}
