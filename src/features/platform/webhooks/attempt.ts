import { type Dispatcher, request } from 'undici'
import { errorCode } from '../../../kernel/read-error.ts'
import { AddressRefused } from '../../../security/public-address.ts'

/** The result of an attempt. The body of the response does not matter. */
export type Outcome = { isOk: boolean; responseStatus: number | null; error: string | null }

const DRAIN_BYTES = 64 * 1024
const DRAIN_MS = 1000

/** Posts the body once. Any 2xx within the time limit is a success. A redirect is a failure. */
export async function attempt(
  dispatcher: Dispatcher,
  url: string,
  headers: Record<string, string>,
  body: string,
  timeoutMs: number,
): Promise<Outcome> {
  // Clearing a timer costs less than an abort signal that fires later with no listener.
  const deadline = new AbortController()
  const { signal } = deadline
  let timer = setTimeout(() => deadline.abort(), timeoutMs)
  try {
    const answer = await request(url, { method: 'POST', headers, body, dispatcher, signal })
    clearTimeout(timer)
    // The connection can be reused only if the body ends soon. Nothing waits for that.
    timer = setTimeout(() => deadline.abort(), DRAIN_MS)
    answer.body
      .dump({ limit: DRAIN_BYTES, signal })
      .catch(() => {})
      .finally(() => clearTimeout(timer))
    const status = answer.statusCode
    if (status >= 200 && status < 300) return { isOk: true, responseStatus: status, error: null }
    const note = status >= 300 && status < 400 ? '; redirects are not followed' : ''
    return { isOk: false, responseStatus: status, error: `Answered with status ${status}${note}` }
  } catch (error) {
    clearTimeout(timer)
    if (signal.aborted) return tooSlow(timeoutMs)
    return { isOk: false, responseStatus: null, error: describe(error) }
  }
}

/** The outcome when the receiver took too long. */
export function tooSlow(timeoutMs: number): Outcome {
  return { isOk: false, responseStatus: null, error: `No answer within ${timeoutMs / 1000} seconds` }
}

const SENTENCES: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed before a response arrived',
  UND_ERR_SOCKET: 'The connection was closed before a response arrived',
  UND_ERR_CONNECT_TIMEOUT: 'The connection could not be made in time',
  ENOTFOUND: 'The host name does not resolve',
  EAI_AGAIN: 'The host name does not resolve at the moment',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The host cannot be reached',
}

/** A message for the log. It reveals neither addresses nor the receiver's response. */
function describe(error: unknown): string {
  if (error instanceof AddressRefused) return error.message
  const code = errorCode(error) ?? 'unknown'
  return `${SENTENCES[code] ?? 'The request failed'} (${code})`
}
