import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashSecret } from '../../../src/security/tokens.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { authorize, CALLBACK, createVisitor, type Visitor } from '../../support/visitor.ts'

let tasman: TestApp
let owner: Visitor
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

beforeAll(async () => {
  tasman = await startTestApp()
  owner = createVisitor(tasman)
  expect((await owner.signIn('owner@demo.example')).status).toBe(303)
  const { query } = tasman.service.database
  const common = { created_at: tasman.clock.now(), secret_hash: hashSecret('s') }
  await query
    .insertInto('oauth_clients')
    .values([
      {
        ...common,
        client_id: 'web',
        name: 'Web <b>app</b>',
        redirect_uris: ['https://web.example/back?a=1'],
      },
      {
        ...common,
        client_id: 'phone',
        name: 'Phone',
        redirect_uris: ['https://phone.example/'],
        is_public: true,
      },
      {
        ...common,
        client_id: 'gone',
        name: 'Gone',
        redirect_uris: [CALLBACK],
        deleted_at: tasman.clock.now(),
      },
    ])
    .execute()
})
afterAll(() => tasman.close())

const ask = (visitor: Visitor, query: Record<string, string>) =>
  visitor.get(`/api/oauth/authorize?${new URLSearchParams(query)}`)
const GOOD = { client_id: 'demo-client', redirect_uri: CALLBACK, state: 's1', scope: 'openid payroll.read' }

describe('302', () => {
  it('leads someone who is not signed in to the sign-in page, with and without response_type', async () => {
    const stranger = createVisitor(tasman)
    for (const query of [GOOD, { ...GOOD, response_type: 'code' }]) {
      const page = await ask(stranger, query)
      expect(page.status).toBe(302)
      expect(page.location).toMatch(/^\/sign-in\?next=%2Fapi%2Foauth%2Fauthorize/)
    }
  })

  it('leads on to consent, then back with the code and the state', async () => {
    const page = await ask(owner, GOOD)
    expect(page.status).toBe(302)
    expect(page.location).toMatch(/^\/consent\?/)
    const back = await authorize(owner, { state: 'with space & sign' })
    expect(back.get('state')).toBe('with space & sign')
    expect(back.get('code')).toMatch(/^[\w-]{43}$/)
    expect([...back.keys()].sort()).toEqual(['code', 'iss', 'state'])
  })

  it('works without a state', async () => {
    const { state: _state, ...query } = GOOD
    const consent = await owner.get((await ask(owner, query)).location)
    const back = await owner.post('/consent', { decision: 'allow' }, consent)
    expect([...new URL(back.location).searchParams.keys()]).toEqual(['code', 'iss'])
  })

  it('comes back with access_denied when the person does not allow it', async () => {
    const back = await authorize(owner, {}, { decision: 'deny' })
    expect(back.get('error')).toBe('access_denied')
    expect(back.get('state')).toBe('a-state')
    expect(back.has('code')).toBe(false)
  })

  it('keeps the query that a registered redirect URI has', async () => {
    const back = await authorize(owner, { client_id: 'web', redirect_uri: 'https://web.example/back?a=1' })
    expect(back.get('a')).toBe('1')
    expect(back.has('code')).toBe(true)
    const denied = await authorize(
      owner,
      { client_id: 'web', redirect_uri: 'https://web.example/back?a=1' },
      { decision: 'deny' },
    )
    expect([denied.get('a'), denied.get('error'), denied.get('state')]).toEqual([
      '1',
      'access_denied',
      'a-state',
    ])
  })

  const FAULTS: [string, Record<string, string>, string][] = [
    ['neither openid nor openapi', { scope: 'payroll.read' }, 'invalid_scope'],
    ['no scope at all', { scope: '' }, 'invalid_scope'],
    ['an unknown scope', { scope: 'openid payroll.everything' }, 'invalid_scope'],
    ['another response_type', { response_type: 'token' }, 'unsupported_response_type'],
    ['plain PKCE', { code_challenge: CHALLENGE, code_challenge_method: 'plain' }, 'invalid_request'],
    ['a malformed challenge', { code_challenge: 'short' }, 'invalid_request'],
    ['a request object', { request: 'eyJ' }, 'request_not_supported'],
    ['a request_uri', { request_uri: 'https://app.example/r' }, 'request_uri_not_supported'],
    ['another response_mode', { response_mode: 'fragment' }, 'invalid_request'],
    ['a max_age that is no whole number', { max_age: '1.5' }, 'invalid_request'],
    ['a negative max_age', { max_age: '-1' }, 'invalid_request'],
    [
      'a public client without PKCE',
      { client_id: 'phone', redirect_uri: 'https://phone.example/' },
      'invalid_request',
    ],
  ]
  for (const [fault, query, error] of FAULTS)
    it(`answers ${fault} with ${error}, signed in or not`, async () => {
      for (const visitor of [owner, createVisitor(tasman)]) {
        const page = await ask(visitor, { ...GOOD, ...query })
        expect(page.status).toBe(302)
        const location = new URL(page.location)
        expect(location.origin).toBe(new URL(query.redirect_uri ?? CALLBACK).origin)
        expect(location.searchParams.get('error')).toBe(error)
        expect(location.searchParams.get('state')).toBe('s1')
      }
    })

  it('refuses partner scopes to someone who is no reseller', async () => {
    const back = await authorize(owner, { scope: 'openid partner.checkout.write' })
    expect(back.get('error')).toBe('invalid_scope')
  })

  it('takes openapi in the place of openid', async () => {
    expect((await authorize(owner, { scope: 'openapi payroll.read' })).has('code')).toBe(true)
  })
})

