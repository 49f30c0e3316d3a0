import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenForSession } from '../../../src/features/access/oauth/index.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { mailsTo, NEW_DEVICE } from '../../support/mail.ts'
import { createVisitor, type Page, type Visitor } from '../../support/visitor.ts'

let tasman: TestApp
beforeAll(async () => {
  tasman = await startTestApp()
})
afterAll(() => tasman.close())

const WRONG = 'The e-mail address or the password is wrong.'

describe('sign-in', () => {
  it('opens a session with an HttpOnly, SameSite=Lax cookie and goes on to where one wanted to go', async () => {
    const visitor = createVisitor(tasman)
    const page = await visitor.signIn('owner@demo.example', undefined, '/account/security')
    expect(page.status).toBe(303)
    expect(page.location).toBe('/account/security')
    const cookie = String(page.headers['set-cookie'])
    expect(cookie).toMatch(/tasman_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/)
    expect(cookie).not.toContain('Secure')
    expect((await visitor.get('/account/security')).text).toContain('owner@demo.example')
  })

  it('takes the address in any case', async () => {
    expect((await createVisitor(tasman).signIn(' OWNER@Demo.Example ')).status).toBe(303)
  })

  it('says the same about a wrong password and an unknown address, and works as hard', async () => {
    const work: number[] = []
    for (const email of [
      'other@demo.example',
      'nobody@demo.example',
      'other@demo.example',
      'nobody@demo.example',
    ]) {
      // Processor time, which other programs on a busy machine do not change; the hash runs on our own threads.
      const before = process.cpuUsage()
      const page = await createVisitor(tasman).signIn(email, 'wrong')
      const { user, system } = process.cpuUsage(before)
      work.push(user + system)
      expect(page.status).toBe(401)
      expect(page.text).toContain(WRONG)
    }
    const [, , known = 0, unknown = 0] = work
    expect(unknown).toBeGreaterThan(known / 2)
    expect(unknown).toBeLessThan(known * 2)
  })

  it('refuses a form without the token of this browser', async () => {
    const visitor = createVisitor(tasman)
    const fields = { email: 'owner@demo.example', password: 'demo-password' }
    expect((await visitor.post('/sign-in', fields)).status).toBe(403)
    const stolen = await createVisitor(tasman).get('/sign-in')
    await visitor.get('/sign-in')
    expect((await visitor.post('/sign-in', fields, stolen)).status).toBe(403)
    expect(visitor.cookies.has('tasman_session')).toBe(false)
  })

  it('never leads to another site afterwards', async () => {
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/a\\b',
    ]) {
      const page = await createVisitor(tasman).signIn('owner@demo.example', undefined, next)
      expect([next, page.location]).toEqual([next, '/app'])
    }
  })

  it('does not live on after signing out', async () => {
    const visitor = createVisitor(tasman)
    await visitor.signIn('owner@demo.example')
    const session = visitor.cookies.get('tasman_session') as string
    const { id } = await tasman.service.database.query
      .selectFrom('sessions')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const bearer = await tokenForSession(tasman.service, id)
    expect((await tasman.clientWith(bearer).get('/api/company')).status).toBe(200)
    await visitor.post('/sign-out', {}, await visitor.get('/sign-out'))
    visitor.cookies.set('tasman_session', session)
    expect((await visitor.get('/account/security')).location).toMatch(/^\/sign-in/)
    expect((await tasman.clientWith(bearer).get('/api/company')).status).toBe(401)
    await expect(tokenForSession(tasman.service, id)).rejects.toThrow()
  })

  it('ends after twelve hours', async () => {
    const visitor = createVisitor(tasman)
    await visitor.signIn('owner@demo.example')
    const start = tasman.clock.now()
    tasman.clock.advance(12 * 3_600_000 + 1000)
    expect((await visitor.get('/account/security')).status).toBe(302)
    tasman.clock.set(start)
  })
})

