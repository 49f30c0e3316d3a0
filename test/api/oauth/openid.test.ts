import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import * as openid6 from 'openid-client'
import * as openid5 from 'openid-client-5'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { authorize, CALLBACK, createVisitor, enterAs, exchangeCode, token } from '../../support/visitor.ts'
import { personOfAccount } from '../trust/two-people.ts'

const PUBLIC_URL = 'http://127.0.0.1:7341'
let tasman: TestApp
let front: Server
/** The service behind a real address, as the libraries want it; its clock is today's, as theirs is. */
beforeAll(async () => {
  tasman = await startTestApp({ env: { PUBLIC_URL }, now: new Date().toISOString().slice(0, 19) })
  front = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const answer = await tasman.app.inject({
      method: request.method as 'GET',
      url: request.url ?? '/',
      headers: request.headers as Record<string, string>,
      ...(parts.length > 0 ? { payload: Buffer.concat(parts) } : {}),
    })
    response.writeHead(answer.statusCode, answer.headers as Record<string, string>).end(answer.rawPayload)
  }).listen(Number(new URL(PUBLIC_URL).port), '127.0.0.1')
  await new Promise((done) => front.once('listening', done))
  expect((front.address() as AddressInfo).port).toBe(7341)
})
afterAll(async () => {
  front.close()
  await tasman.close()
})

const backWith = async (query: Record<string, string>) => {
  const { client_id: _id, redirect_uri: _uri, ...rest } = query
  return new URL(`${CALLBACK}?${await authorize(createVisitor(tasman), rest)}`)
}

