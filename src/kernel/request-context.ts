import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import { Problem } from './problem.ts'

/** Details of the caller for all work within a request. */
export type RequestContext = {
  /** Appears in the log and in the audit log. */
  id: string
  /** The IPv4 address, or the first 64 bits of an IPv6 address. */
  address: string
  /** A higher rank waits less: see `markKnown` and `markUnsuspected`. */
  rank: number
  /** Aborts when the caller closes the connection before the response is sent. */
  readonly gone: AbortSignal
}

const contexts = new AsyncLocalStorage<RequestContext>()

/** The request that the current work is for, or undefined in jobs and scripts. */
export const requestContext = (): RequestContext | undefined => contexts.getStore()

/** Marks a caller who has signed in from this browser before, or holds a link that we emailed. Such callers wait less. */
export function markKnown(): void {
  const context = contexts.getStore()
  if (context) context.rank = KNOWN
}

/** Marks a caller without recent failures from this address or at this account. Such callers go before those with failures. */
export function markUnsuspected(): void {
  const context = contexts.getStore()
  if (context) context.rank = Math.max(context.rank, UNSUSPECTED)
}

const [UNSUSPECTED, KNOWN] = [1, 2]

/** Runs work for a request. A nested request, such as one from the web app's proxy, ends with the outer one. */
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

/** The caller does not receive this response. It tells the log why the work ended. */
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
