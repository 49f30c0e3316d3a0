import { UnreachableError } from './errors.ts'

export type RetryOptions = {
  /** How often a request is tried in all; 1 never repeats. Default 4. */
  attempts?: number
  /** The longest wait for one repetition, in milliseconds; a longer Retry-After is reported instead. Default 60 s. */
  longestWaitMs?: number
  /** Told before each wait. */
  onRetry?: (about: { attempt: number; waitMs: number; status: number }) => void
}

/**
 * Sends until an answer stands. 429 was refused before any work, so it is always repeated; 500, 503 and silence only where a
 * repetition cannot do the work twice.
 */
export async function withRetries(
  send: () => Promise<Response>,
  isRepeatable: boolean,
  { attempts = 4, longestWaitMs = 60_000, onRetry }: RetryOptions,
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const { response, failure } = await tryOnce(send)
    const status = response?.status ?? 0
    const mayRepeat = status === 429 || (isRepeatable && (status === 0 || status === 500 || status === 503))
    const waitMs = waitOf(response, attempt)
    if (mayRepeat && attempt < attempts && waitMs <= longestWaitMs) {
      await response?.body?.cancel()
      onRetry?.({ attempt, waitMs, status })
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    } else if (response) return response
    else throw new UnreachableError('The service cannot be reached.', failure)
  }
}

async function tryOnce(send: () => Promise<Response>): Promise<{ response?: Response; failure?: unknown }> {
  try {
    return { response: await send() }
  } catch (failure) {
    // What was refused before it was sent (no token) is no silence of the service.
    if (failure instanceof TypeError) return { failure }
    throw failure
  }
}

/** What Retry-After asks for, else half a second, doubled each time, and shaken so that clients do not come in step. */
function waitOf(response: Response | undefined, attempt: number): number {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN)
  if (Number.isFinite(seconds)) return seconds * 1000
  return 500 * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
}
