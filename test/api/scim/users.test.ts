import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp } from '../../support/app.ts'
import { startProvider, type TestProvider } from '../../support/identity-provider.ts'
import { mailTo } from '../../support/mail.ts'
import { callApp, createVisitor, enterAs, type Visitor } from '../../support/visitor.ts'
import { joinAs, organisationOf } from '../oauth/organisation.ts'

/* SCIM 2.0 with the requests that Entra ID and Okta send. */

let tasman: TestApp
let provider: TestProvider
let organisation: ReturnType<typeof organisationOf>
let browser: Visitor
let token: string

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const scim = async (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  bearer = token,
) => {
  const answer = await tasman.app.inject({
    method,
    url: `/scim/v2${path}`,
    headers: {
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/scim+json; charset=utf-8' }),
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return {
    status: answer.statusCode,
    type: String(answer.headers['content-type'] ?? ''),
    headers: answer.headers,
    body: (answer.payload ? answer.json() : null) as AnyJson,
  }
}
/** Creates a person with the request of Entra ID. */
const entraUser = (name: string, extra: object = {}) => ({
  schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: `entra-${name}`,
  userName: `${name}@demo.example`,
  active: true,
  displayName: `${name} Nguyen`,
  emails: [{ primary: true, type: 'work', value: `${name}@demo.example` }],
  meta: { resourceType: 'User' },
  name: { formatted: `${name} Nguyen`, familyName: 'Nguyen', givenName: name },
  roles: [{ value: 'owner' }],
  title: 'Chef',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Kitchen' },
  ...extra,
})
/** Creates a person with the request of Okta. */
const oktaUser = (name: string) => ({
  schemas: [USER],
  userName: `${name}@demo.example`,
  name: { givenName: name, familyName: 'Brown' },
  emails: [{ primary: true, value: `${name}@demo.example`, type: 'work' }],
  displayName: `${name} Brown`,
  locale: 'en-AU',
  externalId: `okta-${name}`,
  groups: [],
  password: '1mz050nq',
  active: true,
})
const patch = (...Operations: object[]) => ({ schemas: [PATCH], Operations })

beforeAll(async () => {
  tasman = await startTestApp({
    env: { WEBHOOK_ALLOW_HOSTS: '127.0.0.1', TRUSTED_DOMAINS: 'demo.example=1,second.example=1' },
  })
  provider = await startProvider(() => tasman.clock.now())
  browser = createVisitor(tasman)
  await browser.signIn('owner@demo.example')
  organisation = organisationOf(tasman, browser)
  await organisation('PUT', '', {
    issuer: provider.issuer,
    client_id: provider.clientId,
    client_secret: provider.clientSecret,
    domains: ['demo.example'],
    is_required: false,
    password: 'demo-password',
  })
  const made = await organisation('POST', '/scim-tokens', { name: 'Entra ID', password: 'demo-password' })
  token = made.body.token
}, 120_000)
afterAll(async () => {
  await tasman.close()
  await provider.close()
})

describe('the token', () => {
  it('is stored as a hash, listed without itself, and needs the password', async () => {
    expect(token).toMatch(/^tscim_[\w-]{40,}$/)
    const { body } = await organisation('GET', '')
    expect(body.scim_tokens).toMatchObject([{ name: 'Entra ID', created_by: expect.any(String) }])
    expect(JSON.stringify(body)).not.toContain(token)
    const row = await tasman.service.database.query
      .selectFrom('scim_tokens')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(row.token_hash.toString('latin1')).not.toContain(token)
    expect((await organisation('POST', '/scim-tokens', { name: 'x', password: 'wrong' })).status).toBe(400)
  })

  it('is asked for everywhere, and nothing else opens these addresses', async () => {
    const api = (await tasman.clientFor('owner')).token
    for (const bearer of ['', 'tscim_wrong-token-of-the-right-length-0000000', api])
      for (const path of ['/Users', '/ServiceProviderConfig', '/Users/1']) {
        const { status, body, headers } = await scim('GET', path, undefined, bearer)
        expect(status).toBe(401)
        expect(body).toMatchObject({
          schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
          status: '401',
          detail: expect.any(String),
        })
        expect(headers['www-authenticate']).toContain('Bearer')
      }
    expect((await tasman.clientWith(token).get('/api/people')).status).toBe(401)
  })
})

describe('what the service can do', () => {
  it('is described as RFC 7643 says', async () => {
    const config = await scim('GET', '/ServiceProviderConfig')
    expect([config.status, config.type]).toEqual([200, 'application/scim+json; charset=utf-8'])
    expect(config.body).toMatchObject({ patch: { supported: true }, bulk: { supported: false } })
    expect((await scim('GET', '/ResourceTypes')).body.Resources[0]).toMatchObject({ endpoint: '/Users' })
    expect((await scim('GET', '/Schemas')).body.Resources[0].id).toBe(USER)
    expect((await scim('GET', `/Schemas/${USER}`)).body.attributes.length).toBeGreaterThan(3)
    expect((await scim('GET', '/Schemas/other')).status).toBe(404)
  })
})

describe('a joiner', () => {
  it('is looked for first, and is not there (Entra ID)', async () => {
    const { status, body } = await scim(
      'GET',
      `/Users?filter=${encodeURIComponent('userName eq "mia@demo.example"')}`,
    )
    expect(status).toBe(200)
    expect(body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    })
  })

  it('is created with the least role, whatever is asked for', async () => {
    const { status, body, headers } = await scim('POST', '/Users', entraUser('mia'))
    expect(status).toBe(201)
    expect(body).toMatchObject({
      userName: 'mia@demo.example',
      externalId: 'entra-mia',
      displayName: 'mia Nguyen',
      active: true,
      roles: [{ value: 'reader' }],
    })
    expect(headers.location).toBe(body.meta.location)
    const row = await tasman.service.database.query
      .selectFrom('users')
      .selectAll()
      .where('email', '=', 'mia@demo.example')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ role: 'reader', is_by_company: true, password_hash: null })
    const found = await scim(
      'GET',
      `/Users?filter=${encodeURIComponent('userName eq "MIA@demo.example"')}&startIndex=1&count=100`,
    )
    expect(found.body.Resources).toEqual([body])
    expect((await scim('GET', `/Users/${body.id}`)).body).toEqual(body)
    expect((await scim('POST', '/Users', oktaUser('ben'))).status).toBe(201)
  })

  it('exists once, and only with an address of the account', async () => {
    const twice = await scim('POST', '/Users', entraUser('mia'))
    expect([twice.status, twice.body.scimType]).toEqual([409, 'uniqueness'])
    // Another account has this address: the response has the same words.
    expect((await scim('POST', '/Users', entraUser('other'))).status).toBe(409)
    const outside = await scim('POST', '/Users', { ...entraUser('x'), userName: 'x@gmail.example' })
    expect([outside.status, outside.body.scimType]).toEqual([400, 'invalidValue'])
    for (const body of [
      [],
      'no JSON',
      {},
      { userName: 7 },
      { userName: 'no address' },
      { ...entraUser('y'), displayName: 'a\u202eb' },
    ])
      expect((await scim('POST', '/Users', body)).status).toBe(400)
  })

  it('signs in through the provider and sees no company until an owner gives one', async () => {
    const visitor = createVisitor(tasman)
    provider.claims = { email: 'mia@demo.example', sub: 'mia' }
    const link = await visitor.get('/sign-in/organisation?domain=demo.example')
    const page = await visitor.post('/sign-in/organisation', {}, link)
    const target = (/href="(http[^"]+)"/.exec(page.text)?.[1] ?? '').replaceAll('&amp;', '&')
    const back = await visitor.get(`/sign-in/organisation/callback?${provider.authorize(target)}`)
    expect(back.status).toBe(303)
    const companies = await tasman.app.inject({
      url: '/app/api/companies',
      headers: { cookie: `tasman_session=${visitor.cookies.get('tasman_session')}`, 'x-tasman-app': '1' },
    })
    expect(companies.statusCode).toBeLessThan(500)
    expect(companies.payload).not.toContain('legal_name":"')
  })
})

