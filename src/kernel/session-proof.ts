import { AsyncLocalStorage } from 'node:async_hooks'
import { Problem } from './problem.ts'

/** Whether the user's session must confirm its identity before sensitive work. Applications and jobs have no session. */
const sessions = new AsyncLocalStorage<{ mustProve: boolean }>()

/** Runs work for a user's session. */
export function withinSession<T>(session: { mustProve: boolean }, work: () => T): T {
  return sessions.run({ mustProve: session.mustProve }, work)
}

/**
 * Called before sensitive work: bank accounts, showing tax numbers, exports, keys and approvals. Refuses a user who must enter
 * the password or the second factor again. The web app then asks for it and repeats the request.
 */
export function requireProof(): void {
  if (sessions.getStore()?.mustProve)
    throw new Problem(
      403,
      'Enter your password or second factor again, then repeat this.',
      'detail',
      {},
      'proof_required',
    )
}
