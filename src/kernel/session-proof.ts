import { AsyncLocalStorage } from 'node:async_hooks'
import { Problem } from './problem.ts'

/** Whether the session of the person at the screen owes a proof before sensitive work. Applications and jobs have none. */
const sessions = new AsyncLocalStorage<{ mustProve: boolean }>()

/** Does work for the session of a person. */
export function withinSession<T>(session: { mustProve: boolean }, work: () => T): T {
  return sessions.run({ mustProve: session.mustProve }, work)
}

/**
 * Asked before sensitive work: bank accounts, showing tax numbers, exports, keys and approvals. Refuses a person whose account wants
 * the password or the second factor again by now; the web app asks for it and repeats the request.
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
