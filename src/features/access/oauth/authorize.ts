import OAuth2Server from '@node-oauth/oauth2-server'
import type { Role } from '../../../database/tables/customers.ts'
import { hashToken, randomToken } from '../../../security/tokens.ts'
import type { Service } from '../../../service.ts'
import { requireGrantApproval } from '../../platform/approvals/index.ts'
import { mayStillGive, narrowScopes } from './authority.ts'
import { findClient, isRegisteredRedirect } from './clients.ts'
import { CODE_SECONDS, createGrant, later } from './issue-token.ts'
import { refuseScopes } from './scopes.ts'

const { AccessDeniedError, InvalidRequestError, InvalidScopeError, OAuthError } = OAuth2Server

/** The query of an authorize request. The library reports missing or wrong parameters. */
export type AuthorizeQuery = Record<string, string>

/** The person who decides on the consent page. */
export type Decider = {
  userId: number
  customerId: number
  role: Role
  isReseller: boolean
  signedInAt: Date
}

/** The next step of an authorize request: ask the person, go back to the application, or refuse. */
export type AuthorizeOutcome =
  | { kind: 'ask'; clientName: string; scopes: string[] }
  | { kind: 'back'; location: string; error?: string }
  | { kind: 'refused'; sentence: string }

/** Thrown when the request is valid but the person has not been asked yet. */
class NotAskedYet extends OAuthError {}

const CODE_CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/** Checks an authorize request as far as possible without the person's decision. */
export function checkAuthorize(service: Service, query: AuthorizeQuery, decider?: Decider) {
  return runAuthorize(service, query, decider, undefined)
}

/** Completes the request after the person's decision, with a code for the application or `access_denied`. */
export function decideAuthorize(
  service: Service,
  query: AuthorizeQuery,
  decider: Decider,
  isAllowed: boolean,
) {
  return runAuthorize(service, query, decider, isAllowed)
}

const AUTHORIZE = '/api/oauth/authorize?'

/**
 * The application's redirect URI that a sign-in with this `next` may end at. Undefined when it is not
 * registered.
 */
export async function applicationBehind(service: Service, next: string): Promise<string | undefined> {
  if (!next.startsWith(AUTHORIZE)) return undefined
  const query = new URLSearchParams(next.slice(AUTHORIZE.length))
  const [clientId, redirectUri] = [query.get('client_id'), query.get('redirect_uri')]
  if (!clientId || !redirectUri || !/^[\x20-\x7e]+$/.test(clientId)) return undefined
  const client = await findClient(service.database.query, service.settings, clientId)
  return client && isRegisteredRedirect(client, redirectUri) ? redirectUri : undefined
}

async function runAuthorize(
  service: Service,
  query: AuthorizeQuery,
  decider: Decider | undefined,
  isAllowed: boolean | undefined,
): Promise<AuthorizeOutcome> {
  if (!query.redirect_uri) return { kind: 'refused', sentence: 'The request names no redirect_uri.' }
  const { publicUrl: issuer } = service.settings
  const asked: { clientName: string; scopes: string[] } = { clientName: '', scopes: [] }
  const server = new OAuth2Server({
    model: createModel(service, query, asked, isAllowed === true),
    authenticateHandler: { handle: () => decider ?? { isAnonymous: true } },
    allowEmptyState: true,
    authorizationCodeLifetime: CODE_SECONDS,
  })
  const response = new OAuth2Server.Response()
  try {
    await server.authorize(
      new OAuth2Server.Request({
        headers: {},
        method: 'GET',
        query: { response_type: 'code', ...query, ...(isAllowed === false ? { allowed: 'false' } : {}) },
      }),
      response,
    )
    return { kind: 'back', location: withIssuer(String(response.get('location')), issuer) }
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    if (error instanceof NotAskedYet) return { kind: 'ask', ...asked }
    if (error.code >= 500) throw ('inner' in error && error.inner) || error
    // If the library returns no redirect, it does not trust the redirect URI, so neither do we.
    if (!response.get('location')) return { kind: 'refused', sentence: refusalOf(error) }
    return { kind: 'back', location: errorLocation(query, error, issuer), error: error.name }
  }
}

/** Refuses parameters of OpenID Connect that would change the request and that this service does not read. */
function refuseUnsupported({ request, request_uri, response_mode, max_age }: AuthorizeQuery): void {
  for (const [name, value] of Object.entries({ request, request_uri }))
    if (value !== undefined)
      throw new OAuthError(`The parameter ${name} is not supported`, {
        code: 400,
        name: `${name}_not_supported`,
      })
  if (response_mode !== undefined && response_mode !== 'query')
    throw new InvalidRequestError('The response_mode must be query')
  if (max_age !== undefined && !/^\d{1,9}$/.test(max_age))
    throw new InvalidRequestError('max_age must be a whole number of seconds')
}

