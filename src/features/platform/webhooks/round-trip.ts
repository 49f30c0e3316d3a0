import { monotonicMs } from '../../../kernel/clock.ts'
import type { Service } from '../../../service.ts'
import type { Attempts } from './attempts.ts'
import { createBodyWriter } from './bodies.ts'
import { type Claim, claimDue, giveBack, reclaimAbandoned, writeResults } from './claim-queries.ts'
import type { ClaimQueue } from './claim-queue.ts'
import { MAX_ATTEMPTS, resultsOf } from './results.ts'
import type { RoundTrip } from './sender-states.ts'

// Longer than any attempt, so a delivery has one sender at a time. Short enough to resume soon after a crash.
const LEASE_MS = 15_000
const RECLAIM_EVERY_MS = 1000

/** The state of one sweep. It need not survive a crash. */
export type Sweep = { queue: ClaimQueue; mayMoreBeDue: boolean; claimedMs: number }

/**
 * Exchanges claims and results with the database, in the three round trips described in `sender-states.ts`.
 * Rethrows database errors.
 */
export function createRoundTrip(service: Service, attempts: Attempts) {
  const { settings, clock, systemClock, database } = service
  const sandboxId = () => service.sandbox()?.customerId ?? null
  const writeBodies = createBodyWriter(service)
  let reclaimedMs = 0

  const freeAbandoned = async (): Promise<void> => {
    const now = clock.now()
    if (Math.abs(now.getTime() - reclaimedMs) < RECLAIM_EVERY_MS) return
    await reclaimAbandoned(database.query, now, MAX_ATTEMPTS, sandboxId())
    reclaimedMs = now.getTime()
  }

  /** Returns whether one of the results is due again at once. */
  const recordResults = async (): Promise<boolean> => {
    const ended = attempts.takeResults()
    if (ended.length === 0) return false
    const results = resultsOf(ended, systemClock.now().getTime(), settings.webhookRetryWaits)
    try {
      await writeResults(database, results)
    } catch (error) {
      attempts.keepResults(ended)
      throw error
    }
    return results.some(({ state, at, nextAt }) => state === 'retry' && nextAt <= at)
  }

  /** Returns whether there was a claim to return. */
  const returnOverdue = async (): Promise<boolean> => {
    const claims = attempts.takeOverdue()
    if (claims.length > 0) await giveBack(database, claims)
    return claims.length > 0
  }

  /** Writes missing bodies before sending. Deliveries that already have a body do not wait for that. */
  const startClaims = async (claims: readonly Claim[], queue: ClaimQueue): Promise<void> => {
    const claimedMs = monotonicMs()
    const unwritten = claims.filter(({ body }) => body === null)
    attempts.start(
      claims.filter(({ body }) => body !== null),
      queue,
      claimedMs,
    )
    if (unwritten.length === 0) return
    const { ready, gone } = await writeBodies(unwritten)
    attempts.start(ready, queue, claimedMs)
    attempts.skip(gone)
  }

  const claim = (sweep: Sweep) => {
    sweep.claimedMs = monotonicMs()
    return claimDue(database, clock.now(), LEASE_MS, attempts.room(), sandboxId())
  }

  return {
    async make(kind: RoundTrip, sweep: Sweep): Promise<void> {
      await freeAbandoned()
      if (kind === 'draining') attempts.abandon(sweep.queue)
      // All in parallel, because they do not depend on each other. Received claims are sent even if another
      // statement failed.
      const [recorded, claimed, returned] = await Promise.allSettled([
        recordResults(),
        kind === 'claiming' ? claim(sweep) : undefined,
        returnOverdue(),
      ])
      const arrived = claimed.status === 'fulfilled' ? claimed.value : undefined
      await startClaims(arrived?.claims ?? [], sweep.queue)
      for (const part of [recorded, claimed, returned]) if (part.status === 'rejected') throw part.reason
      if (arrived) sweep.mayMoreBeDue = arrived.mayMoreWait
      for (const part of [recorded, returned])
        if (part.status === 'fulfilled' && part.value) sweep.mayMoreBeDue = true
    },
    /**
     * Returns every claim that was not sent. If that fails, the claims are freed when their lease expires.
     */
    async abandon({ queue }: Sweep): Promise<void> {
      attempts.abandon(queue)
      await returnOverdue().catch(() => {})
    },
  }
}
