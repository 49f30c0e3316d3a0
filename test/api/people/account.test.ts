import { Secret, TOTP } from 'otpauth'
import decodeQR from 'qr/decode.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp } from '../../support/app.ts'
import { mailTo } from '../../support/mail.ts'
import { callApp, createVisitor, type Visitor } from '../../support/visitor.ts'

let tasman: TestApp

beforeAll(async () => {
  tasman = await startTestApp()
}, 60_000)
afterAll(() => tasman.close())

const own = (visitor: Visitor, method: 'GET' | 'POST' | 'DELETE', path = '', body?: unknown) =>
  callApp(tasman, visitor, method, `/app/own/account${path}`, body)
const signedIn = async (email: string, password?: string) => {
  const visitor = createVisitor(tasman)
  await visitor.signIn(email, password)
  return visitor
}
const isIn = async (visitor: Visitor) => (await own(visitor, 'GET')).status === 200

/** Reads a QR code as a camera would: its modules from the paths of the SVG. */
function readQr(address: string): string {
  const svg = Buffer.from(address.replace('data:image/svg+xml;base64,', ''), 'base64').toString()
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  const scale = 4
  const data = new Uint8Array((size * scale) ** 2 * 4).fill(255)
  const dark = (x: number, y: number) => {
    for (let dy = 0; dy < scale; dy += 1)
      for (let dx = 0; dx < scale; dx += 1)
        data.fill(
          0,
          ((y * scale + dy) * size * scale + x * scale + dx) * 4,
          ((y * scale + dy) * size * scale + x * scale + dx) * 4 + 3,
        )
  }
  let [x, y] = [0, 0]
  for (const [, command = '', text = ''] of /d="([^"]+)"/
    .exec(svg)?.[1]
    ?.matchAll(/([MmhvHVzZ])([^MmhvHVzZ]*)/g) ?? []) {
    const numbers = (text.match(/-?\d+/g) ?? []).map(Number)
    if (command === 'M') [x, y] = [numbers[0] ?? 0, numbers[1] ?? 0]
    if (command === 'm') [x, y] = [x + (numbers[0] ?? 0), y + (numbers[1] ?? 0)]
    if (command === 'h' && numbers[0] === 1) dark(x, y)
  }
  return decodeQR({ height: size * scale, width: size * scale, data })
}

it('shows plan, sessions and nothing of it to an application or another page', async () => {
  const visitor = await signedIn('owner@demo.example')
  await createVisitor(tasman, '10.1.2.3').signIn('owner@demo.example')
  const { status, body } = await own(visitor, 'GET')
  expect([status, body.role, body.has_second_factor]).toEqual([200, 'owner', false])
  expect(body.plan).toMatchObject({ state: 'active', employee_cap: expect.any(Number), employees: 0 })
  expect(body.sessions.map((row: AnyJson) => [row.is_current, row.ip])).toEqual([
    [true, '127.0.0.1'],
    [false, '10.1.2.3'],
  ])
  expect((await own(visitor, 'DELETE', '/sessions/999999')).status).toBe(404)
  expect((await own(visitor, 'DELETE', `/sessions/${body.sessions[1].id}`)).status).toBe(204)
  expect((await own(visitor, 'GET')).body.sessions).toHaveLength(1)
  // Another person's session cannot be ended.
  const other = await signedIn('other@demo.example')
  expect((await own(other, 'DELETE', `/sessions/${body.sessions[0].id}`)).status).toBe(404)
  expect(await isIn(visitor)).toBe(true)

  const token = await tasman.clientFor('owner')
  expect((await token.get('/app/own/account', undefined, { 'x-tasman-app': '1' })).status).toBe(401)
  const foreign = { 'x-tasman-app': '1', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await visitor.get('/app/own/account', foreign)).status).toBe(403)
  expect((await visitor.get('/app/own/account')).status).toBe(403)
  expect((await visitor.get('/account')).location).toBe('/app/account')
  expect((await createVisitor(tasman).get('/')).location).toBe('/app')
})

it('changes the password of who knows it: other browsers are signed out, this one has a new session', async () => {
  const [visitor, elsewhere] = [await signedIn('other@demo.example'), await signedIn('other@demo.example')]
  const change = (old_password: string, new_password: string) =>
    own(visitor, 'POST', '/password', { old_password, new_password })
  expect((await change('wrong-password', 'a-new-password')).body.detail).toContain('current password')
  expect((await change('demo-password', 'short')).body.detail).toContain('at least 10')
  const before = visitor.cookies.get('tasman_session')
  expect((await change('demo-password', 'a-new-password')).status).toBe(204)
  expect(visitor.cookies.get('tasman_session')).not.toBe(before)
  expect([await isIn(visitor), await isIn(elsewhere)]).toEqual([true, false])
  expect((await createVisitor(tasman).signIn('other@demo.example')).status).toBe(401)
  expect((await mailTo(tasman.service, 'other@demo.example')).subject).toBe('Your password was changed')
  const stolen = createVisitor(tasman)
  stolen.cookies.set('tasman_session', before ?? '')
  expect(await isIn(stolen)).toBe(false)

  const guesses = []
  for (let index = 0; index < 7; index += 1)
    guesses.push((await change(`guess-${index}`, 'another-password')).status)
  expect(guesses).toContain(429)
  const log = (await (await tasman.clientFor('other')).get('/api/audit-log?limit=500')).body
  const changes = log.filter((row: AnyJson) => row.action === 'password.change')
  expect(changes.map((row: AnyJson) => row.outcome)).toEqual(expect.arrayContaining([204, 400, 429]))
})