describe('the web app’s bearer token', () => {
  it('is one of tasman-web, stays the same while it is good, and is renewed before it expires', async () => {
    const visitor = createVisitor(tasman)
    await visitor.signIn('partner@demo.example')
    const { id, grant_id } = await lastSession()
    expect(grant_id).toBeNull()
    const first = await tokenForSession(tasman.service, id)
    expect(await tokenForSession(tasman.service, id)).toBe(first)
    const stored = await lastSession()
    expect(stored.access_token).not.toContain(first)
    const grant = await tasman.service.database.query
      .selectFrom('oauth_grants')
      .selectAll()
      .where('id', '=', stored.grant_id as number)
      .executeTakeFirstOrThrow()
    expect(grant.client_id).toBe('tasman-web')
    expect(grant.scopes).toContain('partner.checkout.write')
    const start = tasman.clock.now()
    tasman.clock.advance(29.5 * 60_000)
    const second = await tokenForSession(tasman.service, id)
    expect(second).not.toBe(first)
    expect((await lastSession()).grant_id).toBe(stored.grant_id)
    tasman.clock.set(start)
  })
})

describe('throttle', () => {
  it('waits after five failures of one account, also for the right password, and only for that account', async () => {
    const visitor = createVisitor(tasman)
    const email = 'lapsed@demo.example'
    for (let count = 0; count < 5; count += 1) expect((await visitor.signIn(email, 'wrong')).status).toBe(401)
    const blocked = await visitor.signIn(email)
    expect(blocked.status).toBe(429)
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(20)
    expect(blocked.text).toMatch(/Too many tries\. Wait \d+ seconds and try again\./)
    expect((await visitor.signIn('owner@demo.example')).status).toBe(303)
    tasman.clock.advance(31_000)
    expect((await visitor.signIn(email, 'wrong')).status).toBe(401)
    tasman.clock.advance(31_000)
    expect((await visitor.signIn(email)).status).toBe(429)
    tasman.clock.advance(31_000)
    expect((await visitor.signIn(email)).status).toBe(303)
    expect((await visitor.signIn(email, 'wrong')).status).toBe(401)
    expect((await visitor.signIn(email)).status).toBe(303)
  })

  it('lets through no more than five guesses that come at once', async () => {
    const visitor = createVisitor(tasman)
    const page = await visitor.get('/sign-in')
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        visitor.post('/sign-in', { email: 'race@demo.example', password: `guess ${index}` }, page),
      ),
    )
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(7)
  })

  it('waits for an address that tries many accounts', async () => {
    await tasman.service.database.query
      .insertInto('sign_in_tries')
      .values({ key: 'sign-in:address:10.9.8.7', tries: 49, last_at: tasman.clock.now() })
      .execute()
    const visitor = createVisitor(tasman, '10.9.8.7')
    expect((await visitor.signIn('a@demo.example', 'wrong')).status).toBe(401)
    expect((await visitor.signIn('owner@demo.example')).status).toBe(429)
    expect((await createVisitor(tasman, '10.9.8.8').signIn('owner@demo.example')).status).toBe(303)
  })
})