describe('off-the-shelf libraries sign in', () => {
  it('openid-client 6: discovery, PKCE, nonce, iss, id_token, userinfo, refresh, revocation', async () => {
    const config = await openid6.discovery(
      new URL(PUBLIC_URL),
      'demo-client',
      undefined,
      openid6.ClientSecretBasic('demo-secret'),
      { execute: [openid6.allowInsecureRequests] },
    )
    const verifier = openid6.randomPKCECodeVerifier()
    const [nonce, state] = [openid6.randomNonce(), openid6.randomState()]
    const url = openid6.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'openid payroll.read',
      nonce,
      state,
      max_age: '3600',
      code_challenge: await openid6.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const back = await backWith(Object.fromEntries(url.searchParams))
    expect(back.searchParams.get('iss')).toBe(PUBLIC_URL)
    const tokens = await openid6.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      expectedState: state,
      maxAge: 3600,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    expect(claims).toMatchObject({ iss: PUBLIC_URL, aud: 'demo-client', email: 'owner@demo.example' })
    const info = await openid6.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '')
    expect(info.name).toBe(claims?.name)
    const fresh = await openid6.refreshTokenGrant(config, tokens.refresh_token ?? '')
    await openid6.tokenRevocation(config, fresh.refresh_token ?? '')
    expect((await tasman.clientWith(fresh.access_token).get('/api/company')).status).toBe(401)
  })

  it('openid-client 5: the whole flow', async () => {
    const issuer = await openid5.Issuer.discover(PUBLIC_URL)
    const client = new issuer.Client({
      client_id: 'demo-client',
      client_secret: 'demo-secret',
      redirect_uris: [CALLBACK],
      response_types: ['code'],
    })
    const verifier = openid5.generators.codeVerifier()
    const [nonce, state] = [openid5.generators.nonce(), openid5.generators.state()]
    const url = client.authorizationUrl({
      scope: 'openid payroll.read',
      nonce,
      state,
      code_challenge: openid5.generators.codeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const back = await backWith(Object.fromEntries(new URL(url).searchParams))
    const tokens = await client.callback(CALLBACK, client.callbackParams(back.href), {
      code_verifier: verifier,
      nonce,
      state,
    })
    expect(tokens.claims().nonce).toBe(nonce)
    expect((await client.userinfo(tokens)).sub).toBe(tokens.claims().sub)
    expect((await client.refresh(tokens)).access_token).toBeTruthy()
  })
})

describe('the ID token', () => {
  it('is signed with a listed key, and a new encryption key brings a new signing key', async () => {
    const anyone = tasman.clientWith()
    const { body: keys } = await anyone.get('/.well-known/jwks.json')
    expect(JSON.stringify(keys)).not.toContain('"d":')
    const back = await authorize(createVisitor(tasman), { scope: 'openid', nonce: 'n-1' })
    const { body } = await exchangeCode(tasman, back.get('code') ?? '')
    const { payload } = await jwtVerify(body.id_token, createLocalJWKSet(keys), {
      issuer: PUBLIC_URL,
      audience: 'demo-client',
    })
    expect(payload).toMatchObject({
      nonce: 'n-1',
      at_hash: expect.any(String),
      auth_time: expect.any(Number),
    })
    await tasman.service.database.query
      .updateTable('signing_keys')
      .set({ made_under: 'an-older-key' })
      .execute()
    const { body: both } = await anyone.get('/.well-known/jwks.json')
    expect(both.keys).toHaveLength(2)
    expect(both.keys[1].kid).toBe(keys.keys[0].kid)
  })

  it('comes only with the scope openid, and not without a code', async () => {
    const back = await authorize(createVisitor(tasman), { scope: 'openapi payroll.read' })
    const { body } = await exchangeCode(tasman, back.get('code') ?? '')
    expect(body.id_token).toBeUndefined()
  })

  it('prompt=none never shows a page, and prompt=login asks a person who is signed in again', async () => {
    const visitor = createVisitor(tasman)
    const nobody = await authorize(visitor, { prompt: 'none' })
    expect([nobody.get('error'), nobody.get('iss')]).toEqual(['login_required', PUBLIC_URL])
    await visitor.signIn('owner@demo.example')
    expect((await authorize(visitor, { prompt: 'none' })).get('error')).toBe('consent_required')
    const query = new URLSearchParams({ client_id: 'demo-client', redirect_uri: CALLBACK, scope: 'openid' })
    for (const wish of ['prompt=login', 'max_age=0'])
      expect((await visitor.get(`/api/oauth/authorize?${query}&${wish}`)).location).toMatch(/^\/sign-in/)
    expect((await visitor.get(`/api/oauth/authorize?${query}&max_age=600`)).location).toMatch(/^\/consent/)
  })
})

describe('client credentials', () => {
  const register = async (wish: object) => {
    const web = await tasman.clientFor('owner', { clientId: 'tasman-web' })
    const answer = await web.post('/api/api-admin/clients', { name: 'Nightly sync', ...wish })
    expect(answer.status).toBe(201)
    return answer.body
  }

  it('act on the owner’s own account with the role of the application', async () => {
    const { client_id, client_secret } = await register({ service_role: 'reader' })
    const fields = { grant_type: 'client_credentials', client_id, client_secret }
    const answer = await token(tasman, fields)
    expect(answer.body).toMatchObject({ token_type: 'Bearer', scope: 'payroll.read' })
    expect(answer.body.refresh_token).toBeUndefined()
    const client = tasman.clientWith(answer.body.access_token)
    expect((await client.get('/api/company')).status).toBe(200)
    expect((await client.put('/api/company/create', {})).status).toBe(403)
    expect((await token(tasman, { ...fields, scope: 'payroll.write' })).body.error).toBe('invalid_scope')
    const web = await tasman.clientFor('owner', { clientId: 'tasman-web' })
    await web.patch(`/api/api-admin/clients/${client_id}`, { service_role: 'member' })
    expect((await client.get('/api/company')).status).toBe(401)
    expect((await token(tasman, fields)).body.scope).toBe('payroll.read payroll.write')
  })

  it('stay as they are when an application sends back the role that it read', async () => {
    const { client_id, client_secret } = await register({ service_role: 'member' })
    const issued = await token(tasman, { grant_type: 'client_credentials', client_id, client_secret })
    const path = `/api/api-admin/clients/${client_id}`
    const application = await tasman.clientFor('owner')
    const same = await application.patch(path, { name: 'Night shift', service_role: 'member' })
    expect(same).toMatchObject({ status: 200, body: { name: 'Night shift', service_role: 'member' } })
    expect((await application.patch(path, { service_role: 'member' })).status).toBe(200)
    expect((await tasman.clientWith(issued.body.access_token).get('/api/company')).status).toBe(200)
    expect((await application.patch(path, { service_role: 'admin' })).status).toBe(403)
    expect((await application.patch(path, { service_role: null })).status).toBe(200)
    expect((await tasman.clientWith(issued.body.access_token).get('/api/company')).status).toBe(401)
  })

  it('end with the person who allowed them', async () => {
    const { client_id, client_secret } = await register({ service_role: 'member' })
    const fields = { grant_type: 'client_credentials', client_id, client_secret }
    const { query } = tasman.service.database
    const setRole = (role: 'owner' | 'reader') =>
      query.updateTable('users').set({ role }).where('email', '=', 'owner@demo.example').execute()
    await setRole('reader')
    const answer = await token(tasman, fields)
    expect(answer.body.scope).toBe('payroll.read')
    await setRole('owner')
  })

  it('act for the person who takes over the secret or the keys, never for the one before', async () => {
    const { query } = tasman.service.database
    const owner = await query
      .selectFrom('users')
      .select(['id', 'customer_id'])
      .where('email', '=', 'owner@demo.example')
      .executeTakeFirstOrThrow()
    const second = await query
      .insertInto('users')
      .values({
        customer_id: owner.customer_id,
        email: 'second@demo.example',
        name: 'Second',
        role: 'admin',
        created_at: tasman.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { client_id, client_secret } = await register({ service_role: 'member' })
    const ofClient = query.updateTable('oauth_clients').where('client_id', '=', client_id)
    await ofClient.set({ service_user_id: second.id }).execute()
    const asSecond = await token(tasman, { grant_type: 'client_credentials', client_id, client_secret })
    expect(asSecond.status).toBe(200)
    const web = await tasman.clientFor('owner', { clientId: 'tasman-web' })
    const { body } = await web.post(`/api/api-admin/clients/${client_id}/rotate-secret`)
    // The token of the other person has ended, and the next one is the owner's.
    expect((await tasman.clientWith(asSecond.body.access_token).get('/api/company')).status).toBe(401)
    await token(tasman, { grant_type: 'client_credentials', client_id, client_secret: body.client_secret })
    const grants = await query
      .selectFrom('oauth_grants')
      .select(['user_id'])
      .where('client_id', '=', client_id)
      .where('revoked_at', 'is', null)
      .execute()
    expect(grants).toEqual([{ user_id: owner.id }])
    await ofClient.set({ service_user_id: second.id }).execute()
    const jwk = await exportJWK((await generateKeyPair('ES256')).publicKey)
    await web.patch(`/api/api-admin/clients/${client_id}`, { public_keys: [jwk] })
    const after = await query
      .selectFrom('oauth_clients')
      .select('service_user_id')
      .where('client_id', '=', client_id)
      .executeTakeFirstOrThrow()
    expect(after.service_user_id).toBe(owner.id)
  })

  it('do not exist for other applications, and an application cannot mark another one', async () => {
    expect(await token(tasman, { grant_type: 'client_credentials' })).toMatchObject({
      status: 400,
      body: { error: 'unsupported_grant_type' },
    })
    const application = await tasman.clientFor('owner')
    const wish = { name: 'Sneaky', service_role: 'admin' }
    expect((await application.post('/api/api-admin/clients', wish)).status).toBe(403)
  })

  it('are proven by a private key: once, for us, within an hour', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const jwk = await exportJWK(publicKey)
    const { client_id, client_secret } = await register({ service_role: 'member', public_keys: [jwk] })
    expect(client_secret).toBeNull()
    const sign = (claims: { aud?: string; exp?: string; jti?: string } = {}) =>
      new SignJWT({ jti: claims.jti ?? crypto.randomUUID() })
        .setProtectedHeader({ alg: 'ES256' })
        .setIssuer(client_id)
        .setSubject(client_id)
        .setAudience(claims.aud ?? PUBLIC_URL)
        .setIssuedAt()
        .setExpirationTime(claims.exp ?? '5m')
        .sign(privateKey)
    const ask = async (assertion: string) => {
      const answer = await tasman.app.inject({
        method: 'POST',
        url: '/api/oauth/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({
          grant_type: 'client_credentials',
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: assertion,
        }).toString(),
      })
      return answer.statusCode
    }
    const good = await sign()
    expect([await ask(good), await ask(good)]).toEqual([200, 401])
    expect(await ask(await sign({ aud: 'https://other.example' }))).toBe(401)
    expect(await ask(await sign({ exp: '3h' }))).toBe(401)
    expect(await ask('not-a-jwt')).toBe(401)
    const { privateKey: other } = await generateKeyPair('ES256')
    const forged = new SignJWT({ jti: 'x' }).setProtectedHeader({ alg: 'ES256' })
    expect(await ask(await forged.setIssuer(client_id).setSubject(client_id).sign(other))).toBe(401)
    const private_key = { ...jwk, d: 'secret' }
    const web = await tasman.clientFor('owner', { clientId: 'tasman-web' })
    const refused = await web.post('/api/api-admin/clients', { name: 'x', public_keys: [private_key] })
    expect(refused.status).toBe(422)
  })
})

