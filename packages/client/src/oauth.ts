import { errorOf, NotAuthenticatedError, TasmanError } from './errors.ts'

export type OAuthOptions = {
  baseUrl: string
  clientId: string
  /** Omit it in a browser or a desktop application. */
  clientSecret?: string
  /** Exactly as registered. A loopback address may use any port. */
  redirectUri: string
  scope?: string
  fetch?: typeof fetch
}

export type Tokens = {
  access_token: string
  refresh_token: string
  /** Milliseconds since 1970, on this machine's clock. */
  expires_at: number
}

/** Store these between the redirect and the callback: in the session, never in the URL. */
export type Started = { url: string; state: string; verifier: string }

/** Provides a valid access token. */
export type TokenSource = {
  token(): Promise<string>
  /** Called when the service refused this token. Returns a new token, or null when there is none. */
  renew(refused: string): Promise<string | null>
}

/** Refreshes a little before expiry, so a token does not expire while a request is under way. */
const EARLY_MS = 60_000

/** The authorization code flow with PKCE. */
export function createOAuth(options: OAuthOptions) {
  const { clientId, clientSecret, redirectUri, scope = 'openid payroll.read payroll.write' } = options
  const base = options.baseUrl.replace(/\/$/, '')
  const send = options.fetch ?? fetch

  const post = async (path: string, fields: Record<string, string>): Promise<Response> => {
    const body = new URLSearchParams({
      ...fields,
      client_id: clientId,
      ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    })
    const response = await send(`${base}${path}`, { method: 'POST', body })
    if (!response.ok) throw await errorOf(response)
    return response
  }
  const ask = async (fields: Record<string, string>): Promise<Tokens> => {
    const answer = (await (await post('/api/oauth/token', fields)).json()) as Tokens & { expires_in: number }
    const { access_token, refresh_token, expires_in } = answer
    return { access_token, refresh_token, expires_at: Date.now() + expires_in * 1000 }
  }

  return {
    /** Returns the URL for the customer and the values to store until the callback. */
    async start(): Promise<Started> {
      const verifier = randomText()
      const state = randomText()
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: await challengeOf(verifier),
        code_challenge_method: 'S256',
      })
      return { url: `${base}/api/oauth/authorize?${query}`, state, verifier }
    },

    /** Exchanges the code in the callback URL for tokens. A code works once. */
    async finish(
      callback: string | URL,
      { state, verifier }: Pick<Started, 'state' | 'verifier'>,
    ): Promise<Tokens> {
      const answer = new URL(callback, base).searchParams
      if (answer.get('state') !== state)
        throw new TasmanError(0, 'The state does not match: this response belongs to another sign-in.')
      const refusal = answer.get('error')
      if (refusal) throw new NotAuthenticatedError(401, answer.get('error_description') ?? refusal)
      const code = answer.get('code') ?? ''
      return ask({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      })
    },

    refresh: (refreshToken: string) =>
      ask({ grant_type: 'refresh_token', refresh_token: refreshToken, redirect_uri: redirectUri }),

    /** Revokes a token. A refresh token revokes every token of its consent. */
    async revoke(token: string): Promise<void> {
      await post('/api/oauth/revoke', { token })
    },
  }
}

export type OAuth = ReturnType<typeof createOAuth>

/**
 * Keeps tokens fresh. Every refresh replaces the refresh token, and reusing an old one ends the whole connection. So only one
 * refresh runs at a time, and `onTokens` must have stored the new pair before it is used. Share one source per connection.
 */
export function refreshingTokens(
  oauth: Pick<OAuth, 'refresh'>,
  first: Tokens,
  onTokens: (tokens: Tokens) => void | Promise<void> = () => {},
): TokenSource {
  let tokens = first
  let running: Promise<string> | undefined

  const refresh = async (): Promise<string> => {
    tokens = await oauth.refresh(tokens.refresh_token)
    await onTokens(tokens)
    return tokens.access_token
  }
  const refreshOnce = (): Promise<string> => {
    running ??= refresh().finally(() => {
      running = undefined
    })
    return running
  }
  return {
    token: async () => (tokens.expires_at - EARLY_MS > Date.now() ? tokens.access_token : refreshOnce()),
    renew: async (refused) => (tokens.access_token === refused ? refreshOnce() : tokens.access_token),
  }
}

/** A token that cannot be refreshed. */
export function fixedToken(token: string): TokenSource {
  return { token: async () => token, renew: async () => null }
}

function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)))
}

async function challengeOf(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
