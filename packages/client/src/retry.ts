import { UnreachableError } from './errors.ts'

export type RetryOptions = {
  /** How often a request is tried in all; 1 never repeats. Default 4. */
  attempts?: number
  /** The longest wait for one repetition, in milliseconds; a longer Retry-After is reported instead. Default 60 s. */
  longestWaitMs?: number
  /** Told before each wait. */
  onRetry?: (about: { attempt: number; waitMs: number; status: number }) => void
}

/** Answers of a proxy or of the service that say nothing about whether the work was done. */
const UNCLEAR = new Set([0, 500, 502, 503, 504])

/**
 * Sends until there is an answer. 429 was refused before any work, so it is always repeated; 500, 502, 503, 504 and network failures
 * only where a repetition cannot do the work twice. An abort ends it at any moment, also during a wait.
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
    // What was refused before it was sent (no token) is no silence of the service.
    if (failure instanceof TypeError || isTimeout(failure)) return { failure }
    throw failure
  }
}

/** What Retry-After asks for, else half a second, doubled each time, and shaken so that clients do not come in step. */
function waitOf(response: Response | undefined, attempt: number): number {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN)
  if (Number.isFinite(seconds)) return seconds * 1000
  return 500 * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
}
