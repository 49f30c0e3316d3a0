import { Type } from 'typebox'
import { FORM } from '../../../http/form-body.ts'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { noteAudit } from '../../platform/audit/index.ts'
import { type AuthorizeQuery as AuthorizeParameters, checkAuthorize, silentRefusal } from './authorize.ts'
import { readCredentials } from './credentials.ts'
import { exchange } from './exchange.ts'
import { writeOAuthError } from './failures.ts'
import { OAuthFailure } from './oauth-failure.ts'
import { sendErrorPage } from './pages/layout.ts'
import { revokeByClient } from './revoke.ts'
import {
  AuthorizeQuery,
  OAuthError,
  RevokeBody,
  ServiceToken,
  TokenAnswer,
  TokenBody,
  Userinfo,
} from './schema.ts'
import { sessionUser } from './sessions.ts'
import { countTry, tokenKeys, waitFor } from './throttle.ts'
import type { Exchange } from './token-model.ts'
import { readUserinfo } from './userinfo.ts'

const route = routeFor('oauth')

const consumes = [FORM]
const AnyText = Type.String()

/** The endpoints of RFC 6749, RFC 7009 and OpenID Connect: authorize, token, revoke and userinfo. */
export function oauthRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/oauth/authorize',
      operationId: 'authorize',
      summary: 'Ask a customer for access',
      description:
        'Open this in the customer’s browser. It goes through sign-in and consent, then back to `redirect_uri` with `code` and `state`, or with `error`. An unknown client or an unregistered `redirect_uri` is never redirected to.',
      query: AuthorizeQuery,
      response: {
        302: Type.Null({ description: 'A redirect to sign-in or consent, or back with an error.' }),
        400: {
          description: 'A page that describes the error.',
          content: { 'text/html': { schema: AnyText } },
        },
      },
      scope: 'public',
      attachValidation: true,
      handler: async (request, reply) => {
        if (request.validationError)
          return sendErrorPage(
            reply,
            400,
            'This link does not work',
            'A parameter is given twice or is too long.',
          )
        const query = request.query as AuthorizeParameters
        const user = await sessionUser(service, request)
        const outcome = await checkAuthorize(service, query, user)
        if (outcome.kind === 'refused')
          return sendErrorPage(reply, 400, 'This link does not work', outcome.sentence)
        if (outcome.kind === 'back') return reply.redirect(outcome.location, 302)
        const { prompt = '', max_age: maxAge, ...rest } = query
        const prompts = prompt.split(' ')
        if (prompts.includes('none'))
          return reply.redirect(silentRefusal(service, query, user !== undefined), 302)
        const parameters = new URLSearchParams(rest).toString()
        const ageMs = user ? service.clock.now().getTime() - user.signedInAt.getTime() : 0
        const isTooOld = maxAge === '0' || (/^\d{1,9}$/.test(maxAge ?? '') && ageMs > Number(maxAge) * 1000)
        if (user && !prompts.includes('login') && !isTooOld)
          return reply.redirect(`/consent?${parameters}`, 302)
        const next = encodeURIComponent(`/api/oauth/authorize?${parameters}`)
        return reply.redirect(`/sign-in?next=${next}`, 302)
      },
    })

    route(app, {
      method: 'POST',
      path: '/oauth/token',
      operationId: 'token',
      summary: 'Exchange a code, a refresh token or client credentials',
      description:
        'Every refresh rotates the refresh token. Sending a code or a rotated refresh token again ends the whole grant, so do not refresh concurrently. `client_credentials` is for applications that are marked for it (`service_role`), on the account that registered them; for all others it is `unsupported_grant_type`.',
      consumes,
      body: TokenBody,
      response: { 200: Type.Union([TokenAnswer, ServiceToken]), 400: OAuthError, 401: OAuthError },
      scope: 'public',
      errorHandler: writeOAuthError,
      handler: async (request, reply) => {
        const about: Exchange = {}
        noteAudit(request, () => {
          const { clientId, userId, customerId, mustRevoke } = about
          const action = mustRevoke ? 'token.revoked' : 'token'
          return { action, clientId, userId, customerId, target: targetOf(about) }
        })
        const body = request.body as Record<string, string>
        const named = body.client_assertion
          ? (body.client_id ?? '')
          : readCredentials(request.headers.authorization, body).clientId
        const keys = tokenKeys(request, named)
        const seconds = service.settings.rateLimits ? await waitFor(service, keys) : 0
        if (seconds > 0) {
          reply.header('retry-after', seconds)
          throw new OAuthFailure(429, 'slow_down', `Too many failed requests: wait ${seconds} seconds`)
        }
        try {
          return await exchange(service, request.headers, body, about)
        } catch (error) {
          // Only failures count. An application may refresh as often as its rate limit allows.
          if (error instanceof OAuthFailure && service.settings.rateLimits) await countTry(service, keys)
          throw error
        }
      },
    })

    route(app, {
      method: 'POST',
      path: '/oauth/revoke',
      operationId: 'revokeToken',
      summary: 'Revoke a token (RFC 7009)',
      description: 'A refresh token ends its whole grant, an access token only itself.',
      consumes,
      body: RevokeBody,
      response: { 200: Type.Object({}), 400: OAuthError, 401: OAuthError },
      scope: 'public',
      errorHandler: writeOAuthError,
      handler: async (request) => {
        const body = request.body as Record<string, string>
        if (!String(request.headers['content-type']).startsWith(FORM))
          throw new OAuthFailure(400, 'invalid_request', 'Send the parameters form-encoded')
        const credentials = readCredentials(request.headers.authorization, body)
        await revokeByClient(service, credentials, body.token ?? '', (client, grant) =>
          noteAudit(request, {
            action: 'token.revoke',
            clientId: client.client_id,
            userId: grant?.user_id,
            customerId: grant?.customer_id ?? client.customer_id ?? undefined,
            target: grant && `connection ${grant.grant_id}`,
          }),
        )
        return {}
      },
    })

    for (const method of ['GET', 'POST'] as const)
      route(app, {
        method: method,
        path: '/oauth/userinfo',
        operationId: method === 'GET' ? 'getUserinfo' : 'postUserinfo',
        summary: 'Who allowed this application, and for which customer',
        description:
          'Send the access token as for any other call. `customer_id` is the `customerId` of webhook envelopes. POST returns the same, as OpenID Connect requires.',
        response: { 200: Userinfo },
        scope: 'openid',
        limit: 'default',
        isByCompany: true,
        handler: ({ caller }) => readUserinfo(service, caller),
      })
  }
}

function targetOf({ grantId }: Exchange): string | undefined {
  return grantId === undefined ? undefined : `connection ${grantId}`
}
