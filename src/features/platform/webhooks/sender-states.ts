/*
 * A sweep of the sender is always in one of these states. Attempts run beside it: the end of one starts the next claim that waits
 * for the same endpoint, in every state. The state says only what the sweep itself is doing.
 *
 * Three states are a round trip to the database. Each first frees the deliveries of a process that died, at most once a second.
 * - **claiming**: claims more deliveries, and at the same time records results and returns overdue claims. Claims that
 *   arrive are sent as far as the throttle of their endpoint allows; the others wait in the queue.
 * - **recording**: the same without a claim. Enough claims wait in the queue, or the last claim took all that was due and was made
 *   less than LOOK_AGAIN_MS ago.
 * - **draining**: the service is stopping. Returns every claim that was not sent, records results, claims nothing.
 * Each leads to
 *   - failed, when a statement failed;
 *   - finished, when nothing is left: no attempt, result or claim in this process, and nothing due in the database. A sweep
 *     that is stopped leaves what is due to others;
 *   - waiting, otherwise.
 *
 * Three states wait for attempts. Each ends at once when none is in flight, and each leads to the next or to a round trip.
 * - **waiting**: for the first result, at most LOOK_AGAIN_MS. Leads to gathering while enough claims wait in the queue, and else to
 *   settling; with no attempt in flight, to a round trip.
 * - **gathering**: the queue keeps the endpoints busy, so results may add up, at most GATHER_MS. Leads to settling when the queue
 *   runs low or the time is over; with no attempt in flight, to a round trip.
 * - **settling**: for results that follow closely, at most SETTLE_MS, so that one statement records them all. Leads to a round trip.
 * The round trip is draining when the sweep is stopped; claiming when more may be due and the queue runs low, or when the last
 * claim was LOOK_AGAIN_MS ago; recording otherwise.
 *
 * Two states end the sweep.
 * - **finished**: returns to the caller.
 * - **failed**: returns every claim that was not sent, so that no process has to wait for the lease, and throws.
 *
 * A process may die in any state: claims have a lease in the database, and results that were not recorded are sent again.
 */

export type RoundTrip = 'claiming' | 'recording' | 'draining'
type Wait = 'waiting' | 'gathering' | 'settling'
type End = 'finished' | 'failed'
export type SenderState = RoundTrip | Wait | End

/** All that a transition depends on. */
export type SenderFacts = {
  nowMs: number
  isStopped: boolean
  /** A statement of the round trip failed. */
  hasFailed: boolean
  /** Attempts under way, over all sweeps of the sender. */
  inFlight: number
  /** Results that are not recorded yet. */
  results: number
  /** Claims that wait until their endpoint has room. */
  queued: number
  /** Claims that waited too long and are not returned yet. */
  overdue: number
  /** The database may hold more deliveries that are due. */
  mayMoreBeDue: boolean
  /** When the sweep last asked the database for deliveries. */
  claimedMs: number
}

const LOOK_AGAIN_MS = 250
const GATHER_MS = 25
const SETTLE_MS = 5
/** This number of claims in the queue keeps the endpoints busy for a moment. */
const ENOUGH = 32

/** How long a state waits at most, and what ends it earlier. */
export const WAITS: Record<Wait, { atMostMs: number; isOver(facts: SenderFacts): boolean }> = {
  waiting: { atMostMs: LOOK_AGAIN_MS, isOver: ({ inFlight, results }) => inFlight === 0 || results > 0 },
  gathering: { atMostMs: GATHER_MS, isOver: ({ inFlight, queued }) => inFlight === 0 || queued < ENOUGH },
  settling: { atMostMs: SETTLE_MS, isOver: ({ inFlight }) => inFlight === 0 },
}

export const isWait = (state: RoundTrip | Wait): state is Wait => state in WAITS

/** The state in which a sweep starts. */
export const firstState = (facts: SenderFacts): RoundTrip => roundTrip(facts)

/** The state after one that has done its work or waited its time. */
export function nextState(state: Exclude<SenderState, End>, facts: SenderFacts): SenderState {
  switch (state) {
    case 'claiming':
    case 'recording':
    case 'draining':
      if (facts.hasFailed) return 'failed'
      return isDone(facts) ? 'finished' : 'waiting'
    case 'waiting':
      if (facts.inFlight === 0) return roundTrip(facts)
      return facts.queued >= ENOUGH ? 'gathering' : 'settling'
    case 'gathering':
      return facts.inFlight === 0 ? roundTrip(facts) : 'settling'
    case 'settling':
      return roundTrip(facts)
  }
}

function roundTrip({ nowMs, isStopped, mayMoreBeDue, queued, claimedMs }: SenderFacts): RoundTrip {
  if (isStopped) return 'draining'
  const isHungry = mayMoreBeDue && queued < ENOUGH
  return isHungry || nowMs - claimedMs >= LOOK_AGAIN_MS ? 'claiming' : 'recording'
}

function isDone({ inFlight, results, queued, overdue, isStopped, mayMoreBeDue }: SenderFacts): boolean {
  const isEmpty = inFlight + results + queued + overdue === 0
  return isEmpty && (isStopped || !mayMoreBeDue)
}
