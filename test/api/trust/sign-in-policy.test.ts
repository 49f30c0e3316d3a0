import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp } from '../../support/app.ts'
import { authorize, callApp, createVisitor, enterAs, type Visitor } from '../../support/visitor.ts'

/* An account requires a second factor by role: people are led to set one up, applications go on as before. */

let tasman: TestApp
const OWNER = 'owner@demo.example'
const POLICY = '/app/own/sign-in-policy'
const password = 'demo-password'

beforeAll(async () => {
  tasman = await startTestApp()
})
afterAll(() => tasman.close())

const policy = (visitor: Visitor, roles: string[], more: object = {}) =>
  callApp(tasman, visitor, 'PUT', POLICY, {
    second_factor_roles: roles,
    proof_minutes: null,
    password,
    ...more,
  })
const account = (visitor: Visitor, method: 'GET' | 'POST', path = '', body?: unknown) =>
  callApp(tasman, visitor, method, `/app/own/account${path}`, body)

/** Switches the codes of an app on; gives the recovery codes. */
async function enrol(visitor: Visitor) {
  const { body: offer } = await account(visitor, 'GET', '/second-factor')
  const totp = new TOTP({ secret: Secret.fromBase32(offer.secret) })
  const code = totp.generate({ timestamp: tasman.clock.now().getTime() })
  const on = await account(visitor, 'POST', '/second-factor', { password, code })
  expect(on.status).toBe(200)
  return on.body.recovery_codes as string[]
}

/** A person of the demo account with this role. */
async function person(role: 'admin' | 'member' | 'reader') {
  const { database } = tasman.service
  const { customer_id } = await database.query
    .selectFrom('users')
    .select('customer_id')
    .where('email', '=', OWNER)
    .executeTakeFirstOrThrow()
  const email = `${role}-${customer_id}@demo.example`
  await database.query
    .insertInto('users')
    .values({
      customer_id,
      email,
      name: `Some ${role}`,
      role,
      password_hash: null,
      totp_secret: null,
      totp_last_step: null,
      created_at: tasman.clock.now(),
      employee_id: null,
      removed_at: null,
    })
    .execute()
  return enterAs(tasman, email)
}

it('is off by default, and only an owner with the password changes it', async () => {
  const [owner, admin, reader] = [await enterAs(tasman, OWNER), await person('admin'), await person('reader')]
  const before = await callApp(tasman, owner, 'GET', POLICY)
  expect([before.status, before.body]).toEqual([200, { second_factor_roles: [], proof_minutes: null }])
  expect((await callApp(tasman, admin, 'GET', POLICY)).status).toBe(200)
  expect((await callApp(tasman, reader, 'GET', POLICY)).status).toBe(403)
  expect((await policy(admin, ['member'])).status).toBe(403)
  expect((await policy(owner, ['member'], { password: 'wrong' })).status).toBe(400)
  expect((await policy(owner, ['boss'])).status).toBe(422)
  expect((await policy(owner, [], { proof_minutes: 0 })).status).toBe(422)
  const own = await policy(owner, ['owner'])
  expect([own.status, own.body.detail]).toEqual([409, expect.stringContaining('for yourself first')])
  const token = await tasman.clientFor('owner')
  expect((await token.get(POLICY, undefined, { 'x-tasman-app': '1' })).status).toBe(401)
})

it('refuses people without a second factor with a code, leads them to set one up, and leaves applications alone', async () => {
  const [owner, admin] = [await enterAs(tasman, OWNER), await enterAs(tasman, 'admin-1@demo.example')]
  expect((await callApp(tasman, admin, 'GET', '/app/api/company')).status).toBe(200)
  expect((await policy(owner, ['admin', 'owner'])).status).toBe(409)
  expect((await policy(owner, ['admin'])).body.second_factor_roles).toEqual(['admin'])

  for (const [method, path] of [
    ['GET', '/app/api/company'],
    ['POST', '/app/api/company/1/employees'],
    ['GET', '/app/api/people'],
    ['GET', POLICY],
    ['GET', '/app/own/organisation'],
  ] as const) {
    const refused = await callApp(tasman, admin, method, path, method === 'POST' ? {} : undefined)
    expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'second_factor_required'])
  }
  // What they need to set it up stays open.
  expect((await callApp(tasman, admin, 'GET', '/app/own/session')).body.must_enrol).toBe(true)
  expect((await account(admin, 'GET')).body).toMatchObject({
    has_second_factor: false,
    is_factor_required: true,
  })
  const consent = await admin.get(
    '/consent?client_id=demo-client&redirect_uri=http%3A%2F%2F127.0.0.1%3A8123%2Fcallback&scope=openid&state=s',
  )
  expect([consent.status, consent.location]).toEqual([
    302,
    expect.stringMatching(/^\/app\/second-factor\?next=/),
  ])
  // Others, and applications that were let in, are not asked.
  expect((await callApp(tasman, owner, 'GET', '/app/api/company')).status).toBe(200)
  expect((await (await tasman.clientFor('owner')).get('/api/company')).status).toBe(200)
})

it('opens everything once the second factor is on, and keeps the last one', async () => {
  const owner = await enterAs(tasman, OWNER)
  await policy(owner, [])
  const codes = await enrol(owner)
  expect(codes).toHaveLength(10)
  expect((await policy(owner, ['owner', 'admin', 'member'])).status).toBe(200)
  expect((await callApp(tasman, owner, 'GET', '/app/own/session')).body.must_enrol).toBe(false)
  expect((await callApp(tasman, owner, 'GET', '/app/api/company')).status).toBe(200)
  const off = await account(owner, 'POST', '/second-factor/off', { password, code: codes[0] ?? '' })
  expect([off.status, off.body.detail]).toEqual([409, expect.stringContaining('requires two-factor')])
  // The code was not used up by the refusal.
  expect((await account(owner, 'GET')).body.recovery_codes_left).toBe(10)
  await policy(owner, [])
  expect(
    (await account(owner, 'POST', '/second-factor/off', { password, code: codes[0] ?? '' })).status,
  ).toBe(204)
  const log = (await (await tasman.clientFor('owner')).get('/api/audit-log?limit=200')).body
  const changes = log.filter((row: AnyJson) => row.action === 'sign-in-policy.change' && row.outcome === 200)
  expect(changes[0].changes[0].about).toBe('Sign-in policy')
  const back = await authorize(createVisitor(tasman), {})
  expect(back.get('code')).toBeTruthy()
})
