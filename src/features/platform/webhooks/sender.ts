import { monotonicMs } from '../../../kernel/clock.ts'
import type { Service } from '../../../service.ts'
import { createAttempts } from './attempts.ts'
import { ClaimQueue } from './claim-queue.ts'
import { createPost, type PostOptions } from './post.ts'
import { createRoundTrip, type Sweep } from './round-trip.ts'
import { firstState, isWait, nextState, type SenderFacts, type SenderState, WAITS } from './sender-states.ts'

/** Sends due deliveries until none is due or in flight. Once stopped, it only waits for those in flight. */
export type Sender = { sweep(stopped?: AbortSignal): Promise<void>; close(): Promise<void> }

/**
 * Claims in batches, sends each delivery separately, and records results in batches. All state that must
 * survive is in the database, so the process may be killed at any moment. This is the loop that runs the
 * states of `sender-states.ts`.
 */
export function createSender(service: Service, options: PostOptions = {}): Sender {
  const post = createPost(service, options)
  const attempts = createAttempts(service, post)
  const roundTrip = createRoundTrip(service, attempts)
  return {
    async sweep(stopped) {
      const sweep: Sweep = {
        queue: new ClaimQueue(),
        mayMoreBeDue: true,
        claimedMs: Number.NEGATIVE_INFINITY,
      }
      let failure: { reason: unknown } | undefined
      const facts = (): SenderFacts => ({
        ...attempts.counts(),
        nowMs: monotonicMs(),
        isStopped: stopped?.aborted ?? false,
        hasFailed: failure !== undefined,
        queued: sweep.queue.size,
        mayMoreBeDue: sweep.mayMoreBeDue,
        claimedMs: sweep.claimedMs,
      })
      let state: SenderState = firstState(facts())
      while (state !== 'finished' && state !== 'failed') {
        if (isWait(state)) {
          const { atMostMs, isOver } = WAITS[state]
          await attempts.until(() => isOver(facts()), atMostMs)
        } else
          await roundTrip.make(state, sweep).catch((reason: unknown) => {
            failure = { reason }
          })
        state = nextState(state, facts())
      }
      if (state === 'finished') return
      await roundTrip.abandon(sweep)
      throw failure?.reason
    },
    close: () => post.close(),
  }
}
