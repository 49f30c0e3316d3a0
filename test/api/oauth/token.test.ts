import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import {
  authorize,
  CALLBACK,
  createVisitor,
  exchangeCode,
  refresh,
  token,
  type Visitor,
} from '../../support/visitor.ts'

let tasman: TestApp
let owner: Visitor
const PUBLIC = { client_id: 'phone', redirect_uri: 'https://phone.example/' }

beforeAll(async () => {
  tasman = await startTestApp()
  owner = createVisitor(tasman)
  await owner.signIn('owner@demo.example')
  await tasman.service.database.query
    .insertInto('oauth_clients')
    .values({
      client_id: 'phone',
      name: 'Phone',
      redirect_uris: [PUBLIC.redirect_uri],
      is_public: true,
      created_at: tasman.clock.now(),
    })
    .execute()
})
afterAll(() => tasman.close())

const newCode = async (query: Record<string, string> = {}) =>
  (await authorize(owner, query)).get('code') as string
const newPair = async () => (await exchangeCode(tasman, await newCode())).body
const reads = async (accessToken: string) => (await tasman.clientWith(accessToken).get('/api/company')).status

function pkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, code_challenge: createHash('sha256').update(verifier).digest('base64url') }
}

describe('200', () => {
  it('answers a code with the two tokens, their lifetimes and the scope, and nothing else', async () => {
    const answer = await exchangeCode(tasman, await newCode())
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      id_token: expect.stringMatching(/^eyJ/),
      expires_in: 1800,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      refresh_expires_in: 2592000,
      scope: 'openid payroll.read payroll.write',
    })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('stores neither tokens nor codes, only their hashes', async () => {
    const code = await newCode()
    const { body } = await exchangeCode(tasman, code)
    const { rows } = await tasman.service.database.pool.query(
      'select row_to_json(t)::text as a from oauth_tokens t union all select row_to_json(c)::text from oauth_codes c',
    )
    const stored = rows.map((row) => row.a).join('\n')
    for (const secret of [code, body.access_token, body.refresh_token]) {
      expect(stored).not.toContain(secret)
      expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })

  it('takes the secret by HTTP Basic', async () => {
    const basic = `Basic ${Buffer.from('demo-client:demo-secret').toString('base64')}`
    const fields = { grant_type: 'authorization_code', code: await newCode(), redirect_uri: CALLBACK }
    expect((await token(tasman, fields, { authorization: basic })).status).toBe(200)
  })

  it('gives a public client its tokens for the verifier, and refreshes without a secret', async () => {
    const { verifier, code_challenge } = pkce()
    const code = await newCode({ ...PUBLIC, code_challenge })
    const basics = { client_id: 'phone', client_secret: '' }
    const first = await exchangeCode(tasman, code, { ...basics, ...PUBLIC, code_verifier: verifier })
    expect(first.status).toBe(200)
    expect((await refresh(tasman, first.body.refresh_token, basics)).status).toBe(200)
  })

  it('rotates the refresh token and lets the new access token in', async () => {
    const first = await newPair()
    const second = await refresh(tasman, first.refresh_token, { redirect_uri: CALLBACK })
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).not.toBe(first.refresh_token)
    expect(second.body.expires_in).toBe(1800)
    expect(second.body.refresh_expires_in).toBe(2592000)
    expect(second.body.scope).toBe('openid payroll.read payroll.write')
    expect(await reads(second.body.access_token)).toBe(200)
  })

  it('gives fewer scopes when a refresh asks for fewer, and all of them again later', async () => {
    const first = await newPair()
    const less = await refresh(tasman, first.refresh_token, { scope: 'openid payroll.read' })
    expect(less.body.scope).toBe('openid payroll.read')
    const refused = await tasman
      .clientWith(less.body.access_token)
      .post('/api/api-admin/clients', { name: 'X' })
    expect(refused.body).toMatchObject({ detail: 'Missing required scope: payroll.write' })
    const again = await refresh(tasman, less.body.refresh_token)
    expect(again.body.scope).toBe('openid payroll.read payroll.write')
  })
})

