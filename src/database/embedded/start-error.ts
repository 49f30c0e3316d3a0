/**
 * The embedded database cannot start for a reason that the operator can fix. The message is complete, so no
 * stack is needed.
 */
export class StartError extends Error {
  override name = 'StartError'
}
