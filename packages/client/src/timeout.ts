/**
 * Limits the wait for the headers of a response. The body may take any time. The caller's signal aborts both.
 * Fails with a `TimeoutError`, like `AbortSignal.timeout`.
 */
export async function withinTime(
  timeoutMs: number,
  own: AbortSignal | undefined,
  send: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const late = new AbortController()
  const timer =
    timeoutMs > 0
      ? setTimeout(() => late.abort(new DOMException('No answer in time', 'TimeoutError')), timeoutMs)
      : undefined
  try {
    return await send(own ? AbortSignal.any([own, late.signal]) : late.signal)
  } finally {
    clearTimeout(timer)
  }
}
