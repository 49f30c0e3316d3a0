import { fetch } from 'undici'
import { isRecord } from '../../kernel/is-record.ts'
import { AccountingDown, type RenewAnswer } from './port.ts'

const WAIT_MS = 15_000
/** The default for a token without a stated lifetime. */
const SECONDS = 1800

/** The token endpoint and its client credentials. */
export type RenewSettings = { url: string; clientId: string; clientSecret: string }

/**
 * Renews an access token with the connection's refresh token (RFC 6749, section 6). The refresh token may
 * change as well.
 */
export async function renewToken(
  { url, clientId, clientSecret }: RenewSettings,
  refreshToken: string,
): Promise<RenewAnswer> {
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString(
    'base64',
  )
  let status: number
  let body: unknown
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString(),
      signal: AbortSignal.timeout(WAIT_MS),
      redirect: 'error',
    })
    status = response.status
    body = await response.json().catch(() => null)
  } catch (error) {
    throw new AccountingDown('The token endpoint of the accounting system cannot be reached', {
      cause: error,
    })
  }
  const answer = isRecord(body) ? body : {}
  if (status === 400 || status === 401)
    return {
      state: 'refused',
      reason: 'The accounting system no longer renews the access: connect the company again.',
    }
  if (status !== 200 || typeof answer.access_token !== 'string' || answer.access_token === '')
    throw new AccountingDown(`The token endpoint of the accounting system answered with status ${status}`)
  return {
    state: 'renewed',
    accessToken: answer.access_token,
    refreshToken: typeof answer.refresh_token === 'string' ? answer.refresh_token : refreshToken,
    seconds: typeof answer.expires_in === 'number' ? answer.expires_in : SECONDS,
  }
}
