import { monotonicMs } from '../../../kernel/clock.ts'

const CAUTIOUS = 4
const FASTEST = 32
const SLOW_MS = 1000
/** Claims deliveries early, up to the limit, when they are due within the window. */
const AHEAD = { ms: 250, most: 256 }
/** Deliveries that may wait for their turn over all endpoints. */
const WAITING_MAX = 2048
/** How long an endpoint at rest is remembered. */
const REMEMBERED_MS = 60_000
/** How much of what an endpoint is known to take the last answer makes up. */
const LAST_ANSWER = 0.2

type Endpoint = {
  inFlight: number
  waiting: number
  bound: number
  tookMs: number | undefined
  usedMs: number
}

/**
 * How many attempts may be in flight per endpoint. Each starts with a few and earns more by answering well; a slow or
 * failing one falls back, so that it holds few of the process's connections and never those of another. What an endpoint that
 * answers soon takes in the next moment may be claimed already, and waits for its turn.
 */
export type EndpointThrottle = {
  /** One was claimed. */
  wait(endpointId: number): void
  /** One that waited is not sent now. */
  giveBack(endpointId: number): void
  mayBegin(endpointId: number): boolean
  /** One that waited is sent. */
  begin(endpointId: number): void
  end(endpointId: number, isOk: boolean, tookMs: number): void
  /** How many to claim of the endpoints that are known; any other endpoint has `each`. */
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
      // It takes longer than it did: nothing is claimed ahead until it has answered again.
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

/** One slow answer counts at once: nothing more is claimed ahead. */
const smoothed = (beforeMs: number | undefined, tookMs: number): number =>
  beforeMs === undefined || tookMs >= SLOW_MS ? tookMs : beforeMs + (tookMs - beforeMs) * LAST_ANSWER

/** What waits is filled up when less waits than one flight takes: few claims of many, not many of few. */
function roomOf({ inFlight, waiting, bound, tookMs }: Endpoint): number {
  if (waiting >= bound) return 0
  const ahead =
    tookMs === undefined ? 0 : Math.min(AHEAD.most, Math.floor((bound * AHEAD.ms) / Math.max(1, tookMs)))
  return Math.max(0, bound + ahead - inFlight - waiting)
}
