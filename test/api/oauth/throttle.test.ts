import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countTry } from '../../../src/features/access/oauth/throttle.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { createVisitor } from '../../support/visitor.ts'

let tasman: TestApp
beforeAll(async () => {
  tasman = await startTestApp({
    env: { RATE_LIMITS: 'on', BURST_PER_SECOND: '1000', LIMIT_LOOKUP: '100000' },
  })
})
afterAll(() => tasman.close())
beforeEach(async () => {
  await tasman.service.database.pool.query('delete from sign_in_tries')
})

const EMAIL = 'owner@demo.example'
/** Five wrong passwords from another address, counted like those of the sign-in page. */
const exhaust = async (email: string) => {
  const key = { purpose: 'sign-in', by: 'account', name: email } as const
  for (let count = 0; count < 5; count += 1) expect(await countTry(tasman.service, [key])).toBe(0)
  expect((await createVisitor(tasman, '10.0.0.2').signIn(email, 'wrong')).status).toBe(429)
}

describe('a stranger who uses up the account’s tries', () => {
  it('does not keep out a browser that signed in before', async () => {
    const known = createVisitor(tasman, '10.0.0.1')
    expect((await known.signIn(EMAIL)).status).toBe(303)
    await exhaust(EMAIL)
    expect((await createVisitor(tasman, '10.0.0.3').signIn(EMAIL)).status).toBe(429)
    known.cookies.delete('tasman_session')
    expect((await known.signIn(EMAIL)).status).toBe(303)
    const asked = await known.post('/forgot-password', { email: EMAIL }, await known.get('/forgot-password'))
    expect(asked.status).toBe(200)
  })

  it('cannot pass for such a browser, and its own tries are counted too', async () => {
    const known = createVisitor(tasman, '10.0.0.1')
    await known.signIn('other@demo.example')
    await exhaust(EMAIL)
    // The cookie of another account, and one with a made-up signature.
    expect((await known.signIn(EMAIL)).status).toBe(429)
    const forged = createVisitor(tasman, '10.0.0.4')
    forged.cookies.set('tasman_device', `${'a'.repeat(43)}.${'b'.repeat(43)}`)
    expect((await forged.signIn(EMAIL)).status).toBe(429)
    await known.signIn('other@demo.example', 'wrong')
    const { rows } = await tasman.service.database.pool.query('select key from sign_in_tries')
    expect(rows.map(({ key }) => key)).toContainEqual(expect.stringMatching(/^sign-in:device:/))
  })
})

describe('keys by purpose', () => {
  it('a name that looks like another key blocks no one else', async () => {
    const { rows } = await tasman.service.database.pool.query('select id from users where email = $1', [
      EMAIL,
    ])
    for (const name of [`code ${rows[0].id}`, `reset ${EMAIL}`, `second-factor:account:${EMAIL}`])
      await exhaust(name)
    const keys = await tasman.service.database.pool.query(
      'select key from sign_in_tries where blocked_until is not null',
    )
    for (const { key } of keys.rows) expect(key).toMatch(/^sign-in:/)
    const visitor = createVisitor(tasman, '10.0.0.6')
    const asked = await visitor.post(
      '/forgot-password',
      { email: EMAIL },
      await visitor.get('/forgot-password'),
    )
    expect(asked.status).toBe(200)
  })
})

describe('the token endpoint', () => {
  const ask = (secret: string, remoteAddress: string) =>
    tasman.app.inject({
      method: 'POST',
      url: '/api/oauth/token',
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `grant_type=refresh_token&refresh_token=x&client_id=demo-client&client_secret=${secret}`,
    })

  it('makes an address wait after failures, and no other address', async () => {
    for (let count = 0; count < 5; count += 1) expect((await ask('wrong', '10.0.1.1')).statusCode).toBe(401)
    const blocked = await ask('wrong', '10.0.1.1')
    expect(blocked.statusCode).toBe(429)
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask('demo-secret', '10.0.1.2')).statusCode).toBe(400)
  })
})
