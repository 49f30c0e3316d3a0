import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PoolLoad } from '../database/connect.ts'
import type { Settings } from '../settings/index.ts'

const SAMPLE_MS = 200
/**
 * Longer than the longest calculation between two yields to the event loop, so a big pay run does not count
 * as overload.
 */
const DELAY_LIMIT_MS = { known: 1500, anonymous: 1000 }
/**
 * A delay with fewer requests in progress means a paused machine or one large call. Refusing the next caller
 * would not help.
 */
const CROWD = 10
/** The limit of requests waiting for a database connection, per connection that the process may open. */
const WAITING_PER_CONNECTION = 25
/**
 * The fraction of each limit that callers without a token may use. Under load, callers with a token go first.
 */
const ANONYMOUS_SHARE = 0.25
/** The limit of concurrent requests on one connection (pipelining). */
const PER_CONNECTION = 50
/** The limit of request bodies in memory at once. */
const BODIES_BYTES_MAX = 512 * 1024 * 1024

/**
 * Watches real signals (event-loop delay, waits for the pool, requests in progress) and sheds load with 503
 * while they are bad.
 */
export function createOverloadGuard(
  loads: () => readonly PoolLoad[],
  settings: Settings,
  nowMs: () => number,
) {
  let delayMs = 0
  let timer: NodeJS.Timeout | undefined
  const under = { all: 0, anonymous: 0, bytes: 0, sockets: new WeakMap<Socket, number>() }

  const isOverloaded = (isAnonymous: boolean, bytes: number, socket: Socket) => {
    const share = isAnonymous ? ANONYMOUS_SHARE : 1
    return (
      (under.all >= CROWD && delayMs >= DELAY_LIMIT_MS[isAnonymous ? 'anonymous' : 'known']) ||
      areTooManyWaiting(loads(), share) ||
      under.all >= settings.maxRequests ||
      (isAnonymous && under.anonymous >= settings.maxRequests * share) ||
      (bytes > 0 && under.bytes + bytes > BODIES_BYTES_MAX * share) ||
      (under.sockets.get(socket) ?? 0) >= PER_CONNECTION
    )
  }

  return {
    /** Called once the service listens. Building it blocks the event loop, which is not overload. */
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

/**
 * Counts the pools of all cells and of the replica together. A cell that does not respond then takes its
 * part of the limit, and callers of the other cells are still served.
 */
function areTooManyWaiting(loads: readonly PoolLoad[], share: number): boolean {
  let waiting = 0
  let limit = 0
  for (const load of loads) {
    waiting += load.waiting
    limit += load.max * WAITING_PER_CONNECTION * share
  }
  return waiting >= limit
}

/** The expected size of the body: as announced, or the limit of its route. */
function bytesOf({ headers, routeOptions }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return routeOptions.bodyLimit
  return Math.min(Number(headers['content-length'] ?? 0) || 0, routeOptions.bodyLimit)
}
