import { AsyncLocalStorage } from 'node:async_hooks'
import { Problem } from './problem.ts'

type Session = {
  /** The session must confirm its identity before sensitive work. */
  mustProve: boolean
  /** An identity provider opened the session. */
  isByProvider: boolean
  hasSecondFactor: boolean
}

/** The user's session. Applications and jobs have none. */
const sessions = new AsyncLocalStorage<Session>()

/** Runs work for a user's session. */
export function withinSession<T>({ mustProve, isByProvider, hasSecondFactor }: Session, work: () => T): T {
  return sessions.run({ mustProve, isByProvider, hasSecondFactor }, work)
}

/**
 * Called before an approval. The manager of an identity provider can sign in as anyone, so its word alone does not
 * make a second person: the person needs a second factor of their own.
 */
export function requireOwnFactor(): void {
  const session = sessions.getStore()
  if (session?.isByProvider && !session.hasSecondFactor)
    throw new Problem(
      403,
      'Your organisation signed you in. Set up a second factor of your own under "Your account" before you approve.',
      'detail',
      {},
      'second_factor_required',
    )
}

/** Whether sensitive work would be refused now. Lets callers skip work that only finds out whether it is sensitive. */
export const isProofDue = (): boolean => sessions.getStore()?.mustProve === true

/**
 * Called before sensitive work: bank accounts, showing tax numbers, exports, keys and approvals. Refuses a user who must enter
 * the password or the second factor again. The web app then asks for it and repeats the request.
 */
export function requireProof(): void {
  if (isProofDue())
    throw new Problem(
      403,
      'Enter your password or second factor again, then repeat this.',
      'detail',
      {},
      'proof_required',
    )
}
