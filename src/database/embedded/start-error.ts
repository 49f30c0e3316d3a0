/** The embedded database cannot start for a reason that the operator can fix: the message is the whole story. */
export class StartError extends Error {
  override name = 'StartError'
}
