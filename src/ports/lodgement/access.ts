import { readFileSync } from 'node:fs'
import { Agent, type Dispatcher, fetch } from 'undici'
import { isRecord } from '../../kernel/is-record.ts'
import { GatewayDown } from './gateway.ts'

/**
 * How we authenticate to a provider: a bearer token, client credentials, a client certificate, or several of
 * them.
 */
export type AccessSettings = {
  token: string
  oauthUrl: string
  oauthClientId: string
  oauthClientSecret: string
  oauthScope: string
  certFile: string
  keyFile: string
  caFile: string
}

export type Access = {
  /** Headers for the next call. `isRenewed` requests a new token, after one was refused. */
  headers(isRenewed?: boolean): Promise<Record<string, string>>
  /** Whether a new token can be requested. */
  canRenew: boolean
  dispatcher: Dispatcher | undefined
}

export const NO_ACCESS: AccessSettings = {
  token: '',
  oauthUrl: '',
  oauthClientId: '',
  oauthClientSecret: '',
  oauthScope: '',
  certFile: '',
  keyFile: '',
  caFile: '',
}

const WAIT_MS = 15_000
/** A token is renewed a little before it expires. */
const EARLY_MS = 30_000

export function createAccess(settings: AccessSettings, now: () => number = Date.now): Access {
  const dispatcher = dispatcherOf(settings)
  let kept: { token: string; until: number } | null = null
  return {
    canRenew: settings.oauthUrl !== '',
    dispatcher,
    async headers(isRenewed = false) {
      if (settings.oauthUrl === '') return settings.token ? { authorization: `Bearer ${settings.token}` } : {}
      if (isRenewed || !kept || kept.until <= now()) kept = await askForToken(settings, dispatcher, now)
      return { authorization: `Bearer ${kept.token}` }
    },
  }
}

function dispatcherOf({ certFile, keyFile, caFile }: AccessSettings): Dispatcher | undefined {
  if (!certFile && !caFile) return undefined
  return new Agent({
    connect: {
      ...(certFile ? { cert: readFileSync(certFile), key: readFileSync(keyFile) } : {}),
      ...(caFile ? { ca: readFileSync(caFile) } : {}),
    },
  })
}

async function askForToken(
  settings: AccessSettings,
  dispatcher: Dispatcher | undefined,
  now: () => number,
): Promise<{ token: string; until: number }> {
  const basic = Buffer.from(
    `${encodeURIComponent(settings.oauthClientId)}:${encodeURIComponent(settings.oauthClientSecret)}`,
  ).toString('base64')
  let body: unknown
  try {
    const response = await fetch(settings.oauthUrl, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        ...(settings.oauthScope ? { scope: settings.oauthScope } : {}),
      }).toString(),
      signal: AbortSignal.timeout(WAIT_MS),
      redirect: 'error',
      ...(dispatcher ? { dispatcher } : {}),
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new GatewayDown(`The provider’s token endpoint answered with status ${response.status}`)
    }
    body = await response.json()
  } catch (error) {
    if (error instanceof GatewayDown) throw error
    throw new GatewayDown('The provider’s token endpoint cannot be reached', { cause: error })
  }
  const { access_token: token, expires_in: seconds } = isRecord(body) ? body : {}
  if (typeof token !== 'string' || token === '')
    throw new GatewayDown('The provider’s token endpoint answered without a token')
  const lastsMs = (typeof seconds === 'number' ? seconds : 300) * 1000
  return { token, until: now() + Math.max(lastsMs - EARLY_MS, lastsMs / 2) }
}
