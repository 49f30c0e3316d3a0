import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Clock } from '../kernel/clock.ts'
import { present } from '../kernel/values/present.ts'
import type { Service } from '../service.ts'
import type { Settings } from '../settings/index.ts'
import type { Caller } from './caller.ts'

/** The rate limit class of a route. All routes of a class share one count per connection. */
export type LimitClass = 'default' | 'lookup' | 'pays' | 'termination' | 'none'

const WINDOW_SECONDS = 60
/** The service's web app acts for many people at once, so each person is counted separately. */
export const WEB_CLIENT_ID = 'tasman-web'

/** Tokens that people create for their own scripts. Each token is counted separately. */
export const PERSONAL_CLIENT_ID = 'tasman-personal'

/** Whether the person acts in the web app, not through an application or a session opened by a partner. */
export function isOwnSession({ clientId, openedById }: Caller): boolean {
  return clientId === WEB_CLIENT_ID && openedById === null
}

// One upsert counts the call for its connection and its application. It is exact across processes, unlike
// counters in memory. It also reads by how much an operator has raised the limits of both.
const COUNT = `with raised as (
  select max(factor) filter (where coalesce(client_id, $3) = $3 and coalesce(customer_id, $4) = $4) as connection,
    max(factor) filter (where client_id = $3) as application
  from limit_raises where ended_at is null and (client_id = $3 or customer_id = $4))
insert into rate_buckets as b (bucket, window_start, hits) select bucket, $2, 1 from unnest($1::text[]) bucket
on conflict (bucket) do update set
  hits = case when b.window_start = excluded.window_start then b.hits + 1 else 1 end,
  window_start = excluded.window_start
returning bucket, hits, (select connection from raised), (select application from raised)`

type Counted = { bucket: string; hits: number; connection: number | null; application: number | null }

/** The calls per minute of a connection, by class. */
export function limitsOf(settings: Settings): Record<Exclude<LimitClass, 'none'>, number> {
  return {
    default: settings.limitDefault,
    lookup: settings.limitLookup,
    pays: settings.limitPays,
    termination: settings.limitTermination,
  }
}

/** The current minute for counting calls, in seconds since 1970. */
export function limitWindow(clock: Clock): { start: number; end: number } {
  const now = Math.floor(clock.now().getTime() / 1000)
  const start = now - (now % WINDOW_SECONDS)
  return { start, end: start + WINDOW_SECONDS }
}

/** Counts a call against its limits. Responds with 429 in the `error` format once one is exceeded. */
export function createRateLimiter(settings: Settings, clock: Clock, pool: pg.Pool) {
  /**
   * An application's connection with one customer has the limit. The application over all its customers has a
   * multiple of it.
   */
  const ofApplication = (limitClass: LimitClass, { clientId, customerId }: Caller, limit: number) => [
    { bucket: `${limitClass}:${clientId}:${customerId}`, limit },
    {
      bucket: `${limitClass}:${clientId}`,
      limit: limit * settings.limitApplicationFactor,
      isOfApplication: true,
    },
  ]
  const perMinute = limitsOf(settings)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const limitClass = request.routeOptions.config.limit ?? 'default'
    const caller = request.caller
    if (!settings.rateLimits || limitClass === 'none' || request.is404 || caller?.isJob) return undefined
    const counted: { bucket: string; limit: number; isOfApplication?: boolean }[] = !caller
      ? [{ bucket: `${limitClass}:ip:${request.ip}`, limit: perMinute[limitClass] }]
      : caller.clientId === WEB_CLIENT_ID
        ? [{ bucket: `web:${caller.userId}`, limit: settings.limitWeb }]
        : caller.clientId === PERSONAL_CLIENT_ID
          ? [{ bucket: `${limitClass}:personal:${caller.grantId}`, limit: perMinute[limitClass] }]
          : ofApplication(limitClass, caller, perMinute[limitClass])
    const nowSeconds = Math.floor(clock.now().getTime() / 1000)
    const windowStart = nowSeconds - (nowSeconds % WINDOW_SECONDS)
    const { rows } = await pool.query<Counted>(COUNT, [
      counted.map(({ bucket }) => bucket),
      windowStart,
      caller?.clientId ?? null,
      caller?.customerId ?? null,
    ])
    const found = new Map(rows.map((row) => [row.bucket, row]))
    const [tightest] = counted
      .map(({ bucket, limit: usual, isOfApplication }) => {
        const row = found.get(bucket)
        const limit = usual * ((isOfApplication ? row?.application : row?.connection) ?? 1)
        return { limit, left: limit - (row?.hits ?? 1) }
      })
      .sort((a, b) => a.left - b.left)
    const { limit, left } = present(tightest)
    const resetSeconds = windowStart + WINDOW_SECONDS - nowSeconds
    reply.headers({
      'ratelimit-limit': limit,
      'ratelimit-remaining': Math.max(0, left),
      'ratelimit-reset': resetSeconds,
    })
    if (left >= 0) return undefined
    return reply
      .code(429)
      .header('retry-after', resetSeconds)
      .send({ error: `Rate limit exceeded: ${limit} per 1 minute`, code: 'rate_limited' })
  }
}

/** Deletes the counters of past minutes. */
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
 * Refuses spikes from one address: more than a number of requests within any second. Only accepted requests
 * count, so a steady stream above the limit still gets the limit.
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
    return reply
      .code(429)
      .header('retry-after', '1')
      .send({ detail: 'Too Many Requests', code: 'rate_limited' })
  }
}