describe('400 invalid_grant', () => {
  const expectInvalid = (answer: { status: number; body: unknown }) => {
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: 'invalid_grant', error_description: expect.any(String) })
  }

  it('a code sent twice, which also ends what the first exchange gave', async () => {
    const code = await newCode()
    const first = await exchangeCode(tasman, code)
    expect(await reads(first.body.access_token)).toBe(200)
    expectInvalid(await exchangeCode(tasman, code))
    expect(await reads(first.body.access_token)).toBe(401)
    expectInvalid(await refresh(tasman, first.body.refresh_token))
  })

  it('a code at another client, where it stays good for its own', async () => {
    const code = await newCode()
    const stranger = { client_id: 'demo-partner', client_secret: 'demo-partner-secret' }
    expectInvalid(await exchangeCode(tasman, code, stranger))
    const first = await exchangeCode(tasman, code)
    expect(first.status).toBe(200)
    expectInvalid(await refresh(tasman, first.body.refresh_token, stranger))
    expect((await refresh(tasman, first.body.refresh_token)).status).toBe(200)
  })

  it('a made-up code and a made-up refresh token', async () => {
    expectInvalid(await exchangeCode(tasman, 'made-up'))
    expectInvalid(await refresh(tasman, 'made-up'))
  })

  it('a wrong verifier, which uses the code up', async () => {
    const { verifier, code_challenge } = pkce()
    const code = await newCode({ code_challenge })
    expectInvalid(await exchangeCode(tasman, code, { code_verifier: pkce().verifier }))
    expectInvalid(await exchangeCode(tasman, code, { code_verifier: verifier }))
  })

  it('no verifier where the request had a challenge, and a verifier where it had none', async () => {
    expectInvalid(await exchangeCode(tasman, await newCode({ code_challenge: pkce().code_challenge })))
    expectInvalid(await exchangeCode(tasman, await newCode(), { code_verifier: pkce().verifier }))
  })

  it('a rotated refresh token, which ends the whole grant', async () => {
    const first = await newPair()
    const second = (await refresh(tasman, first.refresh_token)).body
    expectInvalid(await refresh(tasman, first.refresh_token))
    expect(await reads(first.access_token)).toBe(401)
    expect(await reads(second.access_token)).toBe(401)
    expectInvalid(await refresh(tasman, second.refresh_token))
  })

  it('20 refreshes at once: at most one succeeds, and then the grant is over', async () => {
    const first = await newPair()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(tasman, first.refresh_token)))
    const won = answers.filter((answer) => answer.status === 200)
    expect(won.length).toBeLessThanOrEqual(1)
    for (const lost of answers.filter((answer) => answer.status !== 200)) expectInvalid(lost)
    for (const { body } of won) {
      expect(await reads(body.access_token)).toBe(401)
      expectInvalid(await refresh(tasman, body.refresh_token))
    }
    expect(await reads(first.access_token)).toBe(401)
  })

  it('20 exchanges of one code at once: at most one succeeds, and then the grant is over', async () => {
    const code = await newCode()
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchangeCode(tasman, code)))
    const won = answers.filter((answer) => answer.status === 200)
    expect(won.length).toBeLessThanOrEqual(1)
    for (const { body } of won) expect(await reads(body.access_token)).toBe(401)
  })

  it('an expired code, an expired access token and an expired refresh token', async () => {
    const start = tasman.clock.now()
    const late = createVisitor(tasman)
    await late.signIn('owner@demo.example')
    const lateCode = async () => (await authorize(late, {})).get('code') as string
    const [early, other] = [await lateCode(), await lateCode()]
    tasman.clock.advance(9 * 60_000)
    const pair = (await exchangeCode(tasman, early)).body
    expect(pair.expires_in).toBe(1800)
    tasman.clock.advance(62_000)
    const answer = await exchangeCode(tasman, other)
    expectInvalid(answer)
    expect(answer.body.error_description).toContain('expired')

    expect(await reads(pair.access_token)).toBe(200)
    tasman.clock.advance(30 * 60_000)
    expect(await reads(pair.access_token)).toBe(401)
    tasman.clock.advance(30 * 86_400_000)
    const refused = await refresh(tasman, pair.refresh_token)
    expectInvalid(refused)
    expect(refused.body.error_description).toContain('expired')
    tasman.clock.set(start)
  })
})

