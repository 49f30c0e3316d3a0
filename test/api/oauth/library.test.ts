import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { authorize, CALLBACK, createVisitor } from '../../support/visitor.ts'

let tasman: TestApp
let issuer: URL
const client: oauth.Client = { client_id: 'demo-client' }

/** The library's requests, sent into the service without a network. */
const customFetch = async (url: string, init: { method: string; headers: object; body?: unknown }) => {
  const response = await tasman.app.inject({
    method: init.method as 'GET',
    url: url.slice(issuer.origin.length),
    headers: init.headers as Record<string, string>,
    ...(init.body ? { payload: String(init.body) } : {}),
  })
  return new Response(response.payload, {
    status: response.statusCode,
    headers: response.headers as Record<string, string>,
  })
}
const options = { [oauth.customFetch]: customFetch, [oauth.allowInsecureRequests]: true } as never

beforeAll(async () => {
  // The library checks the times of the ID token by its own clock.
  tasman = await startTestApp({ now: new Date().toISOString().slice(0, 19) })
  issuer = new URL(tasman.service.settings.publicUrl)
})
afterAll(() => tasman.close())

async function discover(): Promise<oauth.AuthorizationServer> {
  const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...(options as object) })
  return oauth.processDiscoveryResponse(issuer, answer)
}

describe('oauth4webapi runs the whole flow', () => {
  for (const [name, authenticate] of [
    ['secret in the body', oauth.ClientSecretPost('demo-secret')],
    ['HTTP Basic', oauth.ClientSecretBasic('demo-secret')],
  ] as const)
    it(`with PKCE and ${name}: discover, authorize, exchange, call, refresh, revoke`, async () => {
      const server = await discover()
      const verifier = oauth.generateRandomCodeVerifier()
      const state = oauth.generateRandomState()
      const back = await authorize(createVisitor(tasman), {
        response_type: 'code',
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      const parameters = oauth.validateAuthResponse(server, client, back, state)
      const exchanged = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authenticate,
        parameters,
        CALLBACK,
        verifier,
        options,
      )
      const first = await oauth.processAuthorizationCodeResponse(server, client, exchanged)
      expect(first.expires_in).toBe(1800)
      expect(first.refresh_expires_in).toBe(2592000)
      expect(first.scope).toBe('openid payroll.read payroll.write')
      expect((await tasman.clientWith(first.access_token).get('/api/company')).status).toBe(200)

      const refreshed = await oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(
          server,
          client,
          authenticate,
          first.refresh_token ?? '',
          options,
        ),
      )
      expect(refreshed.refresh_token).not.toBe(first.refresh_token)
      expect((await tasman.clientWith(refreshed.access_token).get('/api/company')).status).toBe(200)

      await oauth.processRevocationResponse(
        await oauth.revocationRequest(server, client, authenticate, refreshed.refresh_token ?? '', options),
      )
      expect((await tasman.clientWith(refreshed.access_token).get('/api/company')).status).toBe(401)
    })
})
