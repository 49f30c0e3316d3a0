import type { IncomingHttpHeaders } from 'node:http'
import OAuth2Server from '@node-oauth/oauth2-server'
import { expectOutcome } from '../../../database/transaction-hooks.ts'
import type { Service } from '../../../service.ts'
import { proveByAssertion } from './client-assertion.ts'
import { readCredentials } from './credentials.ts'
import { revokeGrant } from './grants.ts'
import { signIdToken } from './id-token.ts'
import { ACCESS_SECONDS, REFRESH_SECONDS } from './issue-token.ts'
import { OAuthFailure } from './oauth-failure.ts'
import { createTokenModel, type Exchange } from './token-model.ts'

const { OAuthError, InvalidClientError, UnauthorizedClientError } = OAuth2Server

/**
 * Exchanges a code, a refresh token or client credentials for tokens. Fills in `about` even when the exchange
 * fails.
 */
export async function exchange(
  service: Service,
  headers: IncomingHttpHeaders,
  parameters: Record<string, string>,
  about: Exchange,
) {
  try {
    // One transaction, so the old token stays valid if the process crashes before the new one is stored.
    const { token, idToken } = await service.database.transaction(async (tx) => {
      about.provenClientId = await proveByAssertion(service, tx, parameters)
      const request = requestOf(headers, parameters, about.provenClientId)
      const server = new OAuth2Server({
        model: createTokenModel(service, tx, about),
        accessTokenLifetime: ACCESS_SECONDS,
        refreshTokenLifetime: REFRESH_SECONDS,
        // The model decides. Only a public client may omit its secret.
        requireClientAuthentication: {
          authorization_code: false,
          refresh_token: false,
          client_credentials: false,
        },
      })
      const token = await server.token(request, new OAuth2Server.Response())
      const signedIn = token.scope?.includes('openid') ? about.signedIn : undefined
      return { token, idToken: signedIn && (await signIdToken(service, signedIn, token.accessToken)) }
    })
    const access = {
      access_token: token.accessToken,
      token_type: 'Bearer' as const,
      expires_in: ACCESS_SECONDS,
      scope: (token.scope ?? []).join(' '),
    }
    if (!token.refreshToken) return access
    return {
      ...access,
      refresh_token: token.refreshToken,
      refresh_expires_in: REFRESH_SECONDS,
      ...(idToken ? { id_token: idToken } : {}),
    }
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    if (error.code >= 500) throw ('inner' in error && error.inner) || error
    // Runs after the rollback, in its own transaction: the revocation after a replay must persist although
    // the request fails.
    const status = error instanceof InvalidClientError ? 401 : 400
    expectOutcome(status)
    if (about.mustRevoke && about.grantId) await revokeGrant(service, about.grantId)
    throw new OAuthFailure(status, nameOf(error), error.message)
  }
}

/** The RFC 6749 name of the error, where the library's name differs. */
function nameOf(error: OAuth2Server.OAuthError): string {
  // DECISIONS J: for a client that may not use client credentials, the grant type is reported as unsupported.
  if (error instanceof UnauthorizedClientError) return 'unsupported_grant_type'
  // A code requested with another redirect URI is a bad grant (section 5.2), not a malformed request.
  return error.message === 'Invalid request: `redirect_uri` is invalid' ? 'invalid_grant' : error.name
}

/** The request in the library's format. Credentials from HTTP Basic replace those in the body. */
function requestOf(
  headers: IncomingHttpHeaders,
  parameters: Record<string, string>,
  provenClientId: string | undefined,
): OAuth2Server.Request {
  const { authorization, ...others } = headers
  const { client_id: _id, client_secret: _secret, ...rest } = parameters
  const { clientId, clientSecret } = provenClientId
    ? { clientId: provenClientId, clientSecret: undefined }
    : readCredentials(authorization, parameters)
  return new OAuth2Server.Request({
    headers: others as Record<string, string>,
    method: 'POST',
    query: {},
    body: { ...rest, client_id: clientId, ...(clientSecret ? { client_secret: clientSecret } : {}) },
  })
}
