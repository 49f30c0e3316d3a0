import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp } from '../../support/app.ts'
import { mailTo } from '../../support/mail.ts'
import { aCompany } from '../../support/make.ts'
import { authorize, callApp, createVisitor, enterAs, type Visitor } from '../../support/visitor.ts'

/*
 * An account requires a second factor by role: people are asked to set one up, and applications continue as
 * before.
 */

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

/** Turns on authenticator app codes. Returns the recovery codes. */
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
  // The pages needed to set it up stay available.
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
  // Other people, and applications with access, are not asked.
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

it('keeps one second factor when two requests remove the last two at the same time', async () => {
  const owner = await enterAs(tasman, OWNER)
  const { query } = tasman.service.database
  const { id: user_id, customer_id } = await query
    .selectFrom('users')
    .select(['id', 'customer_id'])
    .where('email', '=', OWNER)
    .executeTakeFirstOrThrow()
  const keys = await query
    .insertInto('passkeys')
    .values(
      ['One', 'Two'].map((name) => ({
        customer_id,
        user_id,
        name,
        credential_id: `key-${name}`,
        public_key: Buffer.from(name),
        counter: '0',
        transports: [],
        created_at: tasman.clock.now(),
        last_used_at: null,
      })),
    )
    .returning('id')
    .execute()
  expect((await policy(owner, ['owner'])).status).toBe(200)
  const removed = await Promise.all(
    keys.map(({ id }) => account(owner, 'POST', `/passkeys/${id}/remove`, { password })),
  )
  expect(removed.map(({ status }) => status).sort()).toEqual([204, 409])
  expect(
    await query.selectFrom('passkeys').select('id').where('user_id', '=', user_id).execute(),
  ).toHaveLength(1)
  await policy(owner, [])
  await query.deleteFrom('passkeys').where('user_id', '=', user_id).execute()
})

it('lets an owner reset a colleague’s lost second factor, with a proof, a mail and a second person', async () => {
  const owner = await enterAs(tasman, OWNER)
  const { query } = tasman.service.database
  const { password_hash } = await query
    .selectFrom('users')
    .select('password_hash')
    .where('email', '=', OWNER)
    .executeTakeFirstOrThrow()
  const member = await person('member')
  const email = 'member-1@demo.example'
  await query.updateTable('users').set({ password_hash }).where('email', '=', email).execute()
  await enrol(member)
  const { id } = await query
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const reset = (visitor: Visitor, userId = id) =>
    callApp(tasman, visitor, 'POST', `/app/api/people/second-factors/${userId}/reset`)
  const admin = await enterAs(tasman, 'admin-1@demo.example')
  expect((await reset(admin)).status).toBe(403)
  expect((await reset(owner, 999_999)).status).toBe(404)
  expect(
    (await (await tasman.clientFor('owner')).post(`/api/people/second-factors/${id}/reset`)).status,
  ).toBe(403)

  await policy(owner, [], { proof_minutes: 15 })
  tasman.clock.advance(16 * 60_000)
  expect((await reset(owner)).body.code).toBe('proof_required')
  expect((await callApp(tasman, owner, 'POST', '/app/own/proof', { password })).status).toBe(204)
  await policy(owner, [])

  // Where a company requires two people, a second owner or admin approves it.
  const company = await aCompany(await tasman.clientFor('owner'))
  const rules = { approve_files: true }
  expect((await callApp(tasman, owner, 'PATCH', `/app/api/company/${company.id}/rules`, rules)).status).toBe(
    200,
  )
  const waiting = await reset(owner)
  expect([waiting.status, waiting.body.kind, waiting.body.summary]).toEqual([
    202,
    'role',
    `Removes the second factor of Some member (${email}).`,
  ])
  const done = await callApp(tasman, admin, 'POST', `/app/api/approvals/${waiting.body.approval_id}/approve`)
  expect([done.status, done.body.state]).toEqual([200, 'approved'])
  expect((await callApp(tasman, member, 'GET', '/app/own/session')).status).toBe(401)
  expect((await mailTo(tasman.service, email)).subject).toBe('Your second factor was removed')
  expect((await createVisitor(tasman).signIn(email)).location).toBe('/app')
  const log = (await (await tasman.clientFor('owner')).get('/api/audit-log?action=resetSecondFactor')).body
  // Entries of the same moment have no order, so the refused and waiting requests are left out by their outcome.
  const removal = log.find((row: AnyJson) => row.outcome === 200 && row.changes.length > 0)
  expect(removal.changes[0].fields).toEqual({ has_second_factor: [true, false] })
  await query.deleteFrom('company_rules').execute()
  expect((await reset(await enterAs(tasman, OWNER))).status).toBe(409)
})
