import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp } from '../../support/app.ts'
import { type Authenticator, createAuthenticator } from '../../support/authenticator.ts'
import { callApp, createVisitor, enterAs, type Visitor } from '../../support/visitor.ts'

/* Passkeys over HTTP, with an authenticator in software: what is refused, and why. */

let tasman: TestApp
const ORIGIN = 'https://payroll.example'
const PASSKEYS = '/app/own/account/passkeys'
const SIGN_IN = '/app/own/sign-in/passkey'
const password = 'demo-password'
const [OWNER, OTHER] = ['owner@demo.example', 'other@demo.example']

beforeAll(async () => {
  tasman = await startTestApp({ env: { PUBLIC_URL: ORIGIN } })
})
afterAll(() => tasman.close())

const post = (visitor: Visitor, path: string, body?: unknown) => callApp(tasman, visitor, 'POST', path, body)
const challengeOf = async (visitor: Visitor, path: string): Promise<string> =>
  (await post(visitor, `${path}/options`)).body.challenge
const add = async (visitor: Visitor, key: Authenticator, name = 'Laptop') =>
  post(visitor, PASSKEYS, { name, password, credential: key.create(await challengeOf(visitor, PASSKEYS)) })
const isIn = async (visitor: Visitor) =>
  (await callApp(tasman, visitor, 'GET', '/app/own/session')).status === 200
const own = async (visitor: Visitor) => (await callApp(tasman, visitor, 'GET', '/app/own/account')).body

it('adds a passkey with the password, and recovery codes with the first one', async () => {
  const [owner, elsewhere] = [await enterAs(tasman, OWNER), await enterAs(tasman, OWNER)]
  const key = createAuthenticator(ORIGIN)
  const options = (await post(owner, `${PASSKEYS}/options`)).body
  expect([options.rp.id, options.user.name]).toEqual(['payroll.example', OWNER])
  const wrong = await post(owner, PASSKEYS, {
    name: 'A',
    password: 'x',
    credential: key.create(options.challenge),
  })
  expect([wrong.status, wrong.body.detail]).toEqual([400, 'The password is wrong.'])
  const made = await post(owner, PASSKEYS, {
    name: 'Laptop',
    password,
    credential: key.create(options.challenge),
  })
  expect([made.status, made.body.recovery_codes.length]).toEqual([201, 10])
  // Sessions that were signed in with the password alone have ended.
  expect([await isIn(owner), await isIn(elsewhere)]).toEqual([true, false])
  const again = await post(owner, PASSKEYS, {
    name: 'B',
    password,
    credential: key.create(options.challenge),
  })
  expect([again.status, again.body.detail]).toEqual([400, 'The passkey could not be checked. Start again.'])
  expect((await add(owner, key)).status).toBe(409)
  expect((await add(owner, createAuthenticator('https://evil.example'))).status).toBe(400)
  expect((await add(owner, createAuthenticator(ORIGIN), 'Phone')).body.recovery_codes).toEqual([])
  const account = await own(owner)
  expect(account.passkeys.map(({ name }: AnyJson) => name)).toEqual(['Laptop', 'Phone'])
  expect([account.has_second_factor, account.has_codes]).toEqual([true, false])

  const phone = account.passkeys[1].id
  expect((await callApp(tasman, owner, 'PATCH', `${PASSKEYS}/${phone}`, { name: 'Old phone' })).status).toBe(
    204,
  )
  const stranger = await enterAs(tasman, OTHER)
  expect((await callApp(tasman, stranger, 'PATCH', `${PASSKEYS}/${phone}`, { name: 'Mine' })).status).toBe(
    404,
  )
  expect((await post(stranger, `${PASSKEYS}/${phone}/remove`, { password })).status).toBe(404)
  expect((await post(owner, `${PASSKEYS}/${phone}/remove`, { password: 'wrong' })).status).toBe(400)
  expect((await post(owner, `${PASSKEYS}/${phone}/remove`, { password })).status).toBe(204)
  expect((await own(owner)).passkeys.map(({ name }: AnyJson) => name)).toEqual(['Laptop'])
  for (const passkey of (await own(owner)).passkeys)
    await post(owner, `${PASSKEYS}/${passkey.id}/remove`, { password })
  expect(await own(owner)).toMatchObject({ has_second_factor: false, recovery_codes_left: 0 })
})