describe('personal tokens', () => {
  it('and other connections are listed for those who may end them, and for no one else', async () => {
    await tasman.clientFor('owner')
    await personOfAccount(tasman, 'rita@demo.example', 'reader')
    const rita = await enterAs(tasman, 'rita@demo.example')
    const page = await rita.get('/account/security')
    expect(page.text).toContain('No application can act for you.')
    expect(page.text).not.toContain('allowed by')
    const { query } = tasman.service.database
    const grant = await query
      .selectFrom('oauth_grants')
      .select('id')
      .where('client_id', '=', 'demo-client')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const refused = await rita.post('/account/security/disconnect', { grant_id: String(grant.id) }, page)
    expect([refused.status, refused.text]).toEqual([
      404,
      expect.stringContaining('There is no such connection that you can end.'),
    ])
    expect(refused.text).not.toContain('can no longer act')
    const { revoked_at } = await query
      .selectFrom('oauth_grants')
      .select('revoked_at')
      .where('id', '=', grant.id)
      .executeTakeFirstOrThrow()
    expect(revoked_at).toBeNull()
  })

  it('are made with the password, listed, scoped, expiring and ended one by one', async () => {
    const visitor = createVisitor(tasman)
    await visitor.signIn('owner@demo.example')
    const page = await visitor.get('/account/security')
    const make = (fields: object) =>
      visitor.post(
        '/account/security/personal-tokens',
        { name: 'CI', days: '30', access: 'read', password: 'demo-password', ...fields },
        page,
      )
    expect((await make({ password: 'wrong' })).status).toBe(422)
    expect((await make({ days: '9999' })).status).toBe(422)
    const tokenIn = (text: string) => /tpat_[\w-]+/.exec(text)?.[0] ?? ''
    const [first, second] = [tokenIn((await make({})).text), tokenIn((await make({ name: 'Two' })).text)]
    const client = tasman.clientWith(first)
    expect((await client.get('/api/company')).status).toBe(200)
    expect((await client.put('/api/company/create', {})).status).toBe(403)
    const listed = await visitor.get('/account/security')
    expect(listed.text).toContain('Personal token: CI')
    expect(listed.text).not.toContain(first)
    const row = listed.text.split('<li>').find((part) => part.includes('Personal token: CI')) ?? ''
    const grant_id = /name="grant_id" value="(\d+)"/.exec(row)?.[1] ?? ''
    await visitor.post('/account/security/disconnect', { grant_id }, listed)
    expect((await client.get('/api/company')).status).toBe(401)
    expect((await tasman.clientWith(second).get('/api/company')).status).toBe(200)
    tasman.clock.advance(31 * 86_400_000)
    expect((await tasman.clientWith(second).get('/api/company')).status).toBe(401)
  })
})
