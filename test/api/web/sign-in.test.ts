import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { callApp, createVisitor, type Visitor } from '../../support/visitor.ts'

/* Sign-in in the web app's dialog: the same rules as the page, without leaving the screen. */

let tasman: TestApp
const SIGN_IN = '/app/own/sign-in'
const owner = { email: 'owner@demo.example', password: 'demo-password' }
const session = (visitor: Visitor) => callApp(tasman, visitor, 'GET', '/app/own/session')

/** A request of a tab that belongs to this person. */
const asPerson = (visitor: Visitor, person: string, path = '/app/api/company') =>
  tasman.app.inject({
    method: 'GET',
    url: path,
    headers: {
      'x-tasman-app': '1',
      'x-tasman-person': person,
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  })

beforeAll(async () => {
  tasman = await startTestApp()
})
afterAll(() => tasman.close())

it('signs in with the password, and refuses a wrong one and other sites', async () => {
  const visitor = createVisitor(tasman)
  const wrong = await callApp(tasman, visitor, 'POST', SIGN_IN, { ...owner, password: 'wrong' })
  expect([wrong.status, wrong.body.detail]).toEqual([401, 'The e-mail address or the password is wrong.'])
  const foreign = await tasman.app.inject({
    method: 'POST',
    url: SIGN_IN,
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site', 'x-tasman-app': '1' },
    payload: JSON.stringify(owner),
  })
  expect([foreign.statusCode, foreign.cookies]).toEqual([403, []])
  expect((await session(visitor)).status).toBe(401)
  const right = await callApp(tasman, visitor, 'POST', SIGN_IN, owner)
  expect([right.status, right.body]).toEqual([200, { next: 'in' }])
  expect((await session(visitor)).body.email).toBe(owner.email)
})

it('counts tries together with the sign-in page', async () => {
  const visitor = createVisitor(tasman, '192.0.2.7')
  for (let tries = 0; tries < 3; tries += 1) await visitor.signIn('partner@demo.example', 'wrong')
  for (let tries = 0; tries < 2; tries += 1)
    await callApp(tasman, visitor, 'POST', SIGN_IN, { email: 'partner@demo.example', password: 'wrong' })
  const refused = await callApp(tasman, visitor, 'POST', SIGN_IN, {
    email: 'partner@demo.example',
    password: 'demo-password',
  })
  expect([refused.status, refused.body.detail]).toEqual([429, expect.stringContaining('Too many tries')])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

it('asks for a code where nothing is pending only after the password', async () => {
  const visitor = createVisitor(tasman)
  const early = await callApp(tasman, visitor, 'POST', `${SIGN_IN}/code`, { code: '123456' })
  expect([early.status, early.body.detail]).toEqual([401, expect.stringContaining('Start again')])
})

it('asks for the second factor after the password, and lets in with it alone', async () => {
  const { database, cipher } = tasman.service
  const { id } = await database.query
    .selectFrom('users')
    .select('id')
    .where('email', '=', owner.email)
    .executeTakeFirstOrThrow()
  const secret = new Secret({ size: 20 }).base32
  const seal = (totp_secret: string | null) =>
    database.query.updateTable('users').set({ totp_secret }).where('id', '=', id).execute()
  await seal(cipher.seal('users.totp_secret', id, secret))
  const visitor = createVisitor(tasman)
  expect((await callApp(tasman, visitor, 'POST', SIGN_IN, owner)).body).toEqual({ next: 'code' })
  expect((await session(visitor)).status).toBe(401)
  const wrong = await callApp(tasman, visitor, 'POST', `${SIGN_IN}/code`, { code: '000000' })
  expect([wrong.status, wrong.body.detail]).toEqual([401, 'This code is wrong or was already used.'])
  const timestamp = tasman.clock.now().getTime()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  expect((await callApp(tasman, visitor, 'POST', `${SIGN_IN}/code`, { code })).body).toEqual({ next: 'in' })
  expect((await session(visitor)).body.email).toBe(owner.email)
  await seal(null)
})

it('answers a tab of another person with 409 and does nothing in the name of the one signed in', async () => {
  const visitor = createVisitor(tasman)
  await visitor.signIn(owner.email)
  const { person } = (await session(visitor)).body
  expect((await asPerson(visitor, person)).statusCode).toBe(200)
  await visitor.signIn('other@demo.example')
  for (const path of ['/app/api/company', '/app/own/session', '/app/own/account']) {
    const refused = await asPerson(visitor, person, path)
    expect([path, refused.statusCode, refused.headers['x-tasman-signed-in-as']]).toEqual([
      path,
      409,
      encodeURIComponent('other@demo.example'),
    ])
  }
})