describe('a change', () => {
  const idOf = async (name: string) =>
    (await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${name}@demo.example"`)}`)).body
      .Resources[0].id

  it('of the name comes by PATCH (Entra ID) or PUT (Okta)', async () => {
    const id = await idOf('mia')
    const renamed = await scim(
      'PATCH',
      `/Users/${id}`,
      patch(
        { op: 'Replace', path: 'name.familyName', value: 'Smith' },
        {
          op: 'Add',
          path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
          value: 'Bar',
        },
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'mia@demo.example' },
      ),
    )
    expect([renamed.status, renamed.body.displayName]).toEqual([200, 'mia Smith'])
    const ben = await idOf('ben')
    const put = await scim('PUT', `/Users/${ben}`, {
      ...oktaUser('ben'),
      id: ben,
      displayName: 'Benjamin Brown',
    })
    expect([put.status, put.body.displayName, put.body.active]).toEqual([200, 'Benjamin Brown', true])
  })

  it('of the address is refused: it would hand one person’s rights to another', async () => {
    const id = await idOf('mia')
    const moved = await scim('PUT', `/Users/${id}`, entraUser('other2'))
    expect([moved.status, moved.body.scimType]).toEqual([400, 'mutability'])
    const patched = await scim(
      'PATCH',
      `/Users/${id}`,
      patch({ op: 'replace', path: 'userName', value: 'z@demo.example' }),
    )
    expect(patched.body.scimType).toBe('mutability')
  })

  it('that cannot be read is refused in the words of RFC 7644', async () => {
    const id = await idOf('mia')
    for (const body of [
      {},
      { Operations: [] },
      patch({ op: 'steal', path: 'active' }),
      patch({ op: 'replace', path: 'active', value: 'maybe' }),
      patch({ op: 'replace', value: 7 }),
    ]) {
      const { status, body: answer } = await scim('PATCH', `/Users/${id}`, body)
      expect([status, answer.schemas, answer.status]).toEqual([
        400,
        ['urn:ietf:params:scim:api:messages:2.0:Error'],
        '400',
      ])
    }
    expect((await scim('GET', '/Users?filter=title%20pr')).body.scimType).toBe('invalidFilter')
    expect(
      (await scim('PATCH', '/Users/999999', patch({ op: 'replace', path: 'active', value: false }))).status,
    ).toBe(404)
    expect(
      (await scim('PATCH', '/Users/abc', patch({ op: 'replace', path: 'active', value: false }))).status,
    ).toBe(404)
    expect((await scim('GET', '/Users?count=0')).body).toMatchObject({
      Resources: [],
      totalResults: expect.any(Number),
    })
    expect((await scim('GET', '/Users?startIndex=2&count=1')).body).toMatchObject({
      startIndex: 2,
      itemsPerPage: 1,
    })
  })
})

