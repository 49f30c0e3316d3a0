import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { organisationSignInRoutes } from '../../../src/features/access/identity-provider/routes.ts'
import { pageRoutes } from '../../../src/features/access/oauth/page-routes.ts'
import { oauthRoutes } from '../../../src/features/access/oauth/routes.ts'
import { webRoutes } from '../../../src/features/access/web/routes.ts'
import { FORM } from '../../../src/http/form-body.ts'
import { createServer } from '../../../src/http/server.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { mailTo } from '../../support/mail.ts'
import { membersOf } from '../../support/members.ts'
import { CALLBACK, callApp, createVisitor, enterAs } from '../../support/visitor.ts'

/* HTML forms go through the same checks as every other request. */

const EVIL = {
  'a line break': 'Tasman Support\r\n\r\nhttps://evil.example/reset',
  'a line separator': 'Tasman\u2028Support',
  'a control character': 'Tasman\u0007Support',
  'a NUL': 'Tasman\0Support',
  'a bidi override': '\u202etroppuS namsaT',
  'a zero-width space': 'Tas\u200bman',
  'a zero-width joiner between Latin letters': 'Tas\u200dman',
  'a byte order mark': '\ufeffTasman',
  'nothing to see': ' \u00a0 ',
  'too many characters': 'x'.repeat(121),
}

let tasman: TestApp
beforeAll(async () => {
  tasman = await startTestApp()
}, 60_000)
afterAll(() => tasman.close())

/** The link of a new invitation. */
async function anInvitation(email: string): Promise<string> {
  const owner = await enterAs(tasman, 'owner@demo.example')
  const body = { email, name: 'Guest', role: 'reader' }
  const answer = await callApp(tasman, owner, 'POST', '/app/api/people/invitations', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return /(\/invitation\/[\w-]+)/.exec((await mailTo(tasman.service, email)).text)?.[0] ?? ''
}

describe('the name on the invitation page', () => {
  it('is checked as in the API, and the page says what is wrong', async () => {
    const link = await anInvitation('guest@client.example')
    const visitor = createVisitor(tasman)
    const page = await visitor.get(link)
    const owner = await enterAs(tasman, 'owner@demo.example')
    for (const [what, name] of Object.entries(EVIL)) {
      const form = await visitor.post(link, { name, password: 'a-long-password' }, page)
      expect([what, form.status]).toEqual([what, 422])
      expect(form.text).toMatch(/role="alert">Your name must/)
      const body = { email: 'x@client.example', name, role: 'reader' }
      const api = await callApp(tasman, owner, 'POST', '/app/api/people/invitations', body)
      expect([what, api.status]).toEqual([what, what === 'nothing to see' ? api.status : 422])
    }
    // In another Unicode normal form and with spaces around it: stored as the API stores it.
    const name = ' Zoe\u0301 O’Brien '
    expect((await visitor.post(link, { name, password: 'a-long-password' }, page)).status).toBe(303)
    const stored = await tasman.service.database.query
      .selectFrom('users')
      .select('name')
      .where('email', '=', 'guest@client.example')
      .executeTakeFirstOrThrow()
    expect(stored.name).toBe('Zo\u00e9 O’Brien')
  })
})

describe('every route that takes a form', () => {
  it('declares a schema for its fields; all others refuse forms', async () => {
    const taking: string[] = []
    const app = createServer(tasman.service, {
      findCaller: async () => undefined,
      findCompany: async () => undefined,
      findEmployer: async () => undefined,
      checks: {},
    })
    app.addHook('onRoute', ({ url, schema }) => {
      const { consumes, body } = (schema ?? {}) as { consumes?: string[]; body?: { properties: object } }
      if (consumes?.includes(FORM) && body?.properties) taking.push(url)
    })
    await app.register(pageRoutes(tasman.service, [organisationSignInRoutes(tasman.service)]))
    await app.register(webRoutes(tasman.service))
    await app.register(oauthRoutes(tasman.service), { prefix: '/api' })
    expect(() => app.post('/form', { schema: { consumes: [FORM] } }, async () => '')).toThrow(/no schema/)
    await app.close()
    expect([...new Set(taking)].sort()).toEqual([
      '/account/partner-access',
      '/account/security/disconnect',
      '/account/security/personal-tokens',
      '/account/security/second-factor',
      '/api/oauth/revoke',
      '/api/oauth/token',
      '/consent',
      '/demo/callback',
      '/forgot-password',
      '/handoff/:token',
      '/invitation/:token',
      '/set-password/:token',
      '/sign-in',
      '/sign-in/code',
      '/sign-in/organisation',
      '/sign-out',
    ])

    const visitor = await enterAs(tasman, 'owner@demo.example')
    for (const url of ['/app/own/account/password', '/app/own/account/second-factor', '/app/api/company'])
      expect([url, (await visitor.post(url, { a: 'b' }, undefined, { 'x-tasman-app': '1' })).status]).toEqual(
        [url, 422],
      )
    const owner = await tasman.clientFor('owner')
    const operations = membersOf((await owner.get('/api/openapi.json')).body)
    const taken: string[] = []
    for (const { method, path, name } of operations.filter((entry) => entry.method !== 'get')) {
      if (path.startsWith('/api/oauth/')) continue
      const url = path.replaceAll(/\{\w+\}/g, '1')
      const { status } = await owner[method](url, 'a=b', { 'content-type': FORM })
      if (![403, 422, 415].includes(status)) taken.push(`${name} ${status}`)
    }
    expect(taken).toEqual([])
  })

  it('refuses hidden characters in any field with a page, and lets passwords be', async () => {
    const visitor = createVisitor(tasman)
    const page = await visitor.get('/forgot-password')
    const answer = await visitor.post('/forgot-password', { email: 'a\u202e@client.example' }, page)
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('email must not contain')])
    const unread = await visitor.post('/forgot-password', { email: 'a@b.c', other: 'x\u0007' }, page)
    expect(unread.status).toBe(422)
    const signIn = await visitor.get('/sign-in')
    const odd = await visitor.post('/sign-in', { email: 'a@b.c', password: 'tab\tand\u202ebidi' }, signIn)
    expect(odd.status).toBe(401)
  })
})

it('forms lead to this service alone, and to the registered application that asked', async () => {
  const policyOf = async (path: string, visitor = createVisitor(tasman)) =>
    /form-action ([^;]*)/.exec((await visitor.get(path)).headers['content-security-policy'] ?? '')?.[1]
  const query = (redirect_uri: string) =>
    new URLSearchParams({ client_id: 'demo-client', scope: 'openid', redirect_uri }).toString()
  const next = (uri: string) => encodeURIComponent(`/api/oauth/authorize?${query(uri)}`)
  for (const path of ['/sign-in', '/forgot-password', '/api/docs/', '/app'])
    expect([path, await policyOf(path)]).toEqual([path, "'self'"])
  expect(await policyOf(`/sign-in?next=${next(CALLBACK)}`)).toBe("'self' http://127.0.0.1:8123")
  expect(await policyOf(`/sign-in?next=${next('https://evil.example/callback')}`)).toBe("'self'")
  const owner = await enterAs(tasman, 'owner@demo.example')
  expect(await policyOf(`/consent?${query(CALLBACK)}`, owner)).toBe("'self' http://127.0.0.1:8123")
})