it('is the second factor after the password: each challenge once, of this site, and of this person', async () => {
  const [mine, theirs] = [createAuthenticator(ORIGIN), createAuthenticator(ORIGIN)]
  const codes = (await add(await enterAs(tasman, OWNER), mine)).body.recovery_codes as string[]
  await add(await enterAs(tasman, OTHER), theirs)
  const visitor = createVisitor(tasman)
  expect((await visitor.signIn(OWNER)).location).toContain('/sign-in/code')
  expect((await visitor.get('/sign-in/code')).text).toContain('Use a passkey')
  expect(await isIn(visitor)).toBe(false)
  const options = (await post(visitor, `${SIGN_IN}/options`)).body
  expect(options.allowCredentials.map(({ id }: AnyJson) => id)).toEqual([mine.id])

  const refused = async (credential: object) => {
    const answer = await post(visitor, SIGN_IN, credential)
    expect([answer.status, answer.body.detail]).toEqual([401, expect.stringContaining('does not match')])
    expect(await isIn(visitor)).toBe(false)
  }
  await refused(theirs.use(await challengeOf(visitor, SIGN_IN)))
  await refused(mine.use(await challengeOf(visitor, SIGN_IN), { origin: 'https://evil.example' }))
  await refused({ ...mine.use(await challengeOf(visitor, SIGN_IN)), id: theirs.id })
  // A challenge that another browser asked for.
  await refused(mine.use(await challengeOf(createVisitor(tasman), SIGN_IN)))
  tasman.clock.set(new Date(tasman.clock.now().getTime() + 3_600_000 * 2))
  await visitor.signIn(OWNER)

  const late = await challengeOf(visitor, SIGN_IN)
  tasman.clock.set(new Date(tasman.clock.now().getTime() + 299_000))
  const used = mine.use(late)
  expect((await post(visitor, SIGN_IN, used)).body).toEqual({ next: 'in' })
  expect(await isIn(visitor)).toBe(true)
  expect((await visitor.get('/sign-in/done?next=%2Fapp%2Faccount')).location).toBe('/app/account')
  // The same answer a second time, in the same browser and in another one.
  expect((await post(visitor, SIGN_IN, used)).status).toBe(401)
  expect((await post(createVisitor(tasman), SIGN_IN, used)).status).toBe(401)

  // A recovery code works instead.
  const lost = createVisitor(tasman)
  const page = await lost.get((await lost.signIn(OWNER)).location)
  await lost.post('/sign-in/code', { code: codes[0] ?? '' }, page)
  expect(await isIn(lost)).toBe(true)
})

it('refuses a counter that does not grow: a copy of the key', async () => {
  const { database } = tasman.service
  const key = createAuthenticator(ORIGIN)
  expect((await add(await enterAs(tasman, OWNER), key)).status).toBe(201)
  const once = createVisitor(tasman)
  expect((await post(once, SIGN_IN, key.use(await challengeOf(once, SIGN_IN)))).status).toBe(200)
  key.counter = 0
  const copy = createVisitor(tasman)
  expect((await post(copy, SIGN_IN, key.use(await challengeOf(copy, SIGN_IN)))).status).toBe(401)
  const row = await database.query
    .selectFrom('passkeys')
    .select('counter')
    .where('credential_id', '=', key.id)
    .executeTakeFirstOrThrow()
  expect(Number(row.counter)).toBe(1)
})

it('signs in without a name when the authenticator has checked its owner, and never otherwise', async () => {
  const key = createAuthenticator(ORIGIN)
  await add(await enterAs(tasman, OTHER), key)
  const visitor = createVisitor(tasman)
  const options = (await post(visitor, `${SIGN_IN}/options`)).body
  expect([options.userVerification, options.allowCredentials ?? []]).toEqual(['required', []])
  const unverified = key.use(options.challenge, { isVerified: false })
  expect((await post(visitor, SIGN_IN, unverified)).status).toBe(401)
  expect((await post(visitor, SIGN_IN, key.use(await challengeOf(visitor, SIGN_IN)))).status).toBe(200)
  expect((await callApp(tasman, visitor, 'GET', '/app/own/session')).body.email).toBe(OTHER)
  // Another site cannot start it, and a stranger's key opens nothing.
  const foreign = await tasman.app.inject({ method: 'POST', url: `${SIGN_IN}/options` })
  expect(foreign.statusCode).toBe(403)
  const unknown = createAuthenticator(ORIGIN)
  const stranger = createVisitor(tasman)
  expect((await post(stranger, SIGN_IN, unknown.use(await challengeOf(stranger, SIGN_IN)))).status).toBe(401)
})

it('counts wrong passkeys as it counts wrong codes, and writes the sign-in down', async () => {
  tasman.clock.set(new Date(tasman.clock.now().getTime() + 3_600_000 * 2))
  const key = createAuthenticator(ORIGIN)
  const visitor = await enterAs(tasman, OTHER)
  await add(visitor, key)
  const guesser = createVisitor(tasman, '192.0.2.9')
  const answers = []
  for (let tries = 0; tries < 7; tries += 1)
    answers.push((await post(guesser, SIGN_IN, key.use('not-a-challenge-of-ours'))).status)
  expect(answers.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
  expect(answers).toContain(429)
  const log = (await (await tasman.clientFor('other')).get('/api/audit-log?limit=500')).body
  const outcomes = log.flatMap((row: AnyJson) => (row.action === 'sign-in.passkey' ? [row.outcome] : []))
  expect(outcomes).toEqual(expect.arrayContaining([200, 401, 429]))
  expect(log.map((row: AnyJson) => row.action)).toEqual(expect.arrayContaining(['passkey.add']))
})

it('needs a host name: an address of numbers has no passkeys', async () => {
  const settings = tasman.service.settings
  const before = settings.publicUrl
  settings.publicUrl = 'http://127.0.0.1:8000'
  const refused = await post(await enterAs(tasman, OWNER), `${PASSKEYS}/options`)
  settings.publicUrl = before
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('PUBLIC_URL')])
})