describe('400 others', () => {
  const errorOf = async (fields: Record<string, string>) => {
    const { status, body } = await token(tasman, fields)
    return [status, body.error]
  }

  it('a wrong redirect_uri, which uses the code up', async () => {
    const code = await newCode()
    const wrong = await exchangeCode(tasman, code, { redirect_uri: 'http://127.0.0.1:8124/callback' })
    expect([wrong.status, wrong.body.error]).toEqual([400, 'invalid_grant'])
    expect((await exchangeCode(tasman, code)).body.error).toBe('invalid_grant')
  })

  it('scopes beyond those granted; the refresh token stays good', async () => {
    const code = await newCode({ scope: 'openid payroll.read' })
    const first = (await exchangeCode(tasman, code)).body
    const wider = await refresh(tasman, first.refresh_token, { scope: 'openid payroll.read payroll.write' })
    expect([wider.status, wider.body.error]).toEqual([400, 'invalid_scope'])
    expect((await refresh(tasman, first.refresh_token)).status).toBe(200)
  })

  it('missing or unknown parameters, in the shape of RFC 6749', async () => {
    expect(await errorOf({})).toEqual([400, 'invalid_request'])
    expect(await errorOf({ grant_type: 'password' })).toEqual([400, 'unsupported_grant_type'])
    expect(await errorOf({ grant_type: 'authorization_code' })).toEqual([400, 'invalid_request'])
    expect(await errorOf({ grant_type: 'refresh_token' })).toEqual([400, 'invalid_request'])
  })

  it('JSON, broken JSON, another media type, a parameter given twice, no body at all', async () => {
    for (const [type, payload] of [
      ['application/json', '{"grant_type":"authorization_code"}'],
      ['application/json', '{'],
      ['text/plain', 'grant_type=authorization_code'],
      ['application/x-www-form-urlencoded', 'grant_type=refresh_token&grant_type=refresh_token'],
      ['application/x-www-form-urlencoded', ''],
    ] as const) {
      const answer = await tasman.app.inject({
        method: 'POST',
        url: '/api/oauth/token',
        headers: { 'content-type': type },
        payload,
      })
      expect([type, payload, answer.statusCode]).toEqual([type, payload, expect.toBeOneOf([400, 401])])
      expect(Object.keys(answer.json())).toEqual(['error', 'error_description'])
    }
  })
})

describe('401 invalid_client', () => {
  const expectClient = (answer: { status: number; body: unknown; headers: Record<string, string> }) => {
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ error: 'invalid_client', error_description: expect.any(String) })
    expect(answer.headers['www-authenticate']).toMatch(/^Basic/)
  }

  it('a wrong secret, in the body or by HTTP Basic; the code stays good', async () => {
    const code = await newCode()
    expectClient(await exchangeCode(tasman, code, { client_secret: 'wrong' }))
    const basic = `Basic ${Buffer.from('demo-client:wrong').toString('base64')}`
    const fields = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK }
    expectClient(await token(tasman, fields, { authorization: basic }))
    expect((await exchangeCode(tasman, code)).status).toBe(200)
  })

  it('an unknown client, no client, and a confidential client without its secret, PKCE or not', async () => {
    expectClient(await exchangeCode(tasman, await newCode(), { client_id: 'nobody' }))
    expectClient(await exchangeCode(tasman, await newCode(), { client_id: '' }))
    const { verifier, code_challenge } = pkce()
    const code = await newCode({ code_challenge })
    expectClient(await exchangeCode(tasman, code, { client_secret: '', code_verifier: verifier }))
    const pair = await newPair()
    expectClient(await refresh(tasman, pair.refresh_token, { client_secret: '' }))
  })
})

describe('revoke', () => {
  const revoke = async (fields: Record<string, string>) => {
    const response = await tasman.app.inject({
      method: 'POST',
      url: '/api/oauth/revoke',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        client_id: 'demo-client',
        client_secret: 'demo-secret',
        ...fields,
      }).toString(),
    })
    return { status: response.statusCode, body: response.json() }
  }

  it('an access token ends alone, a refresh token with its whole grant', async () => {
    const first = await newPair()
    expect(await reads(first.access_token)).toBe(200)
    expect((await revoke({ token: first.access_token })).status).toBe(200)
    expect(await reads(first.access_token)).toBe(401)
    const second = (await refresh(tasman, first.refresh_token)).body
    expect(await reads(second.access_token)).toBe(200)
    expect((await revoke({ token: second.refresh_token, token_type_hint: 'refresh_token' })).status).toBe(200)
    expect(await reads(second.access_token)).toBe(401)
  })

  it('an unknown token is no error; another client’s token stays; a wrong secret is 401', async () => {
    const pair = await newPair()
    expect((await revoke({ token: 'unknown' })).status).toBe(200)
    const partner = { client_id: 'demo-partner', client_secret: 'demo-partner-secret' }
    expect((await revoke({ token: pair.access_token, ...partner })).status).toBe(200)
    expect(await reads(pair.access_token)).toBe(200)
    expect((await revoke({ token: pair.access_token, client_secret: 'x' })).body.error).toBe('invalid_client')
    expect((await revoke({})).body.error).toBe('invalid_request')
    expect((await revoke({ token: 'x', client_id: 'demo\0' })).body.error).toBe('invalid_client')
  })
})
