import { UnreachableError } from './errors.ts'

export type RetryOptions = {
  /** The total number of attempts. 1 means no retry. Default 4. */
  attempts?: number
  /** The longest wait before one retry, in milliseconds. A longer Retry-After is returned as an error. Default 60 s. */
  longestWaitMs?: number
  /** Called before each wait. */
  onRetry?: (about: { attempt: number; waitMs: number; status: number }) => void
}

/** Statuses of a proxy or the service that leave open whether the work was done. */
const UNCLEAR = new Set([0, 500, 502, 503, 504])

/**
 * Sends a request with retries. 429 is refused before any work, so it is always retried. 500, 502, 503, 504 and network failures
 * are retried only where that cannot do the work twice. An abort stops it at any time, even during a wait.
 */
export async function withRetries(
  send: () => Promise<Response>,
  isRepeatable: boolean,
  { attempts = 4, longestWaitMs = 60_000, onRetry }: RetryOptions,
  signal?: AbortSignal,
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted()
    const { response, failure } = await tryOnce(send)
    const status = response?.status ?? 0
    const mayRepeat = status === 429 || (isRepeatable && UNCLEAR.has(status))
    const waitMs = waitOf(response, attempt)
    if (mayRepeat && attempt < attempts && waitMs <= longestWaitMs) {
      await response?.body?.cancel()
      onRetry?.({ attempt, waitMs, status })
      await wait(waitMs, signal)
    } else if (response) return response
    else throw new UnreachableError(reasonOf(failure), failure)
  }
}

const isTimeout = (failure: unknown) => failure instanceof DOMException && failure.name === 'TimeoutError'

const reasonOf = (failure: unknown) =>
  isTimeout(failure) ? 'The service did not answer in time.' : 'The service cannot be reached.'

function wait(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, waitMs)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

async function tryOnce(send: () => Promise<Response>): Promise<{ response?: Response; failure?: unknown }> {
  try {
    return { response: await send() }
  } catch (failure) {
    // A request that failed before it was sent (no token) does not count as unreachable.
    if (failure instanceof TypeError || isTimeout(failure)) return { failure }
    throw failure
  }
}

/** The wait from Retry-After. Otherwise half a second, doubled each time, with jitter so that clients do not retry in step. */
function waitOf(response: Response | undefined, attempt: number): number {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN)
  if (Number.isFinite(seconds)) return seconds * 1000
  return 500 * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
}
