import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bindSubject } from '../../../src/features/access/identity-provider/queries.ts'
import { type AnyJson, startTestApp, type TestApp } from '../../support/app.ts'
import { createAuthenticator } from '../../support/authenticator.ts'
import { startProvider, type TestProvider } from '../../support/identity-provider.ts'
import { mailTo } from '../../support/mail.ts'
import { aCompany } from '../../support/make.ts'
import { callApp, createVisitor, enterAs, type Page, type Visitor } from '../../support/visitor.ts'
import { joinAs, organisationOf } from './organisation.ts'

/* Sign-in through an identity provider, against our own provider on loopback. */

let tasman: TestApp
let provider: TestProvider
let organisation: ReturnType<typeof organisationOf>
const PATH = '/sign-in/organisation'
const ORIGIN = 'https://payroll.example'

beforeAll(async () => {
  tasman = await startTestApp({
    env: {
      WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
      TRUSTED_DOMAINS: 'demo.example=1,vouched.example=1',
      PUBLIC_URL: ORIGIN,
    },
  })
  provider = await startProvider(() => tasman.clock.now())
  await joinAs(tasman, 'reader')
  await joinAs(tasman, 'admin')
  const browser = createVisitor(tasman)
  await browser.signIn('owner@demo.example')
  organisation = organisationOf(tasman, browser)
}, 120_000)
afterAll(async () => {
  await tasman.close()
  await provider.close()
})
afterEach(() => {
  provider.claims = {}
  provider.document = {}
  provider.isForging = false
})

const setUp = (extra: object = {}) =>
  organisation('PUT', '', {
    issuer: provider.issuer,
    client_id: provider.clientId,
    client_secret: provider.clientSecret,
    domains: ['demo.example'],
    is_required: false,
    password: 'demo-password',
    ...extra,
  })

/** The address to which the sign-in page redirects. */
const targetOf = (page: Page) => (/href="(http[^"]+)"/.exec(page.text)?.[1] ?? '').replaceAll('&amp;', '&')

const begin = async (visitor: Visitor, email: string, next = '/app') => {
  const page = await visitor.get(`${PATH}?next=${encodeURIComponent(next)}`)
  return visitor.post(PATH, { email }, page)
}
/** The whole sign-in of a person with this address at the provider. */
const signIn = async (email: string, claims: AnyJson = {}, visitor = createVisitor(tasman)) => {
  provider.claims = { email, ...claims }
  const answer = provider.authorize(targetOf(await begin(visitor, email)))
  return { visitor, page: await visitor.get(`${PATH}/callback?${answer}`) }
}
const reader = 'reader@demo.example'
const idOf = async (email: string) =>
  (
    await tasman.service.database.query
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).id
/** A request of the owner that waits for a second person. */
async function waitingApproval(): Promise<number> {
  const owner = await tasman.clientFor('owner', { clientId: 'tasman-web' })
  const company = await aCompany(owner)
  expect((await owner.patch(`/api/company/${company.id}/rules`, { approve_accounts: true })).status).toBe(200)
  const payee = { kind: 'union', name: 'Union', bsb: '062-000', account_number: '5556667' }
  const { body } = await owner.post(`/api/company/${company.id}/payees`, payee)
  await tasman.service.database.query.deleteFrom('company_rules').execute()
  return body.approval_id as number
}

describe('setting it up', () => {
  it('is for owners, in the web app, with their password', async () => {
    expect((await tasman.app.inject({ url: '/app/own/organisation' })).statusCode).toBe(403)
    expect((await setUp({ password: 'wrong' })).status).toBe(400)
    const other = createVisitor(tasman)
    await other.signIn('admin@demo.example')
    expect((await organisationOf(tasman, other)('GET', '')).status).toBe(403)
  })

  it('asks the provider who it is before it is stored', async () => {
    provider.document = { issuer: 'https://other.example' }
    const refused = await setUp()
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      expect.stringContaining('calls itself https://other.example'),
    ])
    for (const issuer of [
      'http://192.168.0.1',
      'https://169.254.169.254',
      'http://localhost:1',
      'file:///etc/passwd',
    ])
      expect((await setUp({ issuer })).status).toBe(400)
    provider.document = { token_endpoint: 'https://10.0.0.1/token' }
    expect((await setUp()).status).toBe(400)
  })

  it('never shows the secret again, and stores it encrypted', async () => {
    const { status, body } = await setUp()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      provider: { issuer: provider.issuer, client_id: 'tasman', is_required: false },
      domains: [{ domain: 'demo.example', is_verified: true, record_name: '_tasman.demo.example' }],
    })
    expect(JSON.stringify(body)).not.toContain(provider.clientSecret)
    const row = await tasman.service.database.query
      .selectFrom('identity_providers')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(row.client_secret).toMatch(/^s2\./)
    const kept = await setUp({ client_secret: '' })
    expect(kept.status).toBe(200)
    // It is never sent to another issuer, or as the secret of another client.
    expect((await setUp({ client_secret: '', client_id: 'another' })).status).toBe(422)
  })

  it('waits for the DNS record of a domain that the operator does not vouch for', async () => {
    const { body } = await setUp({ domains: ['demo.example', 'unverified.invalid'] })
    expect(body.domains.map(({ is_verified }: AnyJson) => is_verified)).toEqual([true, false])
    const checked = await organisation('POST', '/verify', {})
    expect([checked.status, checked.body.verified]).toEqual([200, []])
    const page = await begin(createVisitor(tasman), 'someone@unverified.invalid')
    expect([page.status, page.text]).toEqual([
      404,
      expect.stringContaining('No organisation here uses addresses'),
    ])
    expect((await setUp({ domains: ['not a domain'] })).status).toBe(422)
    expect((await setUp()).status).toBe(200)
  })
})

