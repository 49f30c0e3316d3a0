import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Clock } from '../kernel/clock.ts'
import type { Service } from '../service.ts'
import type { Settings } from '../settings/index.ts'
import type { Caller } from './caller.ts'

/** The limit a route belongs to. All routes of a class share one count per client. */
export type LimitClass = 'default' | 'lookup' | 'pays' | 'termination' | 'none'

const WINDOW_SECONDS = 60
/** The web app of this service acts for many people at once, so each of them is counted alone. */
export const WEB_CLIENT_ID = 'tasman-web'

/** Whether the person acts in the web app: neither through an application nor by a partner who opened the account. */
export function isOwnSession({ clientId, openedById }: Caller): boolean {
  return clientId === WEB_CLIENT_ID && openedById === null
}

// One upsert counts the call: exact across processes, which counters in memory are not.
const COUNT = `insert into rate_buckets as b (bucket, window_start, hits) values ($1, $2, 1)
on conflict (bucket) do update set
  hits = case when b.window_start = excluded.window_start then b.hits + 1 else 1 end,
  window_start = excluded.window_start
returning hits`

/** Counts a call against its client's limit; answers 429 in the `error` shape once it is used up. */
export function createRateLimiter(settings: Settings, clock: Clock, pool: pg.Pool) {
  const perMinute: Record<Exclude<LimitClass, 'none'>, number> = {
    default: settings.limitDefault,
    lookup: settings.limitLookup,
    pays: settings.limitPays,
    termination: settings.limitTermination,
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const limitClass = request.routeOptions.config.limit ?? 'default'
    if (!settings.rateLimits || limitClass === 'none' || request.is404) return undefined
    const isWeb = request.caller?.clientId === WEB_CLIENT_ID
    const who = request.caller?.clientId ?? `ip:${request.ip}`
    const bucket = isWeb ? `web:${request.caller?.userId}` : `${limitClass}:${who}`
    const limit = isWeb ? settings.limitWeb : perMinute[limitClass]
    const nowSeconds = Math.floor(clock.now().getTime() / 1000)
    const windowStart = nowSeconds - (nowSeconds % WINDOW_SECONDS)
    const { rows } = await pool.query<{ hits: number }>(COUNT, [bucket, windowStart])
    const hits = rows[0]?.hits ?? 1
    const resetSeconds = windowStart + WINDOW_SECONDS - nowSeconds
    reply.headers({
      'ratelimit-limit': limit,
      'ratelimit-remaining': Math.max(0, limit - hits),
      'ratelimit-reset': resetSeconds,
    })
    if (hits <= limit) return undefined
    return reply
      .code(429)
      .header('retry-after', resetSeconds)
      .send({ error: `Rate limit exceeded: ${limit} per 1 minute` })
  }
}

/** Forgets counters of minutes that are over. */
export async function forgetRateBuckets({
  clock,
  database,
}: Pick<Service, 'clock' | 'database'>): Promise<void> {
  const seconds = Math.floor(clock.now().getTime() / 1000)
  await database.pool.query('delete from rate_buckets where window_start < $1', [
    seconds - 2 * WINDOW_SECONDS,
  ])
}

/**
 * Refuses sharp spikes from one address: more than so many requests within any second. Only what was let through counts, so
 * that a steady stream above the limit gets the limit and not nothing.
 */
export function createBurstGuard(settings: Settings, nowMs: () => number) {
  const recent = new Map<string, number[]>()
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (!settings.rateLimits) return undefined
    const now = nowMs()
    if (recent.size > 10_000) recent.clear()
    const times = (recent.get(request.ip) ?? []).filter((time) => time > now - 1000)
    recent.set(request.ip, times)
    if (times.length < settings.burstPerSecond) {
      times.push(now)
      return undefined
    }
    return reply.code(429).header('retry-after', '1').send({ detail: 'Too Many Requests' })
  }
}