describe('a leaver', () => {
  const idOf = async (name: string) =>
    (await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${name}@demo.example"`)}`)).body
      .Resources[0].id
  const isIn = async (visitor: Visitor) => (await visitor.get('/account/security')).status === 200

  it.each([
    ['Entra ID', { op: 'Replace', path: 'active', value: 'False' }],
    ['Okta', { op: 'replace', value: { active: false } }],
  ])('loses sessions and tokens at once (%s)', async (_name, operation) => {
    const role = 'path' in operation ? 'admin' : 'member'
    const userId = await joinAs(tasman, role)
    const visitor = createVisitor(tasman)
    await visitor.signIn(`${role}@demo.example`)
    expect(await isIn(visitor)).toBe(true)
    const proxied = () =>
      tasman.app.inject({
        url: '/app/api/companies',
        headers: { cookie: `tasman_session=${visitor.cookies.get('tasman_session')}`, 'x-tasman-app': '1' },
      })
    expect((await proxied()).statusCode).toBe(200)
    const ended = await scim('PATCH', `/Users/${await idOf(role)}`, patch(operation))
    expect([ended.status, ended.body.active]).toEqual([200, false])
    expect((await proxied()).statusCode).toBe(401)
    expect(await isIn(visitor)).toBe(false)
    expect((await createVisitor(tasman).signIn(`${role}@demo.example`)).status).toBe(401)
    const grants = await tasman.service.database.query
      .selectFrom('oauth_grants')
      .select('id')
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .execute()
    expect(grants).toEqual([])
  })

  it('comes back with the least role', async () => {
    const back = await scim(
      'PATCH',
      `/Users/${await idOf('admin')}`,
      patch({ op: 'Replace', path: 'active', value: 'True' }),
    )
    expect(back.body).toMatchObject({ active: true, roles: [{ value: 'reader' }] })
  })

  it('is gone after DELETE', async () => {
    const id = await idOf('ben')
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404)
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(404)
    expect((await scim('POST', '/Users', oktaUser('ben'))).status).toBe(201)
  })

  it('is never the last owner', async () => {
    const id = await idOf('owner')
    for (const answer of [
      await scim('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: false } })),
      await scim('DELETE', `/Users/${id}`),
      await scim('PUT', `/Users/${id}`, { ...entraUser('owner'), active: false }),
    ])
      expect([answer.status, answer.body.detail]).toEqual([403, expect.stringContaining('last owner')])
    expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({
      active: true,
      roles: [{ value: 'owner' }],
    })
  })
})

describe('the reach of the provider', () => {
  const person = (email: string) =>
    tasman.service.database.query
      .selectFrom('users')
      .selectAll()
      .where('email', '=', email)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  const filtered = async (email: string) =>
    (await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`)).body.Resources
  const setDomains = (domains: string[]) =>
    organisation('PUT', '', {
      issuer: provider.issuer,
      client_id: provider.clientId,
      client_secret: provider.clientSecret,
      domains,
      is_required: false,
      password: 'demo-password',
    })

  it('ends at the verified domains, for readers, changes, deletes and people to bring back', async () => {
    await setDomains(['demo.example', 'second.example'])
    const made = await scim('POST', '/Users', { ...entraUser('zoe'), userName: 'zoe@second.example' })
    const leaver = await scim('POST', '/Users', { ...entraUser('lea'), userName: 'lea@second.example' })
    const off = patch({ op: 'replace', path: 'active', value: false })
    expect((await scim('PATCH', `/Users/${leaver.body.id}`, off)).body.active).toBe(false)
    await setDomains(['demo.example'])
    const on = patch({ op: 'replace', path: 'active', value: true })
    for (const answer of [
      await scim('GET', `/Users/${made.body.id}`),
      await scim('PATCH', `/Users/${made.body.id}`, off),
      await scim('DELETE', `/Users/${made.body.id}`),
      await scim('PATCH', `/Users/${leaver.body.id}`, on),
    ])
      expect(answer.status).toBe(404)
    expect(await filtered('zoe@second.example')).toEqual([])
    expect((await person('zoe@second.example')).removed_at).toBeNull()
    expect((await person('lea@second.example')).removed_at).not.toBeNull()
  })

  it('never brings back a person whom an owner removed', async () => {
    const { body } = await scim('POST', '/Users', entraUser('tom'))
    const removed = await callApp(tasman, browser, 'DELETE', `/app/api/people/${body.id}`)
    expect(removed.status).toBe(200)
    const on = patch({ op: 'replace', path: 'active', value: true })
    expect((await scim('PATCH', `/Users/${body.id}`, on)).status).toBe(404)
    expect(await filtered('tom@demo.example')).toEqual([])
    const again = await scim('POST', '/Users', entraUser('tom'))
    expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining('An owner removed')])
    expect((await person('tom@demo.example')).removed_at).not.toBeNull()
  })

  it('ends with the owner who made the token, and with the provider', async () => {
    const id = await joinAs(tasman, 'owner', 'other-owner@demo.example')
    const theirs = await enterAs(tasman, 'other-owner@demo.example')
    const made = async () => {
      const answer = await organisationOf(tasman, theirs)('POST', '/scim-tokens', {
        name: 'Theirs',
        password: 'demo-password',
      })
      return answer.body.token as string
    }
    const other = await made()
    expect((await mailTo(tasman.service, 'owner@demo.example')).text).toContain(
      'The SCIM token "Theirs" was created',
    )
    expect((await scim('GET', '/Users', undefined, other)).status).toBe(200)
    const role = (to: string) => callApp(tasman, browser, 'PATCH', `/app/api/people/${id}`, { role: to })
    expect((await role('admin')).body.warnings).toContain(
      'SCIM tokens that The owner made have ended: Theirs.',
    )
    expect((await role('owner')).status).toBe(200)
    expect((await scim('GET', '/Users', undefined, other)).status).toBe(401)
    const last = await made()
    expect((await organisation('POST', '/remove', { password: 'demo-password' })).status).toBe(200)
    await setDomains(['demo.example'])
    for (const ended of [last, token])
      expect((await scim('GET', '/Users', undefined, ended)).status).toBe(401)
    const fresh = await organisation('POST', '/scim-tokens', { name: 'New', password: 'demo-password' })
    token = fresh.body.token
  })
})

describe('the end of the token', () => {
  it('is at once, and the audit log has every change', async () => {
    const log = await tasman.service.database.query
      .selectFrom('audit_log')
      .select(['action', 'outcome', 'client_id', 'changes'])
      .where('client_id', 'like', 'scim:%')
      .where('outcome', '<', 400)
      .execute()
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['scim.create', 'scim.change', 'scim.replace', 'scim.delete']),
    )
    expect(JSON.stringify(log)).not.toContain(token)
    const [{ id }] = (await organisation('GET', '')).body.scim_tokens
    expect((await organisation('DELETE', `/scim-tokens/${id}`)).status).toBe(200)
    expect((await scim('GET', '/Users')).status).toBe(401)
    expect((await organisation('DELETE', `/scim-tokens/${id}`)).status).toBe(404)
  })
})