function createModel(
  service: Service,
  query: AuthorizeQuery,
  asked: { clientName: string; scopes: string[] },
  isAllowed: boolean,
) {
  const { database, settings, clock } = service
  const model: OAuth2Server.AuthorizationCodeModel = {
    async getClient(clientId) {
      const row = await findClient(database.query, settings, clientId)
      if (!row) return false
      asked.clientName = row.name
      const redirectUris = row.allows_loopback ? [...row.redirect_uris, 'loopback'] : row.redirect_uris
      return { id: row.client_id, grants: ['authorization_code'], redirectUris, row }
    },
    validateRedirectUri: async (uri, client) => isRegisteredRedirect(client.row, uri),
    async validateScope(user, _client, scope = []) {
      refuseUnsupported(query)
      const wanted = [...new Set(scope)]
      const refusal = refuseScopes(wanted, user.isReseller)
      if (refusal) throw new InvalidScopeError(refusal)
      // RFC 6749, 3.3: the application gets fewer scopes than it requested when the person cannot give them
      // all.
      asked.scopes = user.role ? narrowScopes(user.role, wanted) : wanted
      return asked.scopes
    },
    generateAuthorizationCode: async () => randomToken(),
    async saveAuthorizationCode(code, client, user) {
      const { codeChallenge } = code
      if (codeChallenge && !CODE_CHALLENGE.test(codeChallenge))
        throw new InvalidRequestError('The code_challenge is not the base64url form of a SHA-256 hash')
      if (!codeChallenge && query.code_challenge_method !== undefined)
        throw new InvalidRequestError('The code_challenge_method requires a code_challenge')
      if (!codeChallenge && client.row.is_public)
        throw new InvalidRequestError('This application must send a code_challenge (S256)')
      if (!isAllowed) throw new NotAskedYet('not asked yet')
      const now = clock.now()
      await database.transaction(async (tx) => {
        const gift = { kind: 'application', scopes: code.scope ?? [] } as const
        if (!(await mayStillGive(tx, user.userId, gift)))
          throw new AccessDeniedError('Your role cannot give this application access')
        const { userId, customerId } = user
        const asks = { userId, customerId, clientId: client.id, clientName: client.row.name }
        await requireGrantApproval(tx, { ...asks, scopes: code.scope ?? [] }, now)
        const grantId = await createGrant(
          tx,
          {
            clientId: client.id,
            userId: user.userId,
            customerId: user.customerId,
            scopes: code.scope ?? [],
            authenticatedAt: user.signedInAt,
          },
          now,
        )
        await tx
          .insertInto('oauth_codes')
          .values({
            code_hash: hashToken(code.authorizationCode),
            customer_id: user.customerId,
            grant_id: grantId,
            redirect_uri: code.redirectUri,
            code_challenge: codeChallenge ?? null,
            nonce: query.nonce ?? null,
            expires_at: later(now, CODE_SECONDS),
          })
          .execute()
      })
      return { ...code, client, user }
    },
    // The token endpoint has its own model, which implements these.
    getAccessToken: async () => false,
    getAuthorizationCode: async () => false,
    revokeAuthorizationCode: async () => false,
    saveToken: async () => false,
  }
  return model
}

function refusalOf(error: OAuth2Server.OAuthError): string {
  if (error.message.includes('redirect_uri'))
    return 'The redirect_uri is not registered for this application, so we do not send you there.'
  if (error.message.includes('client_id')) return 'The request names no valid client_id.'
  return 'This application is not registered here.'
}

/** RFC 9207: the response names its issuer, so an application with several providers cannot mix them up. */
function withIssuer(location: string, issuer: string): string {
  const url = new URL(location)
  url.searchParams.set('iss', issuer)
  return url.href
}

/**
 * The response to `prompt=none` (OpenID Connect Core, 3.1.2.6). It is always an error, because consent is
 * required each time.
 */
export function silentRefusal(service: Service, query: AuthorizeQuery, isSignedIn: boolean): string {
  const error = isSignedIn
    ? { name: 'consent_required', message: 'Consent is required each time' }
    : { name: 'login_required', message: 'No one is signed in on this browser' }
  return errorLocation(query, error, service.settings.publicUrl)
}

function errorLocation(
  query: AuthorizeQuery,
  error: Pick<OAuth2Server.OAuthError, 'name' | 'message'>,
  issuer: string,
): string {
  const location = new URL(query.redirect_uri ?? '')
  location.searchParams.set('error', error.name)
  location.searchParams.set('error_description', error.message)
  if (query.state) location.searchParams.set('state', query.state)
  return withIssuer(location.href, issuer)
}