describe('200 consent', () => {
  it('names the application, the customer and each scope in plain words, and escapes them', async () => {
    const query = {
      client_id: 'web',
      redirect_uri: 'https://web.example/back?a=1',
      scope: 'openid payroll.write',
    }
    const page = await owner.get((await ask(owner, query)).location)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Web &lt;b&gt;app&lt;/b&gt;')
    expect(page.text).toContain('Southern Cross Group')
    expect(page.text).toContain('Know who you are')
    expect(page.text).toContain('run and correct pays')
    expect(page.text).not.toContain('See your companies')
    expect(page.text).toContain('web.example')
  })

  it('grants nothing to a form that did not come from this browser', async () => {
    const before = await countCodes()
    const forged = await owner.post('/consent', { ...GOOD, decision: 'allow', form_token: 'x' })
    expect(forged.status).toBe(403)
    expect(forged.location).toBe('')
    expect(await countCodes()).toBe(before)
  })
})

describe('400 as a page, and no redirect', () => {
  const FAULTS: [string, Record<string, string>][] = [
    ['an unknown client', { ...GOOD, client_id: 'nobody' }],
    ['a deleted client', { ...GOOD, client_id: 'gone' }],
    ['the web app, which no one else can be', { ...GOOD, client_id: 'tasman-web' }],
    ['no client', { redirect_uri: CALLBACK, scope: 'openid' }],
    ['an unregistered redirect URI', { ...GOOD, redirect_uri: 'https://evil.example/callback' }],
    ['another path on the own machine', { ...GOOD, redirect_uri: 'http://127.0.0.1:8123/callback/x' }],
    ['another name of the own machine', { ...GOOD, redirect_uri: 'http://localhost:8123/callback' }],
    ['a port that is none', { ...GOOD, redirect_uri: 'http://127.0.0.1:99999/callback' }],
    [
      'a redirect URI with more behind it',
      { ...GOOD, client_id: 'web', redirect_uri: 'https://web.example/back?a=1&b=2' },
    ],
    ['no redirect URI', { client_id: 'demo-client', scope: 'openid' }],
    ['a script as redirect URI', { ...GOOD, redirect_uri: 'javascript:alert(1)' }],
  ]
  for (const [fault, query] of FAULTS)
    it(fault, async () => {
      for (const visitor of [owner, createVisitor(tasman)]) {
        const page = await ask(visitor, query)
        expect(page.status).toBe(400)
        expect(page.location).toBe('')
        expect(page.headers['content-type']).toContain('text/html')
      }
    })

  it('a parameter given twice', async () => {
    const query = new URLSearchParams(GOOD).toString()
    for (const again of ['client_id=web', 'colour=red&colour=red']) {
      const page = await owner.get(`/api/oauth/authorize?${query}&${again}`)
      expect([again, page.status, page.location]).toEqual([again, 400, ''])
    }
    expect((await owner.get(`/api/oauth/authorize?${query}&colour=red`)).status).toBe(302)
  })
})

async function countCodes(): Promise<number> {
  const { rows } = await tasman.service.database.pool.query('select count(*) as n from oauth_codes')
  return rows[0].n
}
