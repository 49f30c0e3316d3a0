export type Verb = 'created' | 'updated' | 'deleted'

/** The event recorded earlier for the same entity, and whether it can still be changed. */
export type Earlier = {
  verb: Verb
  /** The earlier event was recorded in the current, still open transaction. */
  isSameCommit: boolean
  /** The earlier event is still queued and was never sent. */
  isUnattempted: boolean
}

/**
 * How a change is queued:
 * - `add` queues a new delivery.
 * - `rewrite` rebuilds the payload of the earlier delivery, which keeps its verb.
 * - `replace` removes the earlier delivery and queues the new one.
 * - `cancel` removes the earlier delivery and queues nothing.
 */
export type Outcome = 'add' | 'rewrite' | 'replace' | 'cancel'

/**
 * The coalescing rule. Across commits, only a repeat of the same event is rewritten, and only before it was
 * sent. The partial unique index webhook_deliveries_coalesce enforces that half under concurrency. Within one
 * commit no one can have seen the earlier state, so the listener gets one event for the whole commit.
 */
export function coalesce(earlier: Earlier | undefined, next: Verb): Outcome {
  if (!earlier?.isUnattempted) return 'add'
  if (earlier.verb === next) return 'rewrite'
  if (!earlier.isSameCommit) return 'add'
  if (earlier.verb === 'created') return next === 'updated' ? 'rewrite' : 'cancel'
  if (earlier.verb === 'updated' && next === 'deleted') return 'replace'
  return 'add'
}
