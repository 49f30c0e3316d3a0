export type Verb = 'created' | 'updated' | 'deleted'

/** What was recorded for the same entity before, and whether it can still be changed. */
export type Earlier = {
  verb: Verb
  /** Recorded by the transaction that is still open. */
  isSameCommit: boolean
  /** Still queued, and never sent. */
  isUnattempted: boolean
}

/**
 * What becomes of a change:
 * `add` queues a delivery of its own; `rewrite` rebuilds the payload of the earlier one, which keeps its verb;
 * `replace` removes the earlier one and queues the new one; `cancel` removes it and queues nothing.
 */
export type Outcome = 'add' | 'rewrite' | 'replace' | 'cancel'

/**
 * The coalescing rule. Over several commits only the same event is rewritten, and only before it was sent:
 * the partial unique index webhook_deliveries_coalesce enforces that half of the rule under concurrency.
 * Within one commit no one can have seen the earlier state, so the listener gets one event for the whole of it.
 */
export function coalesce(earlier: Earlier | undefined, next: Verb): Outcome {
  if (!earlier?.isUnattempted) return 'add'
  if (earlier.verb === next) return 'rewrite'
  if (!earlier.isSameCommit) return 'add'
  if (earlier.verb === 'created') return next === 'updated' ? 'rewrite' : 'cancel'
  if (earlier.verb === 'updated' && next === 'deleted') return 'replace'
  return 'add'
}
