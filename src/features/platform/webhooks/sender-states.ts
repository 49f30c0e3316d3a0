/*
 * A sweep of the sender is always in one of these states. Attempts run in parallel to it. In every state, an
 * attempt that ends starts the next claim waiting for the same endpoint. The state only describes the sweep
 * itself.
 *
 * Three states are a round trip to the database. Each first frees the deliveries of a process that died, at
 * most once a second.
 * - **claiming**: claims more deliveries, and at the same time records results and returns overdue claims.
 *   New claims are sent as far as the throttle of their endpoint allows. The others wait in the queue.
 * - **recording**: the same without claiming. Either enough claims wait in the queue, or the last claim took
 *   everything due and was made less than LOOK_AGAIN_MS ago.
 * - **draining**: the service is stopping. Returns every claim that was not sent, records results, and claims
 *   nothing.
 * Each leads to:
 *   - failed, when a statement failed;
 *   - finished, when nothing is left: no attempt, result or claim in this process, and nothing due in the
 *     database. A stopped sweep leaves due deliveries to other processes;
 *   - waiting, otherwise.
 *
 * Three states wait for attempts. Each ends at once when none is in flight, and each leads to the next one or
 * to a round trip.
 * - **waiting**: for the first result, at most LOOK_AGAIN_MS. Leads to gathering while enough claims wait in
 *   the queue, otherwise to settling. With no attempt in flight, it leads to a round trip.
 * - **gathering**: the queue keeps the endpoints busy, so results may accumulate, at most GATHER_MS. Leads to
 *   settling when the queue runs low or the time is over. With no attempt in flight, it leads to a round trip.
 * - **settling**: for results that follow closely, at most SETTLE_MS, so one statement records them all.
 *   Leads to a round trip.
 * The round trip is draining when the sweep is stopped. It is claiming when more may be due and the queue
 * runs low, or when the last claim was LOOK_AGAIN_MS ago. Otherwise it is recording.
 *
 * Two states end the sweep.
 * - **finished**: returns to the caller.
 * - **failed**: returns every claim that was not sent, so no process has to wait for the lease, and throws.
 *
 * A process may die in any state. Claims have a lease in the database, and deliveries without a recorded
 * result are sent again.
 */

export type RoundTrip = 'claiming' | 'recording' | 'draining'
type Wait = 'waiting' | 'gathering' | 'settling'
type End = 'finished' | 'failed'
export type SenderState = RoundTrip | Wait | End

/** Everything that a transition depends on. */
export type SenderFacts = {
  nowMs: number
  isStopped: boolean
  /** A statement of the round trip failed. */
  hasFailed: boolean
  /** Attempts in flight, over all sweeps of the sender. */
  inFlight: number
  /** Results that are not recorded yet. */
  results: number
  /** Claims waiting for capacity at their endpoint. */
  queued: number
  /** Claims that waited too long and are not returned yet. */
  overdue: number
  /** The database may have more deliveries that are due. */
  mayMoreBeDue: boolean
  /** When the sweep last claimed deliveries. */
  claimedMs: number
}

const LOOK_AGAIN_MS = 250
const GATHER_MS = 25
const SETTLE_MS = 5
/** This number of queued claims keeps the endpoints busy for a moment. */
const ENOUGH = 32

/** The maximum wait of each state, and the condition that ends it earlier. */
export const WAITS: Record<Wait, { atMostMs: number; isOver(facts: SenderFacts): boolean }> = {
  waiting: { atMostMs: LOOK_AGAIN_MS, isOver: ({ inFlight, results }) => inFlight === 0 || results > 0 },
  gathering: { atMostMs: GATHER_MS, isOver: ({ inFlight, queued }) => inFlight === 0 || queued < ENOUGH },
  settling: { atMostMs: SETTLE_MS, isOver: ({ inFlight }) => inFlight === 0 },
}

export const isWait = (state: RoundTrip | Wait): state is Wait => state in WAITS

/** The state in which a sweep starts. */
export const firstState = (facts: SenderFacts): RoundTrip => roundTrip(facts)

/** The state that follows once a state has finished its work or its wait. */
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
