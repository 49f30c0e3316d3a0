import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { authorize, createVisitor, exchangeCode, token } from '../../support/visitor.ts'
import { customerOf } from '../../webhooks/story.ts'

let tasman: TestApp
beforeAll(async () => {
  tasman = await startTestApp()
})
afterAll(() => tasman.close())

describe('userinfo', () => {
  it('says who allowed the application and for which customer', async () => {
    const back = await authorize(createVisitor(tasman), { scope: 'openid' })
    const { body: tokens } = await exchangeCode(tasman, back.get('code') ?? '')
    const client = tasman.clientWith(tokens.access_token)
    const answer = await client.get('/api/oauth/userinfo')
    expect(answer).toMatchObject({
      status: 200,
      body: {
        sub: expect.stringMatching(/^\d+$/),
        email: 'owner@demo.example',
        customer_id: await customerOf(tasman, 'owner@demo.example'),
        customer_name: expect.any(String),
      },
    })
    expect((await client.post('/api/oauth/userinfo')).body).toEqual(answer.body)
  })

  it('needs a token, with the scope openid', async () => {
    expect((await tasman.clientWith().get('/api/oauth/userinfo')).status).toBe(401)
    const client = await tasman.clientFor('owner', { scope: 'payroll.read' })
    expect(await client.get('/api/oauth/userinfo')).toMatchObject({
      status: 403,
      body: { detail: 'Missing required scope: openid' },
    })
  })
})

describe('discovery', () => {
  it('is the same document at both well-known places and names userinfo', async () => {
    const anyone = tasman.clientWith()
    const [oauth, openid] = await Promise.all([
      anyone.get('/.well-known/oauth-authorization-server'),
      anyone.get('/.well-known/openid-configuration'),
    ])
    expect(openid.body).toEqual(oauth.body)
    expect(new URL(openid.body.userinfo_endpoint).pathname).toBe('/api/oauth/userinfo')
  })
})

describe('credentials', () => {
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  })
  const ask = (fields: Record<string, string>) =>
    token(
      tasman,
      { grant_type: 'refresh_token', refresh_token: 'unknown', ...fields },
      basic('demo-client', 'demo-secret'),
    )

  it('in the header may be repeated in the body', async () => {
    expect((await ask({})).body.error).toBe('invalid_grant')
    expect((await ask({ client_id: 'demo-client' })).body.error).toBe('invalid_grant')
  })

  it('of one client in the header and of another in the body are refused', async () => {
    for (const fields of [
      { client_id: 'demo-partner' },
      { client_id: 'demo-partner', client_secret: 'demo-partner-secret' },
      { client_secret: 'another' },
    ])
      expect(await ask(fields)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })

  it('are checked alike where a token is given back', async () => {
    const answer = await tasman.app.inject({
      method: 'POST',
      url: '/api/oauth/revoke',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...basic('demo-client', 'demo-secret'),
      },
      payload: 'token=x&client_id=demo-partner',
    })
    expect(answer.statusCode).toBe(400)
  })
})

it('a code_challenge_method without a code_challenge goes back as invalid_request', async () => {
  for (const method of ['S256', 'plain']) {
    const back = await authorize(createVisitor(tasman), { code_challenge_method: method })
    expect(back.get('error')).toBe('invalid_request')
    expect(back.get('code')).toBeNull()
  }
})
