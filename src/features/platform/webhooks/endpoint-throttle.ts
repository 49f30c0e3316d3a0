import { monotonicMs } from '../../../kernel/clock.ts'

const CAUTIOUS = 4
const FASTEST = 32
const SLOW_MS = 1000
/** Claims deliveries early, up to the limit, when they are due within the window. */
const AHEAD = { ms: 250, most: 256 }
/** The limit of waiting deliveries over all endpoints. */
const WAITING_MAX = 2048
/** How long an idle endpoint is remembered. */
const REMEMBERED_MS = 60_000
/** The weight of the last response in an endpoint's average response time. */
const LAST_ANSWER = 0.2

type Endpoint = {
  inFlight: number
  waiting: number
  bound: number
  tookMs: number | undefined
  usedMs: number
}

/**
 * Limits the attempts in flight per endpoint. Each endpoint starts with a few and gets more by responding
 * quickly. A slow or failing endpoint drops back, so it uses few of the process's connections and never those
 * of another endpoint. For a fast endpoint, deliveries for the next moment are claimed early and wait in the
 * queue.
 */
export type EndpointThrottle = {
  /** Counts a claimed delivery as waiting. */
  wait(endpointId: number): void
  /** Removes a waiting delivery that is not sent now. */
  giveBack(endpointId: number): void
  mayBegin(endpointId: number): boolean
  /** Moves a waiting delivery into flight. */
  begin(endpointId: number): void
  end(endpointId: number, isOk: boolean, tookMs: number): void
  /** How many deliveries to claim for the known endpoints. Any other endpoint gets `each`. */
  room(): { total: number; each: number; byEndpoint: Map<number, number> }
}

export function createEndpointThrottle(
  maxInFlight: number,
  nowMs: () => number = monotonicMs,
): EndpointThrottle {
  const endpoints = new Map<number, Endpoint>()
  let inFlight = 0
  let waiting = 0
  const known = (endpointId: number): Endpoint => {
    const endpoint = endpoints.get(endpointId) ?? {
      inFlight: 0,
      waiting: 0,
      bound: CAUTIOUS,
      tookMs: undefined,
      usedMs: nowMs(),
    }
    endpoints.set(endpointId, endpoint)
    return endpoint
  }
  const forgetThoseAtRest = () => {
    const sinceMs = nowMs() - REMEMBERED_MS
    for (const [id, endpoint] of endpoints)
      if (endpoint.inFlight + endpoint.waiting === 0 && endpoint.usedMs < sinceMs) endpoints.delete(id)
  }
  const leave = (endpoint: Endpoint) => {
    endpoint.waiting -= 1
    waiting -= 1
  }
  return {
    wait(endpointId) {
      known(endpointId).waiting += 1
      waiting += 1
    },
    giveBack(endpointId) {
      const endpoint = known(endpointId)
      leave(endpoint)
      // The endpoint has become slower. Nothing is claimed early until it has responded again.
      endpoint.tookMs = undefined
    },
    mayBegin: (endpointId) => inFlight < maxInFlight && known(endpointId).inFlight < known(endpointId).bound,
    begin(endpointId) {
      const endpoint = known(endpointId)
      leave(endpoint)
      endpoint.inFlight += 1
      inFlight += 1
    },
    end(endpointId, isOk, tookMs) {
      const endpoint = known(endpointId)
      endpoint.inFlight -= 1
      inFlight -= 1
      endpoint.bound = isOk && tookMs < SLOW_MS ? Math.min(FASTEST, endpoint.bound + 1) : CAUTIOUS
      endpoint.tookMs = smoothed(endpoint.tookMs, tookMs)
      endpoint.usedMs = nowMs()
    },
    room() {
      forgetThoseAtRest()
      return {
        total: maxInFlight + WAITING_MAX - inFlight - waiting,
        each: CAUTIOUS,
        byEndpoint: new Map([...endpoints].map(([id, endpoint]) => [id, roomOf(endpoint)])),
      }
    },
  }
}

/** One slow response counts fully at once, so nothing more is claimed early. */
const smoothed = (beforeMs: number | undefined, tookMs: number): number =>
  beforeMs === undefined || tookMs >= SLOW_MS ? tookMs : beforeMs + (tookMs - beforeMs) * LAST_ANSWER

/**
 * Refills the queue only when fewer claims wait than may be in flight. That makes a few large claims instead
 * of many small ones.
 */
function roomOf({ inFlight, waiting, bound, tookMs }: Endpoint): number {
  if (waiting >= bound) return 0
  const ahead =
    tookMs === undefined ? 0 : Math.min(AHEAD.most, Math.floor((bound * AHEAD.ms) / Math.max(1, tookMs)))
  return Math.max(0, bound + ahead - inFlight - waiting)
}
