import type { Outcome } from './attempt.ts'
import type { Claim, Result } from './claim-queries.ts'

export const MAX_ATTEMPTS = 8

/**
 * An attempt that ended, and how far ahead its sandbox clock is. `gone` means that the entity was deleted
 * before it could be sent.
 */
export type Ended = { claim: Claim; outcome: Outcome | 'gone'; leadMs: number }

const REMOVED = 'The record was removed before the event could be sent'

/**
 * The results of attempts that ended together. They all use the same time, shifted by each sandbox's clock,
 * so deliveries that failed together are retried together.
 */
export function resultsOf(ended: readonly Ended[], nowMs: number, waitsSeconds: readonly number[]): Result[] {
  return ended.map(({ claim, outcome, leadMs }) =>
    resultOf(claim, outcome, new Date(nowMs + leadMs), waitsSeconds),
  )
}

/** The next state of a delivery after an attempt. */
function resultOf(
  claim: Claim,
  outcome: Ended['outcome'],
  now: Date,
  waitsSeconds: readonly number[],
): Result {
  if (outcome === 'gone')
    return { claim, state: 'skipped', at: now, nextAt: now, responseStatus: null, error: REMOVED }
  const made = claim.attempts - claim.earlier_attempts
  const state = outcome.isOk ? 'delivered' : made < MAX_ATTEMPTS ? 'retry' : 'failed'
  const waitMs = (waitsSeconds[made - 1] ?? waitsSeconds.at(-1) ?? 0) * 1000
  return {
    claim,
    state,
    at: now,
    nextAt: state === 'retry' ? new Date(now.getTime() + waitMs) : now,
    responseStatus: outcome.responseStatus,
    error: outcome.error,
  }
}