describe('second factor', () => {
  it('can be switched on, is asked for at sign-in, takes each code once, and can be switched off', async () => {
    const visitor = createVisitor(tasman)
    await visitor.signIn('other@demo.example')
    const page = await visitor.get('/account/security')
    const [, secret = ''] = /<pre>([A-Z2-7]{32})<\/pre>/.exec(page.text) ?? []
    expect(page.text).toContain('otpauth://totp/')
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const code = () => totp.generate({ timestamp: tasman.clock.now().getTime() })

    const password = 'demo-password'
    const change = (from: Visitor, fields: Record<string, string>, shown: Page) =>
      from.post('/account/security/second-factor', fields, shown)
    const wrong = await change(visitor, { code: '000000', password, do: 'on' }, page)
    expect(wrong.status).toBe(422)
    const first = code()
    const without = await change(visitor, { code: first, do: 'on' }, page)
    expect([without.status, without.text]).toEqual([422, expect.stringContaining('The password is wrong.')])
    const on = await change(visitor, { code: first, password, do: 'on' }, page)
    expect(on.text).toContain('The second factor is on.')
    const stored = await tasman.service.database.query
      .selectFrom('users')
      .select('totp_secret')
      .where('email', '=', 'other@demo.example')
      .executeTakeFirstOrThrow()
    expect(stored.totp_secret).not.toContain(secret)

    const again = createVisitor(tasman)
    const asked = await again.signIn('other@demo.example', undefined, '/account/security')
    expect(asked.location).toMatch(/^\/sign-in\/code/)
    expect((await again.get('/account/security')).status).toBe(302)
    const form = await again.get(asked.location)
    expect((await again.post('/sign-in/code', { code: first }, form)).status).toBe(401)
    tasman.clock.advance(30_000)
    const entered = await again.post('/sign-in/code', { code: code() }, form)
    expect([entered.status, entered.location]).toEqual([303, '/account/security'])
    const account = await again.get('/account/security')
    expect(account.text).toContain('after your password we ask for a code')

    tasman.clock.advance(30_000)
    const borrowed = await change(again, { code: code(), password: 'a guess', do: 'off' }, account)
    expect([borrowed.status, borrowed.text]).toEqual([422, expect.stringContaining('The password is wrong.')])
    const off = await change(again, { code: code(), password, do: 'off' }, account)
    expect(off.text).toContain('The second factor is off.')
    expect((await createVisitor(tasman).signIn('other@demo.example')).location).toBe('/app')
  })

  it('throttles guesses of the code', async () => {
    const { cipher, database } = tasman.service
    const { id } = await database.query
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'partner@demo.example')
      .executeTakeFirstOrThrow()
    await database.query
      .updateTable('users')
      .set({ totp_secret: cipher.seal('users.totp_secret', id, new Secret().base32) })
      .where('id', '=', id)
      .execute()
    const visitor = createVisitor(tasman)
    const asked = await visitor.signIn('partner@demo.example')
    const form = await visitor.get(asked.location)
    for (let count = 0; count < 5; count += 1)
      expect((await visitor.post('/sign-in/code', { code: `00000${count}` }, form)).status).toBe(401)
    expect((await visitor.post('/sign-in/code', { code: '000005' }, form)).status).toBe(429)
    await database.query.updateTable('users').set({ totp_secret: null }).execute()
  })
})

