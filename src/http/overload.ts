import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Settings } from '../settings/index.ts'

const SAMPLE_MS = 200
/** Longer than the longest calculation between two yields to the event loop, so that a big pay run does not count as overload. */
const DELAY_LIMIT_MS = { known: 1500, anonymous: 1000 }
/** A delay with fewer requests under way is a machine that paused or one large call: turning the next caller away would free nothing. */
const CROWD = 10
/** Requests waiting for a database connection, per connection of the pool. */
const WAITING_PER_CONNECTION = 25
/** Of each limit, what callers without a token may use: when it gets tight, those who are known go on. */
const ANONYMOUS_SHARE = 0.25
/** Requests of one connection that may be under way at once (pipelining). */
const PER_CONNECTION = 50
/** Bodies that are being read and worked on at once. */
const BODIES_BYTES_MAX = 512 * 1024 * 1024

/** Watches real signals (event-loop delay, waiting for the pool, work under way) and sheds load with 503 while they are bad. */
export function createOverloadGuard(pool: pg.Pool, settings: Settings, nowMs: () => number) {
  let delayMs = 0
  let timer: NodeJS.Timeout | undefined
  const poolLimit = (pool.options.max ?? 10) * WAITING_PER_CONNECTION
  const under = { all: 0, anonymous: 0, bytes: 0, sockets: new WeakMap<Socket, number>() }

  const isOverloaded = (isAnonymous: boolean, bytes: number, socket: Socket) => {
    const share = isAnonymous ? ANONYMOUS_SHARE : 1
    return (
      (under.all >= CROWD && delayMs >= DELAY_LIMIT_MS[isAnonymous ? 'anonymous' : 'known']) ||
      pool.waitingCount >= poolLimit * share ||
      under.all >= settings.maxRequests ||
      (isAnonymous && under.anonymous >= settings.maxRequests * share) ||
      (bytes > 0 && under.bytes + bytes > BODIES_BYTES_MAX * share) ||
      (under.sockets.get(socket) ?? 0) >= PER_CONNECTION
    )
  }

  return {
    /** Called once the service listens: building it blocks the event loop, which is not overload. */
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
    async check(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
      const isAnonymous = request.headers.authorization === undefined
      const bytes = bytesOf(request)
      const { socket } = request.raw
      if (isOverloaded(isAnonymous, bytes, socket))
        return reply
          .code(503)
          .header('retry-after', '5')
          .send({ error: 'Service temporarily overloaded', code: 'unavailable' })
      const count = (by: 1 | -1) => {
        under.all += by
        if (isAnonymous) under.anonymous += by
        under.bytes += by * bytes
        under.sockets.set(socket, (under.sockets.get(socket) ?? 0) + by)
      }
      count(1)
      reply.raw.once('close', () => count(-1))
      return undefined
    },
  }
}

/** What the body will take: as announced, or what its route allows. */
function bytesOf({ headers, routeOptions }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return routeOptions.bodyLimit
  return Math.min(Number(headers['content-length'] ?? 0) || 0, routeOptions.bodyLimit)
}
