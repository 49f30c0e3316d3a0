const CAUTIOUS = 4
const FASTEST = 32
const SLOW_MS = 1000

type Endpoint = { inFlight: number; bound: number }

/**
 * How many attempts may be in flight per endpoint. Each starts with a few and earns more by answering well; a slow or
 * failing one falls back, so that it holds few of the process's connections and never those of another.
 */
export type Pace = {
  begin(endpointId: number): void
  end(endpointId: number, isOk: boolean, tookMs: number): void
  /** Free places of the endpoints with something in flight; any other endpoint has `each`. */
  room(): { total: number; each: number; byEndpoint: Map<number, number> }
}

export function createPace(maxInFlight: number): Pace {
  const endpoints = new Map<number, Endpoint>()
  let total = 0
  return {
    begin(endpointId) {
      const endpoint = endpoints.get(endpointId) ?? { inFlight: 0, bound: CAUTIOUS }
      endpoint.inFlight += 1
      total += 1
      endpoints.set(endpointId, endpoint)
    },
    end(endpointId, isOk, tookMs) {
      const endpoint = endpoints.get(endpointId)
      if (!endpoint) return
      endpoint.inFlight -= 1
      total -= 1
      endpoint.bound = isOk && tookMs < SLOW_MS ? Math.min(FASTEST, endpoint.bound + 1) : CAUTIOUS
      if (endpoint.inFlight === 0 && endpoint.bound === CAUTIOUS) endpoints.delete(endpointId)
    },
    room: () => ({
      total: maxInFlight - total,
      each: CAUTIOUS,
      byEndpoint: new Map(
        [...endpoints].map(([id, { inFlight, bound }]) => [id, Math.max(0, bound - inFlight)]),
      ),
    }),
  }
}