describe('set and reset a password by mail', () => {
  const askFor = async (visitor: Visitor, email: string) =>
    visitor.post('/forgot-password', { email }, await visitor.get('/forgot-password'))

  const mailTo = async (email: string) => {
    for (let waited = 0; waited < 100; waited += 1) {
      const [mail] = await mailsTo(tasman.service, email)
      if (mail) return mail
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error('no mail')
  }
  const linkIn = (text: string) => /\/set-password\/[\w-]+/.exec(text)?.[0] as string

  it('answers the same for an address that no one has, and mails no one', async () => {
    const visitor = createVisitor(tasman)
    const known = await askFor(visitor, 'lapsed@demo.example')
    const unknown = await askFor(visitor, 'nobody@else.example')
    expect(known.status).toBe(200)
    expect(unknown.text).toBe(known.text)
    await mailTo('lapsed@demo.example')
    const { rows } = await tasman.service.database.pool.query(
      'select distinct to_address from outbox where subject <> $1',
      [NEW_DEVICE],
    )
    expect(rows).toEqual([{ to_address: 'lapsed@demo.example' }])
  })

  it('the link sets a new password once, and signs every browser out', async () => {
    const visitor = createVisitor(tasman)
    await visitor.signIn('lapsed@demo.example')
    const link = linkIn((await mailTo('lapsed@demo.example')).text)
    const stranger = createVisitor(tasman)
    const form = await stranger.get(link)
    expect(form.text).toContain('lapsed@demo.example')
    expect((await stranger.post(link, { password: 'short' }, form)).status).toBe(422)
    const set = await stranger.post(link, { password: 'a much better password' }, form)
    expect([set.status, set.location]).toEqual([303, '/sign-in?password=set'])
    expect((await stranger.get(link)).status).toBe(404)
    expect((await stranger.post(link, { password: 'yet another password' }, form)).status).toBe(404)
    expect((await visitor.get('/account/security')).status).toBe(302)
    expect((await stranger.signIn('lapsed@demo.example')).status).toBe(401)
    expect((await stranger.signIn('lapsed@demo.example', 'a much better password')).status).toBe(303)
  })

  it('the link is over after 24 hours', async () => {
    const visitor = createVisitor(tasman)
    await askFor(visitor, 'other@demo.example')
    const link = linkIn((await mailTo('other@demo.example')).text)
    const start = tasman.clock.now()
    tasman.clock.advance(24 * 3_600_000 - 2000)
    expect((await visitor.get(link)).status).toBe(200)
    tasman.clock.advance(3000)
    expect((await visitor.get(link)).status).toBe(404)
    tasman.clock.set(start)
  })

  it('the demo shows a customer their own mail, and no one the mail of others', async () => {
    const [stranger, own, other] = [createVisitor(tasman), createVisitor(tasman), createVisitor(tasman)]
    const turnedAway = await stranger.get('/demo/mail')
    expect([turnedAway.status, turnedAway.location]).toEqual([302, '/sign-in?next=/demo/mail'])
    await own.signIn('other@demo.example')
    expect((await own.get('/demo/mail')).text).toContain('other@demo.example')
    await other.signIn('owner@demo.example')
    const page = await other.get('/demo/mail')
    expect([page.status, page.text.includes('other@demo.example')]).toEqual([200, false])
  })
})

describe('customers whose access has ended', () => {
  it('cannot sign in, and their sessions and tokens stop', async () => {
    const visitor = createVisitor(tasman)
    await visitor.signIn('other@demo.example')
    const client = await tasman.clientFor('other')
    expect((await client.get('/api/company')).status).toBe(200)
    const { customer_id } = await userOf('other@demo.example')
    const change = (access_ended_at: Date | null) =>
      tasman.service.database.query
        .updateTable('customers')
        .set({ subscription: access_ended_at ? 'cancelled' : 'active', access_ended_at })
        .where('id', '=', customer_id)
        .execute()
    await change(tasman.clock.now())
    await expect.poll(async () => (await client.get('/api/company')).status, { timeout: 2000 }).toBe(401)
    expect((await visitor.get('/account/security')).status).toBe(302)
    const refused = await visitor.signIn('other@demo.example')
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('Access to this account has ended.')
    await change(null)
    await expect.poll(async () => (await client.get('/api/company')).status, { timeout: 2000 }).toBe(200)
  })
})

describe('production', () => {
  it('refuses the demo people and the demo applications, even where they exist', async () => {
    tasman.service.settings.mode = 'production'
    try {
      const visitor = createVisitor(tasman)
      expect((await visitor.signIn('owner@demo.example')).status).toBe(401)
      const page = await visitor.get(
        '/api/oauth/authorize?client_id=demo-client&redirect_uri=http://127.0.0.1:1/callback&scope=openid',
      )
      expect(page.status).toBe(400)
    } finally {
      tasman.service.settings.mode = 'test'
    }
  })

  it('marks cookies Secure behind https', async () => {
    tasman.service.settings.publicUrl = 'https://payroll.example'
    try {
      const page = await createVisitor(tasman).get('/sign-in')
      expect(String(page.headers['set-cookie'])).toContain('Secure')
    } finally {
      tasman.service.settings.publicUrl = 'http://127.0.0.1:8080'
    }
  })
})

function userOf(email: string) {
  return tasman.service.database.query
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}

function lastSession() {
  return tasman.service.database.query
    .selectFrom('sessions')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}
