import { monotonicMs } from '../../../kernel/clock.ts'
import type { Service } from '../../../service.ts'
import type { Claim, Room } from './claim-queries.ts'
import type { ClaimQueue } from './claim-queue.ts'
import { createEndpointThrottle } from './endpoint-throttle.ts'
import type { Post } from './post.ts'
import type { Ended } from './results.ts'

const MAX_IN_FLIGHT = 512
// A claim that waited longer is returned. Its endpoint may be off by now, and the lease must outlast the
// attempt.
const START_WITHIN_MS = 1000

/** The attempts of a sender and the results still to be recorded. The sweeps of several clocks share them. */
export type Attempts = {
  counts(): { inFlight: number; results: number; overdue: number }
  /** How many deliveries may be claimed now. */
  room(): Room
  /**
   * Queues claims and starts as many as the throttle of their endpoints allows. Each attempt that ends starts
   * the next.
   */
  start(claims: readonly Claim[], queue: ClaimQueue, claimedMs: number): void
  /** Ends claims whose entity no longer exists, without an attempt. */
  skip(claims: readonly Claim[]): void
  /** Marks every queued claim as overdue. */
  abandon(queue: ClaimQueue): void
  takeResults(): Ended[]
  /** Puts back results that could not be recorded. */
  keepResults(ended: readonly Ended[]): void
  takeOverdue(): Claim[]
  /**
   * Waits until the condition is true, at most for this time. The condition is checked after every attempt.
   */
  until(isSo: () => boolean, atMostMs: number): Promise<void>
}

export function createAttempts(service: Service, post: Post): Attempts {
  const throttle = createEndpointThrottle(MAX_IN_FLIGHT)
  const results: Ended[] = []
  const overdue: Claim[] = []
  const waiters = new Set<() => void>()
  let inFlight = 0
  const leadMs = () => service.sandbox()?.leadMs ?? 0

  const start = async (claim: Claim, queue: ClaimQueue): Promise<void> => {
    inFlight += 1
    throttle.begin(claim.endpoint_id)
    const startedMs = monotonicMs()
    const outcome = await post.send(claim)
    throttle.end(claim.endpoint_id, outcome.isOk, monotonicMs() - startedMs)
    results.push({ claim, outcome, leadMs: leadMs() })
    inFlight -= 1
    startNext(claim.endpoint_id, queue)
    for (const check of waiters) check()
  }

  const giveUp = (claims: readonly Claim[]): void => {
    for (const { endpoint_id } of claims) throttle.giveBack(endpoint_id)
    overdue.push(...claims)
  }

  const startNext = (endpointId: number, queue: ClaimQueue): void => {
    giveUp(queue.takeOlder(endpointId, monotonicMs() - START_WITHIN_MS))
    while (throttle.mayBegin(endpointId)) {
      const next = queue.take(endpointId)
      if (!next) return
      void start(next, queue)
    }
  }

  return {
    counts: () => ({ inFlight, results: results.length, overdue: overdue.length }),
    room: () => throttle.room(),
    start(claims, queue, claimedMs) {
      for (const claim of claims) {
        throttle.wait(claim.endpoint_id)
        queue.add(claim, claimedMs)
      }
      for (const endpointId of queue.endpointIds) startNext(endpointId, queue)
    },
    skip(claims) {
      for (const claim of claims) results.push({ claim, outcome: 'gone', leadMs: leadMs() })
    },
    abandon: (queue) => giveUp(queue.takeAll()),
    takeResults: () => results.splice(0),
    keepResults: (ended) => void results.push(...ended),
    takeOverdue: () => overdue.splice(0),
    until: (isSo, atMostMs) =>
      new Promise((resolve) => {
        if (isSo()) return resolve()
        const end = () => {
          clearTimeout(timer)
          waiters.delete(check)
          resolve()
        }
        const check = () => {
          if (isSo()) end()
        }
        const timer = setTimeout(end, atMostMs)
        waiters.add(check)
      }),
  }
}