it('two factors: a QR code, codes that work once, recovery codes, and an end to what had only a password', async () => {
  const email = 'partner@demo.example'
  const password = 'demo-password'
  const [visitor, elsewhere] = [await signedIn(email), await signedIn(email)]
  const { body: offer } = await own(visitor, 'GET', '/second-factor')
  expect(offer.uri).toContain(offer.secret)
  expect(readQr(offer.qr)).toBe(offer.uri)
  const totp = new TOTP({ secret: Secret.fromBase32(offer.secret) })
  const code = () => totp.generate({ timestamp: tasman.clock.now().getTime() })
  expect((await own(visitor, 'POST', '/second-factor', { password, code: '000000' })).status).toBe(400)
  const before = visitor.cookies.get('tasman_session')
  const on = await own(visitor, 'POST', '/second-factor', { password, code: code() })
  expect([on.status, on.body.recovery_codes.length]).toEqual([200, 10])
  expect(visitor.cookies.get('tasman_session')).not.toBe(before)
  expect([await isIn(visitor), await isIn(elsewhere)]).toEqual([true, false])
  const stored = await tasman.service.database.query.selectFrom('recovery_codes').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(on.body.recovery_codes[0])

  const enterWith = async (text: string) => {
    const again = createVisitor(tasman)
    const asked = await again.signIn(email)
    const pending = again.cookies.get('tasman_session')
    expect(await isIn(again)).toBe(false)
    const form = await again.get(asked.location)
    const { status } = await again.post('/sign-in/code', { code: text }, form)
    if (status === 303) expect(again.cookies.get('tasman_session')).not.toBe(pending)
    return status
  }
  expect(await enterWith(code())).toBe(401)
  const [first = '', second = ''] = on.body.recovery_codes as string[]
  expect(await enterWith(first.toUpperCase().replaceAll('-', ' '))).toBe(303)
  expect(await enterWith(first)).toBe(401)
  expect((await own(visitor, 'GET')).body.recovery_codes_left).toBe(9)

  tasman.clock.advance(30_000)
  const renewed = await own(visitor, 'POST', '/second-factor/recovery-codes', { password, code: code() })
  expect([renewed.status, renewed.body.recovery_codes.length]).toEqual([200, 10])
  expect(await enterWith(second)).toBe(401)
  tasman.clock.advance(30_000)
  const off = code()
  expect((await own(visitor, 'POST', '/second-factor/off', { password, code: '000000' })).status).toBe(400)
  expect((await own(visitor, 'POST', '/second-factor/off', { password, code: off })).status).toBe(204)
  expect((await own(visitor, 'POST', '/second-factor/off', { password, code: off })).status).toBe(400)
  expect((await createVisitor(tasman).signIn(email)).location).toBe('/app')
  const log = (await (await tasman.clientFor('partner')).get('/api/audit-log?limit=500')).body
  const actions = new Set(log.map((row: AnyJson) => `${row.action} ${row.outcome}`))
  for (const action of ['second-factor.on 200', 'second-factor.off 204', 'second-factor.recovery-codes 200'])
    expect([...actions]).toContain(action)
})

it('whatever changes about the second factor asks for the password, counted as a sign-in is', async () => {
  const [email, password] = ['owner@demo.example', 'demo-password']
  const visitor = await signedIn(email)
  const { body: offer } = await own(visitor, 'GET', '/second-factor')
  const totp = new TOTP({ secret: Secret.fromBase32(offer.secret) })
  const code = () => totp.generate({ timestamp: tasman.clock.now().getTime() })
  const post = (path: string, body: object) => own(visitor, 'POST', `/second-factor${path}`, body)
  expect((await post('', { code: code() })).status).toBe(400)
  const guessed = await post('', { password: 'a guess', code: code() })
  expect([guessed.status, guessed.body.detail]).toEqual([400, 'The password is wrong.'])
  expect((await own(visitor, 'GET')).body.has_second_factor).toBe(false)
  expect((await post('', { password, code: code() })).status).toBe(200)
  for (const path of ['/recovery-codes', '/off']) {
    tasman.clock.advance(30_000)
    expect([path, (await post(path, { code: code() })).status]).toEqual([path, 400])
    expect((await post(path, { password: 'a guess', code: code() })).status).toBe(400)
    // A wrong password does not use the code up.
    expect((await post(path, { password, code: code() })).status).toBeLessThan(300)
  }
  // The offered secret is different each time, so a secret that was read earlier is worthless.
  expect((await own(visitor, 'GET', '/second-factor')).body.secret).not.toBe(offer.secret)
  expect((await own(visitor, 'GET', '/second-factor')).body.secret).not.toBe(offer.secret)

  await tasman.service.database.query.deleteFrom('sign_in_tries').execute()
  const guesses = []
  for (let index = 0; index < 6; index += 1)
    guesses.push((await post('', { password: `guess ${index}`, code: '000000' })).status)
  expect([guesses.at(0), guesses.at(-1)]).toEqual([400, 429])
  const { rows } = await tasman.service.database.pool.query('select key from sign_in_tries')
  expect(rows.map(({ key }) => key)).toContainEqual(expect.stringMatching(/^sign-in:/))
})
