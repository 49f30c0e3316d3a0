import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import { Problem } from './problem.ts'

/** What work below a request may ask about its caller. */
export type RequestContext = {
  /** Named in the log and in the audit log. */
  id: string
  /** What counts as one address. */
  address: string
  /** Who waits less: see `markKnown` and `markUnsuspected`. */
  rank: number
  /** Aborts when the caller closes the connection before the answer was sent. */
  readonly gone: AbortSignal
}

const contexts = new AsyncLocalStorage<RequestContext>()

/** The request that the work at hand is done for; undefined in jobs and scripts. */
export const requestContext = (): RequestContext | undefined => contexts.getStore()

/** Notes that the caller has signed in at this browser before, or holds a link that we mailed: such callers wait less. */
export function markKnown(): void {
  const context = contexts.getStore()
  if (context) context.rank = KNOWN
}

/** Notes that no one has lately failed from this address or at this account: such callers go before those who have. */
export function markUnsuspected(): void {
  const context = contexts.getStore()
  if (context) context.rank = Math.max(context.rank, UNSUSPECTED)
}

const [UNSUSPECTED, KNOWN] = [1, 2]

/** Does work for a request. A request inside another one, as the web app's proxy makes them, ends with the outer one. */
export function withinRequest<T>(
  { id, address }: { id: string; address: string },
  response: ServerResponse,
  work: () => T,
): T {
  const outer = contexts.getStore()
  let gone: AbortSignal | undefined
  const context: RequestContext = {
    id,
    address,
    rank: outer?.rank ?? 0,
    get gone() {
      gone ??= outer ? AbortSignal.any([outer.gone, goneOf(response)]) : goneOf(response)
      return gone
    },
  }
  return contexts.run(context, work)
}

/** No one reads this answer; the log shows why the work ended. */
export const cutOff = () => new Problem(400, 'The request was cut off.')

function goneOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const check = () => {
    if (!response.writableFinished) controller.abort(cutOff())
  }
  if (response.closed || response.destroyed) check()
  else response.once('close', check)
  return controller.signal
}