describe('signing in', () => {
  it('is offered on the sign-in page and leads to the provider with PKCE, state and nonce', async () => {
    expect((await createVisitor(tasman).get('/sign-in')).text).toContain('Continue with your organisation')
    const page = await begin(createVisitor(tasman), reader)
    const asked = Object.fromEntries(new URL(targetOf(page)).searchParams)
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: 'tasman',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      login_hint: reader,
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]).toMatch(/^[\w-]{40,}$/)
    // A link with the domain needs a button press. Otherwise another site could sign this browser in as
    // someone else.
    const visitor = createVisitor(tasman)
    const link = await visitor.get(`${PATH}?domain=demo.example`)
    expect([link.status, link.location, visitor.cookies.has('tasman_organisation')]).toEqual([200, '', false])
    expect((await createVisitor(tasman).post(PATH, { domain: 'demo.example', form_token: 'x' })).status).toBe(
      403,
    )
    expect(targetOf(await visitor.post(PATH, {}, link))).toContain(`${provider.issuer}/authorize?`)
  })

  it('lets in the person whom the provider names, and the audit log says so', async () => {
    const { visitor, page } = await signIn(reader)
    expect([page.status, page.location]).toEqual([303, '/app'])
    const session = await tasman.app.inject({
      url: '/app/own/session',
      headers: { cookie: `tasman_session=${visitor.cookies.get('tasman_session')}`, 'x-tasman-app': '1' },
    })
    expect(session.json()).toMatchObject({ email: reader, role: 'reader' })
    const entry = await tasman.service.database.query
      .selectFrom('audit_log')
      .select(['outcome', 'user_id'])
      .where('action', '=', 'sign-in.organisation')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ outcome: 303, user_id: session.json().id })
  })

  it.each<[string, AnyJson]>([
    ['an address that is not confirmed', { email_verified: false }],
    ['a word for confirmed', { email_verified: 'true' }],
    ['no address', { email: undefined }],
    ['another audience', { aud: 'other' }],
    ['two audiences and no azp', { aud: ['tasman', 'other'] }],
    ['another azp', { azp: 'other' }],
    ['another issuer', { iss: 'https://other.example' }],
    ['another nonce', { nonce: 'x' }],
    ['a token that has expired', { exp: 1 }],
    ['an address of another domain', { email: 'owner@other.example' }],
    ['a person without access', { email: 'nobody@demo.example' }],
    ['another person with the same address', { sub: 'person-2' }],
  ])('refuses %s', async (_name, claims) => {
    const { visitor, page } = await signIn(reader, claims)
    expect([401, 502]).toContain(page.status)
    expect(visitor.cookies.get('tasman_session')).toBeUndefined()
  })

  it('refuses a signature of another key, and finds a key that is new', async () => {
    provider.isForging = true
    expect((await signIn(reader)).page.status).toBe(502)
    provider.isForging = false
    await provider.changeKey()
    expect((await signIn(reader)).page.status).toBe(303)
  })

  it('takes an answer only in the browser that asked, and once', async () => {
    provider.claims = { email: reader }
    const [mine, theirs] = [createVisitor(tasman), createVisitor(tasman)]
    const answer = provider.authorize(targetOf(await begin(mine, reader)))
    expect((await theirs.get(`${PATH}/callback?${answer}`)).status).toBe(400)
    await begin(theirs, reader)
    expect((await theirs.get(`${PATH}/callback?${answer}`)).status).toBe(400)
    expect((await mine.get(`${PATH}/callback?${answer}`)).status).toBe(303)
    expect((await mine.get(`${PATH}/callback?${answer}`)).status).toBe(400)
    const late = provider.authorize(targetOf(await begin(mine, reader)))
    tasman.clock.advance(11 * 60_000)
    expect((await mine.get(`${PATH}/callback?${late}`)).status).toBe(400)
    const other = provider.authorize(targetOf(await begin(mine, reader)))
    other.set('iss', 'https://mix-up.example')
    expect((await mine.get(`${PATH}/callback?${other}`)).status).toBe(401)
    const refused = await begin(mine, reader)
    const state = provider.authorize(targetOf(refused)).get('state')
    expect((await mine.get(`${PATH}/callback?error=access_denied&state=${state}`)).status).toBe(401)
  })

  it('leads nowhere but to this service afterwards', async () => {
    provider.claims = { email: reader }
    const visitor = createVisitor(tasman)
    const answer = provider.authorize(targetOf(await begin(visitor, reader, 'https://evil.example/')))
    expect((await visitor.get(`${PATH}/callback?${answer}`)).location).toBe('/app')
  })
})

describe('only through the provider', () => {
  it('refuses passwords of everyone but the owners, and ends the sessions they have', async () => {
    const visitor = createVisitor(tasman)
    expect((await visitor.signIn(reader)).status).toBe(303)
    expect((await setUp({ is_required: true })).status).toBe(200)
    expect((await visitor.get('/app')).location).toContain('/sign-in')
    const refused = await createVisitor(tasman).signIn(reader)
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('Your organisation signs you in'),
    ])
    expect((await createVisitor(tasman).signIn(reader, 'wrong')).status).toBe(401)
    expect((await createVisitor(tasman).signIn('owner@demo.example')).status).toBe(303)
    expect((await signIn(reader)).page.status).toBe(303)
  })

  it('refuses a passkey in place of the provider', async () => {
    await setUp({ is_required: false })
    const visitor = createVisitor(tasman)
    await visitor.signIn(reader)
    const key = createAuthenticator(ORIGIN)
    const post = (from: Visitor, path: string, body?: unknown) => callApp(tasman, from, 'POST', path, body)
    const own = '/app/own/account/passkeys'
    const { challenge } = (await post(visitor, `${own}/options`)).body
    const added = { name: 'Laptop', password: 'demo-password', credential: key.create(challenge) }
    expect((await post(visitor, own, added)).status).toBe(201)
    const useKey = async () => {
      const from = createVisitor(tasman)
      const options = (await post(from, '/app/own/sign-in/passkey/options')).body
      return post(from, '/app/own/sign-in/passkey', key.use(options.challenge))
    }
    expect((await useKey()).status).toBe(200)
    await setUp({ is_required: true })
    expect(await useKey()).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('Your organisation signs you in') },
    })
    expect((await signIn(reader)).page.location).toContain('/sign-in/code')
  })

  it('ends the password session of an owner who loses that role', async () => {
    await setUp({ is_required: true })
    const id = await joinAs(tasman, 'owner', 'second@demo.example')
    const [password, byProvider] = [await enterAs(tasman, 'second@demo.example'), createVisitor(tasman)]
    expect((await signIn('second@demo.example', { sub: 'second' }, byProvider)).page.status).toBe(303)
    const isIn = async (visitor: Visitor) => (await visitor.get('/account/security')).status === 200
    expect([await isIn(password), await isIn(byProvider)]).toEqual([true, true])
    const owner = await enterAs(tasman, 'owner@demo.example')
    const demoted = await callApp(tasman, owner, 'PATCH', `/app/api/people/${id}`, { role: 'admin' })
    expect(demoted.status).toBe(200)
    expect([await isIn(password), await isIn(byProvider)]).toEqual([false, true])
  })

  it('sets up a second factor of people without a password, soon after they signed in', async () => {
    const id = await joinAs(tasman, 'member')
    const { query } = tasman.service.database
    await query.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
    const { visitor } = await signIn('member@demo.example', { sub: 'member' })
    const own = '/app/own/account'
    expect((await callApp(tasman, visitor, 'GET', own)).body.has_password).toBe(false)
    const key = createAuthenticator(ORIGIN)
    const add = async () => {
      const { challenge } = (await callApp(tasman, visitor, 'POST', `${own}/passkeys/options`)).body
      return callApp(tasman, visitor, 'POST', `${own}/passkeys`, {
        name: 'Laptop',
        credential: key.create(challenge),
      })
    }
    tasman.clock.advance(11 * 60_000)
    expect(await add()).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('again first') },
    })
    await signIn('member@demo.example', { sub: 'member' }, visitor)
    expect((await add()).status).toBe(201)
    expect((await mailTo(tasman.service, 'member@demo.example')).subject).toBe(
      'Your second factor is being changed',
    )
    // A person with a password still enters it, even after a sign-in through the provider.
    const other = (await signIn('admin@demo.example', { sub: 'admin' })).visitor
    const options = (await callApp(tasman, other, 'POST', `${own}/passkeys/options`)).body
    const credential = createAuthenticator(ORIGIN).create(options.challenge)
    expect((await callApp(tasman, other, 'POST', `${own}/passkeys`, { name: 'x', credential })).status).toBe(
      400,
    )
  })

  it('approves nothing without a second factor of the person’s own', async () => {
    const { visitor } = await signIn('admin@demo.example', { sub: 'admin' })
    const approve = (from: Visitor) => callApp(tasman, from, 'POST', '/app/api/approvals/999999/approve')
    const waiting = await waitingApproval()
    const at = `/app/api/approvals/${waiting}/approve`
    expect(await callApp(tasman, visitor, 'POST', at)).toMatchObject({
      status: 403,
      body: { code: 'second_factor_required' },
    })
    const local = await enterAs(tasman, 'owner@demo.example')
    expect((await approve(local)).status).toBe(404)
    await tasman.service.database.query
      .updateTable('sessions')
      .set({ is_by_provider: false })
      .where('user_id', '=', await idOf('admin@demo.example'))
      .execute()
    expect((await callApp(tasman, visitor, 'POST', at)).body.code).not.toBe('second_factor_required')
    await tasman.service.database.query.deleteFrom('approvals').execute()
  })

  it('binds a person once when two sign-ins arrive at the same time', async () => {
    const user = await tasman.service.database.query
      .selectFrom('users')
      .select(['id', 'identity_subject'])
      .where('email', '=', 'second@demo.example')
      .executeTakeFirstOrThrow()
    const { query } = tasman.service.database
    const both = await Promise.all([bindSubject(query, user, 'a 1'), bindSubject(query, user, 'a 2')])
    expect(both.sort()).toEqual([false, true])
  })

  it('tells the other owners of a change', async () => {
    await joinAs(tasman, 'owner', 'third@demo.example')
    expect((await setUp({ is_required: true })).status).toBe(200)
    expect((await mailTo(tasman.service, 'third@demo.example')).text).toContain(
      'another owner has just changed the identity provider of your account. Your people can sign in through',
    )
    await tasman.service.database.query
      .updateTable('users')
      .set({ removed_at: tasman.clock.now() })
      .where('email', '=', 'third@demo.example')
      .execute()
  })

  it('trusts a domain without a DNS record for its own account only', async () => {
    const stranger = await enterAs(tasman, 'other@demo.example')
    const theirs = await organisationOf(tasman, stranger)('PUT', '', {
      issuer: provider.issuer,
      client_id: provider.clientId,
      client_secret: provider.clientSecret,
      domains: ['vouched.example'],
      is_required: false,
      password: 'demo-password',
    })
    expect(theirs.body.domains).toMatchObject([{ domain: 'vouched.example', is_verified: false }])
    await organisationOf(tasman, stranger)('POST', '/remove', { password: 'demo-password' })
  })

  it('cannot be switched on without a verified domain', async () => {
    const answer = await setUp({ is_required: true, domains: ['unverified.invalid'] })
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining('Verify a domain')])
  })

  it('cannot be changed by one person while a company requires two', async () => {
    const company = await (await tasman.clientFor('owner')).put('/api/company/create', {
      legal_name: 'Two Pty Ltd',
      jurisdiction: 'AU',
      abn: '51824753556',
    })
    const { customer_id } = await tasman.service.database.query
      .selectFrom('users')
      .select('customer_id')
      .where('email', '=', reader)
      .executeTakeFirstOrThrow()
    await tasman.service.database.query
      .insertInto('company_rules')
      .values({
        company_id: company.body.id,
        customer_id,
        approve_files: true,
        approve_runs_above: null,
        approver_ids: null,
        updated_at: tasman.clock.now(),
      })
      .execute()
    expect((await setUp()).status).toBe(409)
    expect((await organisation('POST', '/remove', { password: 'demo-password' })).status).toBe(409)
    await tasman.service.database.query.deleteFrom('company_rules').execute()
  })

  it('ends with the provider: passwords work again', async () => {
    expect((await organisation('POST', '/remove', { password: 'demo-password' })).status).toBe(200)
    expect((await createVisitor(tasman).signIn(reader)).status).toBe(303)
    expect((await createVisitor(tasman).get('/sign-in')).text).not.toContain('your organisation')
  })
})
